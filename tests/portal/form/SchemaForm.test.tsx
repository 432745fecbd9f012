import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { aMetadata, errorOf, renderMetadata, renderTiny } from "./renderForm.tsx";

const field = (name: RegExp | string) => screen.getByRole("textbox", { name });
const choice = (name: RegExp | string) => screen.getByRole("combobox", { name });

describe("the form of a valid record", () => {
  it("submits what it was given", async () => {
    const { save, submitted } = renderMetadata();
    await save();
    expect(submitted()).toEqual(aMetadata());
  });

  it("shows the sections in order, each with its anchor", () => {
    const { container } = renderMetadata();
    expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
      "Identifiers",
      "Model details",
      "Software details",
      "Model Originator Information",
      "Contacts*",
    ]);
    expect(container.querySelector("#metadata-model-details")).toContainElement(field("Model name"));
  });

  it("keeps the value of a field that no section shows", async () => {
    const { save, submitted } = renderMetadata(aMetadata({ tdisCollectionIdentifier: "117" }));
    expect(screen.queryByText("Collection")).not.toBeInTheDocument();
    await save();
    expect(submitted()?.["tdisCollectionIdentifier"]).toBe("117");
  });

  it("does not fill in a default, not even one that was emptied", async () => {
    const { user, save } = renderMetadata({ useConstraint: ["Public"], modelUpdateFrequency: "None" });
    await user.clear(choice("Model update frequency"));
    await user.click(screen.getByRole("checkbox", { name: "Public" }));
    await save();
    expect(errorOf(choice("Model update frequency"))).toBe(messages.required);
    expect(errorOf(screen.getByRole("group", { name: /^Use constraints/ }))).toBe(messages.requiredList);
  });

  it("tells which button was pressed", async () => {
    const { user, onSubmit } = renderMetadata(aMetadata(), {
      children: (
        <button type="submit" value="proceed">
          Proceed
        </button>
      ),
    });
    await user.click(screen.getByRole("button", { name: "Proceed" }));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(aMetadata(), "proceed");
  });
});

describe("errors", () => {
  it("are silent until a field was left", async () => {
    const { user } = renderMetadata({});
    expect(errorOf(field("Model name"))).toBeUndefined();
    await user.click(field("Model name"));
    expect(errorOf(field("Model name"))).toBeUndefined();
    await user.tab();
    expect(errorOf(field("Model name"))).toBe(messages.required);
    expect(field("Model name")).toBeInvalid();
    expect(errorOf(field("Software version"))).toBeUndefined();
  });

  it("go as soon as the value is right", async () => {
    const { user } = renderMetadata({});
    await user.click(field("Model name"));
    await user.tab();
    await user.type(field("Model name"), "Denton Creek");
    await user.tab();
    expect(errorOf(field("Model name"))).toBeUndefined();
  });

  it("show all at once after an attempt to submit, and are counted", async () => {
    const { save, onSubmit, onInvalid } = renderMetadata({});
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    const [count] = onInvalid.mock.lastCall as [number];
    expect(errorOf(field("Model name"))).toBe(messages.required);
    expect(errorOf(choice("Counties"))).toBe(messages.requiredList);
    const summary = screen.getByRole("group", { name: messages.fixErrors(count) });
    expect(within(summary).getAllByRole("link")).toHaveLength(count);
    expect(summary).toHaveFocus();
    expect(count).toBe(17);
  });

  it("are told in the order of the form, and lead to their fields", async () => {
    const { user, save } = renderMetadata({});
    await save();
    const summary = within(screen.getByRole("group", { name: /^Please fix/ }));
    const links = summary.getAllByRole("link").map((link) => link.textContent);
    expect(links[0]).toBe("Flood planning region: Required");
    expect(links.at(-1)).toBe("Contacts: Required, must add at least one entry");
    await user.click(summary.getByRole("link", { name: /^Counties/ }));
    expect(choice("Counties")).toHaveFocus();
    await user.click(summary.getByRole("link", { name: /^Contacts/ }));
    expect(screen.getByRole("group", { name: "Contacts" })).toHaveFocus();
  });

  it("leave the summary one by one as they are mended", async () => {
    const { user, save } = renderMetadata(aMetadata({ modelName: undefined, softwareVersion: undefined }));
    await save();
    expect(screen.getByRole("group", { name: messages.fixErrors(2) })).toBeVisible();
    await user.type(field("Model name"), "Denton Creek");
    await user.tab();
    expect(screen.getByRole("group", { name: messages.fixErrors(1) })).toBeVisible();
  });

  it.each([
    ["modelIdentifier", "9", /^Must be a 12-digit number where first 2-digits are the Flood Planning Region/],
    ["modelIdentifier", "230000000001", /^Must be a 12-digit number/],
    ["twdbFloodPlanningProjectID", ["031000012", "034000012"], /^Each entry must be a 9-digit number/],
    ["hydrologicUnitCode", ["12030101010"], /^Each entry must be a 12 digit number$/],
    ["county", [], /^Required, must add at least one entry$/],
    ["modelOriginatorAgencyId", undefined, /^Required$/],
    ["modelCreationDate", "2024-02-30", /^Date is invalid$/],
  ])("words a broken %s (%j) as the schema words it", async (name, value, wording) => {
    const { save, onInvalid } = renderMetadata(aMetadata({ [name]: value }));
    await save();
    expect(onInvalid).toHaveBeenLastCalledWith(1);
    expect(errorOf(document.getElementById(`metadata_${name}`)!)).toMatch(wording);
  });
});

describe("what the server refused", () => {
  const refused = [{ path: ["modelName"], rule: "unique", message: "Another record has this name." }];

  it("stands on its field until that field is edited", async () => {
    const { user, again } = renderMetadata();
    again({ faults: refused });
    expect(errorOf(field("Model name"))).toBe("Another record has this name.");
    expect(screen.getByRole("group", { name: messages.fixErrors(1) })).toHaveFocus();
    await user.type(field("Software version"), "1");
    await user.tab();
    expect(errorOf(field("Model name"))).toBe("Another record has this name.");
    await user.type(field("Model name"), "!");
    await user.tab();
    expect(errorOf(field("Model name"))).toBeUndefined();
    expect(screen.queryByRole("group", { name: /^Please fix/ })).not.toBeInTheDocument();
  });

  it("is told of a field that no section shows, too", () => {
    const { again } = renderMetadata();
    again({
      faults: [{ path: ["tdisCollectionIdentifier"], rule: "known", message: "No such collection." }],
    });
    const summary = screen.getByRole("group", { name: messages.fixErrors(1) });
    expect(within(summary).getByRole("link", { name: "Collection: No such collection." })).toBeVisible();
  });

  it("does not come back when the page is drawn again", async () => {
    const { user, again } = renderMetadata();
    again({ faults: refused });
    await user.type(field("Model name"), "!");
    await user.tab();
    again({ faults: refused, options: {} });
    expect(errorOf(field("Model name"))).toBeUndefined();
  });
});

describe("the keyboard", () => {
  it("does not submit with Enter", async () => {
    const { user, onSubmit, onInvalid } = renderMetadata();
    await user.click(field("Model name"));
    await user.keyboard("{Enter}");
    await user.click(screen.getByRole("checkbox", { name: "Public" }));
    await user.keyboard("{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onInvalid).not.toHaveBeenCalled();
  });

  it("makes a new line with Enter in long text", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ modelPurpose: "One" }));
    await user.type(field("Model purpose"), "{Enter}Two");
    await save();
    expect(submitted()?.["modelPurpose"]).toBe("One\nTwo");
  });

  it("closes an open list with Escape", async () => {
    const { user } = renderMetadata();
    await user.click(choice("Counties"));
    expect(screen.getByRole("listbox")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  });
});

it("labels and describes a text of a named format once, as any other", async () => {
  const { user, submitted, save } = renderTiny({
    site: { title: "Site", description: "Of the project.", type: "string", format: "uri" },
  });
  expect(screen.getAllByText(/Site/)).toHaveLength(1);
  const input = screen.getByRole("textbox", { name: "Site" });
  expect(input).toHaveAccessibleDescription("Of the project.");
  await user.type(input, "https://example.com ");
  await save();
  expect(submitted()).toEqual({ site: "https://example.com" });
});

it("names and describes the theme's own select and checkbox as the field around them does", async () => {
  const { user, submitted, save } = renderTiny(
    {
      datum: { title: "Datum", description: "Of the heights.", type: "string", enum: ["NAVD", "NGVD"] },
      calibrated: { title: "Calibrated", description: "Against events.", type: "boolean" },
    },
    { required: ["datum"] },
  );
  await save();
  expect(choice("Datum")).toHaveAccessibleDescription(/Of the heights\..*Required/);
  await user.click(choice("Datum"));
  await user.click(screen.getByRole("option", { name: "NGVD" }));
  const box = screen.getByRole("checkbox", { name: "Calibrated" });
  expect(box).toHaveAccessibleDescription("Against events.");
  await user.click(box);
  await save();
  expect(submitted()).toEqual({ datum: "NGVD", calibrated: true });
});

describe("typed text", () => {
  it("is part of what is submitted right after typing", async () => {
    const { user, submitted } = renderMetadata(aMetadata({ modelName: "Den" }));
    await user.type(field("Model name"), "ton");
    // The button alone is pressed: a mouse would leave the field before.
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(submitted()?.["modelName"]).toBe("Denton"));
  });

  it("loses the spaces around it, and is missing when it is nothing else", async () => {
    const { user, save, onInvalid } = renderMetadata(aMetadata({ modelName: undefined }));
    await user.type(field("Model name"), "   ");
    await save();
    expect(onInvalid).toHaveBeenCalledOnce();
    await user.type(field("Model name"), "  Denton Creek ");
    await user.tab();
    expect(field("Model name")).toHaveValue("Denton Creek");
  });

  it("says how long it is where that is limited, and counts on at each key", async () => {
    const { user, save, submitted } = renderTiny({ note: { title: "Note", type: "string", maxLength: 5 } });
    expect(screen.getByText("0 of 5 characters")).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Note" }), "a 🌊 b c");
    expect(screen.getByText("7 of 5 characters")).toBeVisible();
    await save();
    expect(submitted()).toBeUndefined();
  });

  it("says how long it is beside the limit of every text only to who comes near it", async () => {
    const { user } = renderTiny({ note: { title: "Note", type: "string" } });
    await user.click(screen.getByRole("textbox", { name: "Note" }));
    expect(screen.queryByText(/of 20,000 characters/)).toBeNull();
    await user.paste("x".repeat(19_000));
    expect(screen.getByText("19,000 of 20,000 characters")).toBeVisible();
  });

  it("reaches the page after a pause, without leaving the field", async () => {
    const { user, onChange } = renderMetadata();
    await user.type(field("Model name"), "!!");
    expect(onChange).not.toHaveBeenCalled();
    await screen.findByDisplayValue("Denton Creek!!");
    await expect.poll(() => onChange.mock.lastCall?.[0].modelName).toBe("Denton Creek!!");
    expect(onChange).toHaveBeenCalledOnce();
  });

  it("survives new props from the page", async () => {
    const { user, again, save, submitted } = renderMetadata();
    await user.type(field("Model name"), "!");
    again({ initial: {}, options: {} });
    expect(field("Model name")).toHaveValue("Denton Creek!");
    await save();
    expect(submitted()?.["modelName"]).toBe("Denton Creek!");
  });
});

describe("a form that leaves fields out", () => {
  it("keeps the values of omitted fields", async () => {
    const { save, submitted } = renderMetadata(aMetadata(), { omit: ["modelName", "softwareVersion"] });
    expect(screen.queryByRole("textbox", { name: "Model name" })).not.toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "Software version" })).not.toBeInTheDocument();
    await save();
    expect(submitted()).toEqual(aMetadata());
  });

  it("shows locked fields without letting them be edited", () => {
    renderMetadata(aMetadata(), { locked: ["modelName"] });
    expect(field("Model name")).toBeDisabled();
    expect(field("Software version")).toBeEnabled();
  });

  it("disables everything when told to", () => {
    renderMetadata(aMetadata(), { disabled: true });
    for (const input of screen.getAllByRole("textbox")) expect(input).toBeDisabled();
    for (const input of screen.getAllByRole("combobox")) expect(input).toBeDisabled();
  });
});

describe("a schema that asks for what does not exist", () => {
  it.each([
    ["widget", { type: "string", "x-widget": "slider" }, /Unknown x-widget "slider"/],
    ["list", { type: "string", "x-widget": "options", "x-options": { source: "rivers" } }, /source "rivers"/],
  ])("is refused: %s", (_, property, wording) => {
    expect(() => renderTiny({ field: property })).toThrow(wording);
  });

  it("is refused: rule", () => {
    expect(() =>
      renderTiny({ field: { type: "string", "x-rules": ["isBlue"] } }, { initial: { field: "a" } }),
    ).toThrow(/"isBlue"/);
  });
});

it("gives each id once, and names none that is not there", () => {
  renderMetadata();
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const described = screen.getAllByRole("checkbox").map((box) => box.closest("[aria-describedby]"));
  const named = described.flatMap((element) => element?.getAttribute("aria-describedby")?.split(" ") ?? []);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});
