import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ComposerForm, ReasonsForm, VendorForm } from "../../../scripts/schema-studio/page/FormPreview.tsx";
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  buildExampleEntity,
  getSchema,
  type EntitySchema,
  type FieldSchema,
} from "../../../src/contract/schema/fields.ts";
import { Page, references } from "../form/renderForm.tsx";

const schema = {
  $id: "test",
  title: "Test",
  type: "object",
  properties: {
    kind: { title: "Kind", type: "string" },
    mesh: { title: "Mesh", type: "string", "x-when": true },
  },
  if: { properties: { kind: { const: "2D" } }, required: ["kind"] },
  then: { required: ["mesh"] },
} satisfies EntitySchema;

function buildProps(previewed: EntitySchema, values: JsonObject) {
  const view = {
    ...{ name: previewed.$id, schema: previewed, hasForm: true },
    ...{ openApi: { read: {}, write: {} }, dictionary: "" },
  };
  const shown = { view, values, references: references(), options: {}, comparison: undefined };
  return { ...shown, onValues: vi.fn<(values: JsonObject) => void>(), onEdit: vi.fn() };
}

it("shows the form of a schema with a condition", async () => {
  render(<VendorForm {...buildProps(schema, { kind: "2D" })} />, { wrapper: Page });
  expect(await screen.findByRole("textbox", { name: "Mesh" })).toBeRequired();
});

it("shows what the composer of messages shows: the added fields and the text", async () => {
  const message = getSchema("message");
  const topic: FieldSchema = { title: "Topic", type: "string", "x-wire": { write: "topic" } };
  const flag: FieldSchema = { title: "Flag", type: "string", "x-wire": { read: "flag" } };
  const added = { ...message, properties: { ...message.properties, topic, flag } };
  const props = buildProps(added, { ...buildExampleEntity(message), topic: "" });
  render(<ComposerForm {...props} />, { wrapper: Page });
  const text = await screen.findByRole("textbox", { name: "Message" });
  const labels = screen.getAllByRole("textbox").map((input) => (input as HTMLInputElement).labels?.[0]);
  expect(labels.map((label) => label?.textContent)).toEqual(["Topic", "Message"]);
  await userEvent.type(text, "!");
  expect(props.onValues).toHaveBeenLastCalledWith({
    ...props.values,
    content: `${props.values["content"] as string}!`,
  });
});

it("shows what the review shows of a rejection: the changes to request, with their added parts", async () => {
  const rejection = structuredClone(getSchema("rejection"));
  rejection.properties["reasons"]!.items!.properties!["deadline"] = { title: "Deadline", type: "string" };
  const values = { recordId: "1", reason: "Written", reasons: [{ kind: "field", name: "county", text: "" }] };
  const props = buildProps(rejection, values);
  render(<ReasonsForm {...props} />, { wrapper: Page });
  expect(await screen.findByRole("textbox", { name: "Deadline" })).toBeVisible();
  expect(screen.getByRole("combobox")).toHaveValue(getSchema("metadata").properties["county"]!.title);
  for (const hidden of ["Record", "Reason"])
    expect(screen.queryByRole("textbox", { name: hidden })).not.toBeInTheDocument();
});
