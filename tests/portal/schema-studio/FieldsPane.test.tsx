import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ComponentProps } from "react";
import { expect, it, vi } from "vitest";
import { FieldsPane } from "../../../scripts/schema-studio/page/FieldsPane.tsx";
import { PreviewBoundary } from "../../../scripts/schema-studio/page/PreviewBoundary.tsx";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";

const schema = {
  $id: "test",
  title: "Test",
  properties: {
    width: { title: "Width", description: "From side to side.", type: "number", "x-section": "Size" },
    peak: {
      title: "Peak",
      type: "object",
      properties: { flow: { title: "Flow", type: "number" } },
      "x-section": "Size",
    },
    grade: { title: "Grade", type: "string", enum: ["fine", "coarse"], "x-section": "Size" },
  },
} satisfies EntitySchema;

const TEXT = { type: "string" };
const vocabulary = {
  "x-section": TEXT,
  "x-unit": TEXT,
  "x-options": { type: "object", properties: { filterBy: TEXT } },
};
const CONTEXT = { vocabulary, released: undefined };

function EditedFields({ onOpen, onEdit }: Pick<ComponentProps<typeof FieldsPane>, "onOpen" | "onEdit">) {
  const [text, setText] = useState(JSON.stringify(schema));
  const edit = (edited: string) => {
    onEdit(edited);
    setText(edited);
  };
  return <FieldsPane text={text} {...CONTEXT} onOpen={onOpen} onEdit={edit} onSelect={vi.fn()} />;
}

function renderFields() {
  const user = userEvent.setup();
  const callbacks = { onOpen: vi.fn<(path: string[]) => void>(), onEdit: vi.fn<(text: string) => void>() };
  render(<EditedFields {...callbacks} />);
  return {
    user,
    ...callbacks,
    choose: (label: string) => user.click(screen.getByText(label)),
    openDialog: async (label: string) => {
      await user.click(screen.getByRole("button", { name: label }));
      return within(await screen.findByRole("dialog", { name: new RegExp(`^${label}`) }));
    },
    readEdited: () => JSON.parse(callbacks.onEdit.mock.lastCall![0]) as EntitySchema,
  };
}

it.each([
  ["Move", "Move: Width"],
  ["Add a field", "Add a field"],
])("names the chosen field in the dialog %s, unless the edit is of the schema", async (label, title) => {
  const { choose, openDialog } = renderFields();
  await choose("Width (width)");
  await openDialog(label);
  expect(screen.getByRole("dialog", { name: title })).toBeVisible();
});

it("edits a field in a dialog, with a keyword that the field did not have", async () => {
  const { user, choose, openDialog, readEdited } = renderFields();
  await choose("Width (width)");
  const dialog = await openDialog("Edit");
  await user.type(dialog.getByRole("textbox", { name: "Label (title)" }), " of the river");
  await user.click(dialog.getByRole("combobox", { name: /^Add a keyword/ }));
  await user.click(screen.getByRole("option", { name: /^x-unit/ }));
  const unit = dialog.getByRole("textbox", { name: "x-unit" });
  await vi.waitFor(() => expect(unit).toHaveFocus());
  await user.keyboard("ft");
  await user.click(dialog.getByRole("button", { name: "Edit" }));
  expect(readEdited()).toEqual({
    ...schema,
    properties: {
      ...schema.properties,
      width: { ...schema.properties.width, title: "Width of the river", "x-unit": "ft" },
    },
  });
});

it.each(["Size", "Width (width)"])("offers to add a field in the section of the chosen %s", async (label) => {
  const { choose, openDialog } = renderFields();
  await choose(label);
  const dialog = await openDialog("Add a field");
  expect(dialog.getByLabelText("x-section")).toHaveValue("Size");
});

it("adds no field under a name that is no identifier", async () => {
  // RJSF logs what it shows.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { user, openDialog, onEdit } = renderFields();
  const dialog = await openDialog("Add a field");
  await user.type(dialog.getByRole("textbox", { name: /^Name in the schema/ }), "Two words");
  await user.click(dialog.getByRole("button", { name: "Add a field" }));
  expect(await dialog.findByText(/^Use letters and digits/)).toBeVisible();
  expect(dialog.getAllByText("Required")).not.toEqual([]);
  expect(onEdit).not.toHaveBeenCalled();
});

it("refuses the name of another field", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { user, choose, openDialog, onEdit } = renderFields();
  await choose("Width (width)");
  const dialog = await openDialog("Rename");
  const name = dialog.getByRole("textbox", { name: /^New name/ });
  expect(name).toHaveFocus();
  await user.clear(name);
  await user.type(name, "peak");
  await user.click(dialog.getByRole("button", { name: "Rename" }));
  expect(await dialog.findByText(/^Another field has this name/)).toBeVisible();
  expect(onEdit).not.toHaveBeenCalled();
});

it("takes choices and examples as lines, and explains the keywords", async () => {
  const { user, openDialog, readEdited } = renderFields();
  const dialog = await openDialog("Add a field");
  await user.type(dialog.getByRole("textbox", { name: /^Name in the schema/ }), "depth");
  await user.type(dialog.getByRole("textbox", { name: /^Label/ }), "Depth");
  await user.type(dialog.getByRole("textbox", { name: /^Help/ }), "Below ground.");
  await user.type(dialog.getByRole("textbox", { name: /^Examples/ }), "low{Enter}{Enter} high ");
  await user.click(dialog.getByRole("combobox", { name: /^Add a keyword/ }));
  const keywords = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(keywords.filter((text) => /^(minimum|format|enum)$/.test(text))).toEqual([]);
  await user.click(screen.getByRole("option", { name: /^enum/ }));
  await user.type(dialog.getByRole("textbox", { name: /^Choices/ }), "low{Enter}high");
  await user.click(dialog.getByRole("button", { name: "Add a field" }));
  expect(await screen.findByText("Depth (depth)")).toBeVisible();
  expect(readEdited().properties["depth"]).toMatchObject({
    enum: ["low", "high"],
    examples: ["low", "high"],
  });
});

it("offers the choices of the field that a condition names", async () => {
  const { user, choose, openDialog, readEdited } = renderFields();
  await choose("Width (width)");
  const dialog = await openDialog("Require only when");
  await user.click(dialog.getByRole("combobox", { name: /^The other field/ }));
  await user.click(screen.getByRole("option", { name: "Grade" }));
  await user.click(await dialog.findByRole("combobox", { name: /^Its value/ }));
  await user.click(screen.getByRole("option", { name: "coarse" }));
  await user.click(dialog.getByRole("button", { name: "Require only when" }));
  expect(readEdited().allOf).toEqual([
    {
      if: { properties: { grade: { const: "coarse" } }, required: ["grade"] },
      then: { required: ["width"] },
    },
  ]);
});

it.each([
  ["Add a field", "Width (width)", ["Width", "Peak", "Grade"]],
  ["Add a part", "Peak (peak)", ["Flow"]],
])("%s offers every field beside the new one to filter its choices by", async (label, chosen, names) => {
  const { user, choose, openDialog } = renderFields();
  await choose(chosen);
  const dialog = await openDialog(label);
  await user.click(dialog.getByRole("combobox", { name: /^Add a keyword/ }));
  await user.click(screen.getByRole("option", { name: /^x-options/ }));
  await user.click(await dialog.findByRole("combobox", { name: /^filterBy/ }));
  const offered = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(offered).toEqual(["None", ...names]);
});

it("chooses a section without closing it", async () => {
  const { choose } = renderFields();
  await choose("Size");
  expect(screen.getByRole("treeitem", { name: /^Size/ })).toHaveAttribute("aria-expanded", "true");
});

it("scrolls to the field that it adds, in a new section", async () => {
  const { user, openDialog } = renderFields();
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  const dialog = await openDialog("Add a field");
  await user.type(dialog.getByRole("textbox", { name: /^Name in the schema/ }), "slope");
  await user.type(dialog.getByRole("textbox", { name: /^Label/ }), "Slope");
  await user.type(dialog.getByRole("textbox", { name: /^Help/ }), "Of the bed.");
  await user.type(dialog.getByRole("textbox", { name: /^Examples/ }), "flat");
  await user.type(dialog.getByLabelText("x-section"), "Channel");
  await user.click(dialog.getByRole("button", { name: "Add a field" }));
  const added = await screen.findByRole("treeitem", { name: "Slope (slope)" });
  await vi.waitFor(() => expect(scrolled.mock.contexts.at(-1)).toBe(added));
});

it("chooses the part that it adds, and keeps the choice when it renames it", async () => {
  const { user, choose, openDialog, onOpen } = renderFields();
  await choose("Peak (peak)");
  const addition = await openDialog("Add a part");
  await user.type(addition.getByRole("textbox", { name: /^Name in the schema/ }), "stage");
  await user.type(addition.getByRole("textbox", { name: /^Label/ }), "Stage");
  await user.click(addition.getByRole("button", { name: "Add a part" }));
  const renaming = await openDialog("Rename");
  const name = renaming.getByRole("textbox", { name: /^New name/ });
  expect(name).toHaveValue("stage");
  await user.type(name, "Datum");
  await user.click(renaming.getByRole("button", { name: "Rename" }));
  await user.click(await screen.findByRole("button", { name: "Show in the text" }));
  expect(onOpen).toHaveBeenCalledWith(["properties", "peak", "properties", "stageDatum"]);
});

it("names the field that it removes", async () => {
  const { user, choose, openDialog, readEdited } = renderFields();
  await choose("Width (width)");
  const dialog = await openDialog("Remove");
  expect(dialog.getByText(/^Removes width /)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(Object.keys(readEdited().properties)).toEqual(["peak", "grade"]);
});

it("keeps the focus after a removal, and moves it to an added part, which offers other edits", async () => {
  const { user, choose, openDialog } = renderFields();
  await choose("Width (width)");
  const removal = await openDialog("Remove");
  await user.click(removal.getByRole("button", { name: "Remove" }));
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Remove" })).toHaveFocus());
  const addition = await openDialog("Add a part");
  await user.type(addition.getByRole("textbox", { name: /^Name in the schema/ }), "stage");
  await user.type(addition.getByRole("textbox", { name: /^Label/ }), "Stage");
  await user.click(addition.getByRole("button", { name: "Add a part" }));
  await vi.waitFor(() => expect(screen.getByRole("treeitem", { name: "Stage (stage)" })).toHaveFocus());
});

it("offers no edits of a chosen field that Undo has removed", async () => {
  const { properties } = schema;
  const renderText = (edited: EntitySchema) => (
    <FieldsPane
      text={JSON.stringify(edited)}
      {...CONTEXT}
      {...{ onOpen: vi.fn(), onEdit: vi.fn(), onSelect: vi.fn() }}
    />
  );
  const { rerender } = render(renderText(schema));
  await userEvent.click(screen.getByText("Width (width)"));
  const { width, ...others } = properties;
  expect(width.title).toBe("Width");
  rerender(renderText({ ...schema, properties: others }));
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Add a field"]);
});

it("edits the chosen part of a group, and leaves the group as it is", async () => {
  const { user, choose, openDialog, readEdited, onOpen } = renderFields();
  await choose("Flow (flow)");
  await user.click(screen.getByRole("button", { name: "Show in the text" }));
  expect(onOpen).toHaveBeenCalledWith(["properties", "peak", "properties", "flow"]);
  const dialog = await openDialog("Edit");
  await user.type(dialog.getByRole("textbox", { name: "Label (title)" }), " rate");
  await user.click(dialog.getByRole("button", { name: "Edit" }));
  const { peak } = schema.properties;
  const flow = { ...peak.properties.flow, title: "Flow rate" };
  expect(readEdited().properties["peak"]).toEqual({ ...peak, properties: { flow } });
});

it("offers to convert older values only if the schema was released", async () => {
  const { choose } = renderFields();
  await choose("Width (width)");
  expect(screen.getByRole("button", { name: "Change the type" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Convert older values" })).not.toBeInTheDocument();
});

it("shows the fields again once the text that they could not be read from has changed", () => {
  const renderText = (text: string) => (
    <PreviewBoundary title="The fields cannot be shown." content={text}>
      <FieldsPane text={text} {...CONTEXT} onOpen={vi.fn()} onEdit={vi.fn()} onSelect={vi.fn()} />
    </PreviewBoundary>
  );
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { rerender } = render(renderText('{ "properties": { "width": null } }'));
  expect(screen.getByText("The fields cannot be shown.")).toBeVisible();
  rerender(renderText(JSON.stringify(schema)));
  expect(screen.getByText("Width (width)")).toBeVisible();
});
