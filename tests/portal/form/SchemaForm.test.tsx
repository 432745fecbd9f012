import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { aMetadata, errorOf, renderMetadata, renderSmallForm } from "./renderForm.tsx";

const field = (name: RegExp | string) => screen.getByRole("textbox", { name });
const combobox = (name: RegExp | string) => screen.getByRole("combobox", { name });

describe("a form with a valid record", () => {
  it("submits the initial values unchanged", async () => {
    const { save, submitted } = renderMetadata();
    await save();
    expect(submitted()).toEqual(aMetadata());
  });

  it("shows the sections in order, each with an anchor", () => {
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

  it("does not fill in defaults, even for an emptied field", async () => {
    const { user, save } = renderMetadata({ useConstraint: ["Public"], modelUpdateFrequency: "None" });
    await user.clear(combobox("Model update frequency"));
    await user.click(screen.getByRole("checkbox", { name: "Public" }));
    await save();
    expect(errorOf(combobox("Model update frequency"))).toBe(messages.required);
    expect(errorOf(screen.getByRole("group", { name: /^Use constraints/ }))).toBe(messages.requiredList);
  });

  it("passes the value of the pressed button to onSubmit", async () => {
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
  it("do not show before the field loses focus", async () => {
    const { user } = renderMetadata({});
    expect(errorOf(field("Model name"))).toBeUndefined();
    await user.click(field("Model name"));
    expect(errorOf(field("Model name"))).toBeUndefined();
    await user.tab();
    expect(errorOf(field("Model name"))).toBe(messages.required);
    expect(field("Model name")).toBeInvalid();
    expect(errorOf(field("Software version"))).toBeUndefined();
  });

  it("disappear as soon as the value is valid", async () => {
    const { user } = renderMetadata({});
    await user.click(field("Model name"));
    await user.tab();
    await user.type(field("Model name"), "Denton Creek");
    await user.tab();
    expect(errorOf(field("Model name"))).toBeUndefined();
  });

  it("all show after a failed submit, with their count", async () => {
    const { save, onSubmit, onInvalid } = renderMetadata({});
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    const [count] = onInvalid.mock.lastCall as [number];
    expect(errorOf(field("Model name"))).toBe(messages.required);
    expect(errorOf(combobox("Counties"))).toBe(messages.requiredList);
    const summary = screen.getByRole("group", { name: messages.fixErrors(count) });
    expect(within(summary).getAllByRole("link")).toHaveLength(count);
    expect(summary).toHaveFocus();
    expect(count).toBe(17);
  });

  it("are listed in the order of the form and link to their fields", async () => {
    const { user, save } = renderMetadata({});
    await save();
    const summary = within(screen.getByRole("group", { name: /^Please fix/ }));
    const links = summary.getAllByRole("link").map((link) => link.textContent);
    expect(links[0]).toBe("Flood planning region: Required");
    expect(links.at(-1)).toBe("Contacts: Required, must add at least one entry");
    await user.click(summary.getByRole("link", { name: /^Counties/ }));
    expect(combobox("Counties")).toHaveFocus();
    await user.click(summary.getByRole("link", { name: /^Contacts/ }));
    expect(screen.getByRole("group", { name: "Contacts" })).toHaveFocus();
  });

  it("disappear from the summary one by one as the user corrects them", async () => {
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
  ])("show the schema's message for an invalid %s (%j)", async (name, value, wording) => {
    const { save, onInvalid } = renderMetadata(aMetadata({ [name]: value }));
    await save();
    expect(onInvalid).toHaveBeenLastCalledWith(1);
    expect(errorOf(document.getElementById(`metadata_${name}`)!)).toMatch(wording);
  });
});

describe("server errors", () => {
  const refused = [{ path: ["modelName"], rule: "unique", message: "Another record has this name." }];

  it("show at their field until the user edits it", async () => {
    const { user, rerender } = renderMetadata();
    rerender({ serverErrors: refused });
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

  it("show in the summary for a field that no section shows", () => {
    const { rerender } = renderMetadata();
    rerender({
      serverErrors: [{ path: ["tdisCollectionIdentifier"], rule: "known", message: "No such collection." }],
    });
    const summary = screen.getByRole("group", { name: messages.fixErrors(1) });
    expect(within(summary).getByRole("link", { name: "Collection: No such collection." })).toBeVisible();
  });

  it("do not reappear when the page re-renders", async () => {
    const { user, rerender } = renderMetadata();
    rerender({ serverErrors: refused });
    await user.type(field("Model name"), "!");
    await user.tab();
    rerender({ serverErrors: refused, options: {} });
    expect(errorOf(field("Model name"))).toBeUndefined();
  });
});

describe("a key pressed in the form", () => {
  it("does not submit the form if it is Enter", async () => {
    const { user, onSubmit, onInvalid } = renderMetadata();
    await user.click(field("Model name"));
    await user.keyboard("{Enter}");
    await user.click(screen.getByRole("checkbox", { name: "Public" }));
    await user.keyboard("{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onInvalid).not.toHaveBeenCalled();
  });

  it("inserts a line break in long text if it is Enter", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ modelPurpose: "One" }));
    await user.type(field("Model purpose"), "{Enter}Two");
    await save();
    expect(submitted()?.["modelPurpose"]).toBe("One\nTwo");
  });

  it("closes an open list if it is Escape", async () => {
    const { user } = renderMetadata();
    await user.click(combobox("Counties"));
    expect(screen.getByRole("listbox")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  });
});

it("labels and describes a text field with a format only once", async () => {
  const { user, submitted, save } = renderSmallForm({
    site: { title: "Site", description: "Of the project.", type: "string", format: "uri" },
  });
  expect(screen.getAllByText(/Site/)).toHaveLength(1);
  const input = screen.getByRole("textbox", { name: "Site" });
  expect(input).toHaveAccessibleDescription("Of the project.");
  await user.type(input, "https://example.com ");
  await save();
  expect(submitted()).toEqual({ site: "https://example.com" });
});

it("gives the theme's select and checkbox the accessible name and description of their field", async () => {
  const { user, submitted, save } = renderSmallForm(
    {
      datum: { title: "Datum", description: "Of the heights.", type: "string", enum: ["NAVD", "NGVD"] },
      calibrated: { title: "Calibrated", description: "Against events.", type: "boolean" },
    },
    { required: ["datum"] },
  );
  await save();
  expect(combobox("Datum")).toHaveAccessibleDescription(/Of the heights\..*Required/);
  await user.click(combobox("Datum"));
  await user.click(screen.getByRole("option", { name: "NGVD" }));
  const box = screen.getByRole("checkbox", { name: "Calibrated" });
  expect(box).toHaveAccessibleDescription("Against events.");
  await user.click(box);
  await save();
  expect(submitted()).toEqual({ datum: "NGVD", calibrated: true });
});

it("keeps the list of a select open if the page moves between pressing and releasing the pointer", async () => {
  const { user } = renderSmallForm({ datum: { title: "Datum", type: "string", enum: ["NAVD", "NGVD"] } });
  fireEvent.mouseDown(combobox("Datum"));
  fireEvent.mouseUp(document.body);
  await user.click(screen.getByRole("option", { name: "NGVD" }));
  expect(combobox("Datum")).toHaveTextContent("NGVD");
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
});

describe("typed text", () => {
  it("is included when the form is submitted right after typing", async () => {
    const { user, submitted } = renderMetadata(aMetadata({ modelName: "Den" }));
    await user.type(field("Model name"), "ton");
    // Presses the button without a pointer, which would blur the field first.
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(submitted()?.["modelName"]).toBe("Denton"));
  });

  it("is trimmed and counts as missing if only spaces remain", async () => {
    const { user, save, onInvalid } = renderMetadata(aMetadata({ modelName: undefined }));
    await user.type(field("Model name"), "   ");
    await save();
    expect(onInvalid).toHaveBeenCalledOnce();
    await user.type(field("Model name"), "  Denton Creek ");
    await user.tab();
    expect(field("Model name")).toHaveValue("Denton Creek");
  });

  it("shows its length if the field has a limit and updates it at each key", async () => {
    const { user, save, submitted } = renderSmallForm({
      note: { title: "Note", type: "string", maxLength: 5 },
    });
    expect(screen.getByText("0 of 5 characters")).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Note" }), "a 🌊 b c");
    expect(screen.getByText("7 of 5 characters")).toBeVisible();
    await save();
    expect(submitted()).toBeUndefined();
  });

  it("shows its length against the default limit only close to that limit", async () => {
    const { user } = renderSmallForm({ note: { title: "Note", type: "string" } });
    await user.click(screen.getByRole("textbox", { name: "Note" }));
    expect(screen.queryByText(/of 20,000 characters/)).toBeNull();
    await user.paste("x".repeat(19_000));
    expect(screen.getByText("19,000 of 20,000 characters")).toBeVisible();
  });

  it("reaches the page after the debounce, without leaving the field", async () => {
    const { user, onChange } = renderMetadata();
    await user.type(field("Model name"), "!!");
    expect(onChange).not.toHaveBeenCalled();
    await screen.findByDisplayValue("Denton Creek!!");
    await expect.poll(() => onChange.mock.lastCall?.[0].modelName).toBe("Denton Creek!!");
    expect(onChange).toHaveBeenCalledOnce();
  });

  it("survives new props from the page", async () => {
    const { user, rerender, save, submitted } = renderMetadata();
    await user.type(field("Model name"), "!");
    rerender({ initialValues: {}, options: {} });
    expect(field("Model name")).toHaveValue("Denton Creek!");
    await save();
    expect(submitted()?.["modelName"]).toBe("Denton Creek!");
  });
});

describe("a form with hidden or read-only fields", () => {
  it("keeps the values of hidden fields", async () => {
    const { save, submitted } = renderMetadata(aMetadata(), {
      hiddenFields: ["modelName", "softwareVersion"],
    });
    expect(screen.queryByRole("textbox", { name: "Model name" })).not.toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "Software version" })).not.toBeInTheDocument();
    await save();
    expect(submitted()).toEqual(aMetadata());
  });

  it("shows read-only fields but does not let the user edit them", () => {
    renderMetadata(aMetadata(), { readOnlyFields: ["modelName"] });
    expect(field("Model name")).toBeDisabled();
    expect(field("Software version")).toBeEnabled();
  });

  it("disables all inputs if the whole form is disabled", () => {
    renderMetadata(aMetadata(), { disabled: true });
    for (const input of screen.getAllByRole("textbox")) expect(input).toBeDisabled();
    for (const input of screen.getAllByRole("combobox")) expect(input).toBeDisabled();
  });
});

describe("a schema that names something unknown", () => {
  it.each([
    ["widget", { type: "string", "x-widget": "slider" }, /Unknown x-widget "slider"/],
    ["list", { type: "string", "x-widget": "options", "x-options": { source: "rivers" } }, /source "rivers"/],
  ])("throws: %s", (_, property, wording) => {
    expect(() => renderSmallForm({ field: property })).toThrow(wording);
  });

  it("throws: rule", () => {
    expect(() =>
      renderSmallForm(
        { field: { type: "string", "x-rules": ["isBlue"] } },
        { initialValues: { field: "a" } },
      ),
    ).toThrow(/"isBlue"/);
  });
});

it("the form uses each element id once and references only existing ids", () => {
  renderMetadata();
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const described = screen.getAllByRole("checkbox").map((box) => box.closest("[aria-describedby]"));
  const named = described.flatMap((element) => element?.getAttribute("aria-describedby")?.split(" ") ?? []);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});
