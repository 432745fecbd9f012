import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { errorOf, renderFields, renderSmallForm } from "./renderForm.tsx";

const field = (name: RegExp | string) => screen.getByRole("textbox", { name });
const combobox = (name: RegExp | string) => screen.getByRole("combobox", { name });

describe("a form", () => {
  it("gives each section an anchor", () => {
    const { container } = renderFields({ code: "0301", name: "A" });
    expect(container.querySelector("#tiny-details")).toContainElement(field("Name"));
  });

  it("labels a number with its unit", () => {
    renderSmallForm({ height: { title: "Height", type: "number", "x-unit": "ft" } });
    expect(field("Height (ft)")).toBeVisible();
  });

  it("keeps the value of a field that no section shows", async () => {
    const { save, submitted } = renderFields({ name: "A", hidden: "117" });
    expect(screen.queryByText("Hidden")).not.toBeInTheDocument();
    await save();
    expect(submitted()).toEqual({ name: "A", hidden: "117" });
  });

  it("does not fill in defaults, even for an emptied field", async () => {
    const { user, save } = renderFields(
      { uses: ["Public"], frequency: "None" },
      { required: ["uses", "frequency"] },
    );
    await user.clear(combobox("Frequency"));
    await user.click(screen.getByRole("checkbox", { name: "Public" }));
    await save();
    expect(errorOf(combobox("Frequency"))).toBe(messages.required);
    expect(errorOf(screen.getByRole("group", { name: "Uses" }))).toBe(messages.requiredList);
  });
});

describe("errors", () => {
  const REQUIRED = { required: ["name", "counties", "version"] };
  const empty = () => renderFields({ counties: undefined, name: undefined, version: undefined }, REQUIRED);

  it("do not show before the field loses focus", async () => {
    const { user } = empty();
    expect(errorOf(field("Name"))).toBeUndefined();
    await user.click(field("Name"));
    expect(errorOf(field("Name"))).toBeUndefined();
    await user.tab();
    expect(errorOf(field("Name"))).toBe(messages.required);
    expect(field("Name")).toBeInvalid();
    expect(errorOf(field("Version"))).toBeUndefined();
  });

  it("color the theme's inputs only once they show", async () => {
    const datum = { title: "Datum", type: "string", enum: ["NAVD", "NGVD"] };
    const { save } = renderSmallForm({ datum }, { required: ["datum"] });
    expect(document.querySelector(".Mui-error")).toBeNull();
    await save();
    expect(document.querySelector(".Mui-error")).not.toBeNull();
  });

  it("disappear as soon as the value is valid", async () => {
    const { user } = empty();
    await user.click(field("Name"));
    await user.tab();
    await user.type(field("Name"), "Denton Creek");
    await user.tab();
    expect(errorOf(field("Name"))).toBeUndefined();
  });

  it("all show after a failed submit, with their count", async () => {
    const { save, onSubmit, onInvalid } = empty();
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onInvalid).toHaveBeenLastCalledWith(3);
    expect(errorOf(field("Name"))).toBe(messages.required);
    expect(errorOf(combobox("Counties"))).toBe(messages.requiredList);
    const summary = screen.getByRole("group", { name: messages.fixErrors(3) });
    expect(within(summary).getAllByRole("link")).toHaveLength(3);
    expect(summary).toHaveFocus();
  });

  it("are listed in the order of the form and link to their fields", async () => {
    const { user, save } = empty();
    await save();
    const summary = within(screen.getByRole("group", { name: /^Please fix/ }));
    expect(summary.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "Counties: Required, must add at least one entry",
      "Name: Required",
      "Version: Required",
    ]);
    await user.click(summary.getByRole("link", { name: /^Counties/ }));
    expect(combobox("Counties")).toHaveFocus();
  });

  it("disappear from the summary one by one as the user corrects them", async () => {
    const { user, save } = empty();
    await save();
    await user.type(field("Name"), "Denton Creek");
    await user.tab();
    expect(screen.getByRole("group", { name: messages.fixErrors(2) })).toBeVisible();
  });
});

describe("server errors", () => {
  const refused = [{ path: ["name"], rule: "unique", message: "Another record has this name." }];
  const saved = () => renderFields({ name: "A", version: "6", hidden: "117" });

  it("show at their field until the user edits it", async () => {
    const { user, rerender } = saved();
    rerender({ serverErrors: refused });
    expect(errorOf(field("Name"))).toBe("Another record has this name.");
    expect(screen.getByRole("group", { name: messages.fixErrors(1) })).toHaveFocus();
    await user.type(field("Version"), "1");
    await user.tab();
    expect(errorOf(field("Name"))).toBe("Another record has this name.");
    await user.type(field("Name"), "!");
    await user.tab();
    expect(errorOf(field("Name"))).toBeUndefined();
    expect(screen.queryByRole("group", { name: /^Please fix/ })).not.toBeInTheDocument();
  });

  it("do not block another save", async () => {
    const { save, rerender, onSubmit } = saved();
    rerender({ serverErrors: refused });
    await save();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("show in the summary for a field that no section shows", () => {
    const { rerender } = saved();
    rerender({ serverErrors: [{ path: ["hidden"], rule: "known", message: "No such collection." }] });
    const summary = screen.getByRole("group", { name: messages.fixErrors(1) });
    expect(within(summary).getByRole("link", { name: "Hidden: No such collection." })).toBeVisible();
  });

  it("do not reappear when the page re-renders", async () => {
    const { user, rerender } = saved();
    rerender({ serverErrors: refused });
    await user.type(field("Name"), "!");
    await user.tab();
    rerender({ serverErrors: refused, options: {} });
    expect(errorOf(field("Name"))).toBeUndefined();
  });
});

describe("a key pressed in the form", () => {
  it("does not submit the form if it is Enter", async () => {
    const { user, onSubmit, onInvalid } = renderFields({ name: "A", uses: [] });
    await user.click(field("Name"));
    await user.keyboard("{Enter}");
    await user.click(screen.getByRole("checkbox", { name: "Public" }));
    await user.keyboard("{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onInvalid).not.toHaveBeenCalled();
  });

  it("inserts a line break in long text if it is Enter", async () => {
    const { user, save, submitted } = renderFields({ purpose: "One" });
    await user.type(field("Purpose"), "{Enter}Two");
    await save();
    expect(submitted()?.["purpose"]).toBe("One\nTwo");
  });

  it("closes an open list if it is Escape", async () => {
    const { user } = renderFields({ counties: [] });
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

it("asks for Yes or No where a boolean is required, because an untouched checkbox has no value", async () => {
  const { user, submitted, save } = renderSmallForm(
    { calibrated: { title: "Calibrated", description: "Against events.", type: "boolean" } },
    { required: ["calibrated"] },
  );
  const group = screen.getByRole("group", { name: "Calibrated" });
  await save();
  expect(group).toHaveAccessibleDescription(/Against events\..*Required/);
  await user.click(screen.getByRole("radio", { name: "No" }));
  expect(group).not.toHaveTextContent("Required");
  await save();
  expect(submitted()).toEqual({ calibrated: false });
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
    const { user, submitted } = renderFields({ name: "Den" });
    await user.type(field("Name"), "ton");
    // Presses the button without a pointer, which would blur the field first.
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(submitted()?.["name"]).toBe("Denton"));
  });

  it("is trimmed and counts as missing if only spaces remain", async () => {
    const { user, save, onInvalid } = renderFields({ name: undefined }, { required: ["name"] });
    await user.type(field("Name"), "   ");
    await save();
    expect(onInvalid).toHaveBeenCalledOnce();
    await user.type(field("Name"), "  Denton Creek ");
    await user.tab();
    expect(field("Name")).toHaveValue("Denton Creek");
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
    const { user, onChange } = renderFields({ name: "Denton Creek" });
    await user.type(field("Name"), "!!");
    expect(onChange).not.toHaveBeenCalled();
    await screen.findByDisplayValue("Denton Creek!!");
    await expect.poll(() => onChange.mock.lastCall?.[0].name).toBe("Denton Creek!!");
    expect(onChange).toHaveBeenCalledOnce();
  });

  it("survives new props from the page", async () => {
    const { user, rerender, save, submitted } = renderFields({ name: "Denton Creek" });
    await user.type(field("Name"), "!");
    rerender({ initialValues: {}, options: {} });
    expect(field("Name")).toHaveValue("Denton Creek!");
    await save();
    expect(submitted()?.["name"]).toBe("Denton Creek!");
  });
});

describe("a form with hidden or read-only fields", () => {
  it("keeps the values of hidden fields", async () => {
    const { save, submitted } = renderFields(
      { name: "A", version: "6", code: "0301" },
      { hiddenFields: ["name", "version"] },
    );
    expect(screen.queryByRole("textbox", { name: "Name" })).not.toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "Version" })).not.toBeInTheDocument();
    await save();
    expect(submitted()).toEqual({ name: "A", version: "6", code: "0301" });
  });

  it("shows read-only fields but does not let the user edit them", () => {
    renderFields({ name: "A", version: "6" }, { readOnlyFields: ["name"] });
    expect(field("Name")).toBeDisabled();
    expect(field("Version")).toBeEnabled();
  });

  it("disables all inputs if the whole form is disabled", () => {
    renderFields({ name: "A", counties: [], created: undefined, agency: "1" }, { disabled: true });
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
