import { hashForSchema, type RJSFSchema } from "@rjsf/utils";
import { screen, waitFor } from "@testing-library/react";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { listDetailSections } from "../../../src/portal/record-detail/MetadataSections.tsx";
import { renderForm } from "./renderForm.tsx";

const text = (title: string, more: FieldSchema = {}): FieldSchema => ({ title, type: "string", ...more });

const condition = { properties: { kind: { const: "2D" } }, required: ["kind"] };
const partCondition = { properties: { level: { const: "high" } }, required: ["level"] };
const events: FieldSchema = {
  title: "Events",
  type: "array",
  items: {
    type: "object",
    properties: { level: text("Level"), mark: text("Mark", { "x-when": true }) },
    if: partCondition,
    then: { required: ["mark"] },
  },
};

const schema: EntitySchema = {
  $id: "tiny",
  title: "Tiny",
  type: "object",
  properties: {
    kind: text("Kind"),
    mesh: text("Mesh", { "x-when": true }),
    reason: text("Reason", { "x-when": true }),
  },
  allOf: [{ if: condition, then: { required: ["mesh"] }, else: { properties: { reason: {} } } }],
};

const ajv = new Ajv({ allErrors: true, strict: false });
const validators = {
  tiny: ajv.compile(schema),
  [hashForSchema(condition as RJSFSchema)]: ajv.compile(condition),
  [hashForSchema(partCondition as RJSFSchema)]: ajv.compile(partCondition),
} as never;

const UNNEEDED = "Clear this field if you no longer need it. It does not apply to your other entries.";

const queryLabels = () =>
  screen.getAllByRole("textbox").map((input) => (input as HTMLInputElement).labels?.[0]?.textContent);

it("shows a field with x-when while a condition names it, or while it has a value", async () => {
  const { user } = renderForm(schema, validators, { initialValues: {} });
  expect(queryLabels()).toEqual(["Kind", "Reason"]);
  const kind = screen.getByRole("textbox", { name: "Kind" });
  await user.type(kind, "2D");
  await user.tab();
  expect(await screen.findByRole("textbox", { name: "Mesh" })).toBeRequired();
  await user.type(screen.getByRole("textbox", { name: "Mesh" }), "Fine");
  await waitFor(() => expect(queryLabels()).toEqual(["Kind", "Mesh*"]));
  await user.clear(kind);
  await user.tab();
  await waitFor(() => expect(queryLabels()).toEqual(["Kind", "Mesh", "Reason"]));
  expect(screen.getByRole("textbox", { name: "Mesh" })).toHaveAccessibleDescription(UNNEEDED);
});

it("keeps a field whose condition is no longer met while the user empties it", async () => {
  const { user } = renderForm(schema, validators, { initialValues: { kind: "1D", mesh: "Fine" } });
  const mesh = screen.getByRole("textbox", { name: "Mesh" });
  await user.clear(mesh);
  await waitFor(() => expect(screen.queryByText(UNNEEDED)).not.toBeInTheDocument());
  expect(mesh).toBeVisible();
  await user.tab();
  await waitFor(() => expect(mesh).not.toBeInTheDocument());
});

it("shows a part of a list's group while a condition of the group names it", async () => {
  const initialValues = { kind: "2D", mesh: "Fine", events: [{ level: "low" }, { level: "high" }] };
  const withEvents = { ...schema, properties: { ...schema.properties, events } };
  renderForm(withEvents, validators, { initialValues });
  await waitFor(() => expect(queryLabels()).toEqual(["Kind", "Mesh*", "Level", "Level", "Mark*"]));
});

it("shows a list whose condition is not met while an added entry is empty", () => {
  const items: FieldSchema = { type: "object", properties: { level: text("Level") }, required: ["level"] };
  const marks: FieldSchema = { title: "Marks", type: "array", "x-when": true, items };
  const withMarks: EntitySchema = {
    ...schema,
    properties: { ...schema.properties, marks },
    allOf: [{ if: condition, then: { properties: { marks: {} } } }],
  };
  renderForm(withMarks, validators, { initialValues: { kind: "1D", marks: [{}] } });
  expect(screen.getByRole("textbox", { name: "Level" })).toBeVisible();
  expect(screen.getByRole("group", { name: "Marks" })).toHaveAccessibleDescription(UNNEEDED);
});

it("leaves out an empty field with x-when on the record page", () => {
  const fieldsOf = (values: object) =>
    listDetailSections(schema, { ...values }).flatMap(({ fields }) => fields.map(([name]) => name));
  expect(fieldsOf({ kind: "1D" })).toEqual(["kind"]);
  expect(fieldsOf({ kind: "2D", mesh: "Fine" })).toEqual(["kind", "mesh"]);
});
