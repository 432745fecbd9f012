import { hashForSchema, type RJSFSchema } from "@rjsf/utils";
import { screen, waitFor } from "@testing-library/react";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import type { EntitySchema, FieldSchema } from "../../../src/contract/schema/fields.ts";
import { listDetailSections } from "../../../src/portal/record-detail/MetadataSections.tsx";
import { renderForm } from "./renderForm.tsx";

const text = (title: string, more: FieldSchema = {}): FieldSchema => ({ title, type: "string", ...more });

const condition = { properties: { kind: { const: "2D" } }, required: ["kind"] };
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
} as never;

const queryLabels = () =>
  screen.getAllByRole("textbox").map((input) => (input as HTMLInputElement).labels?.[0]?.textContent);

it("shows a field with x-when while a condition names it, or while it has a value", async () => {
  const { user } = renderForm(schema, validators, { initialValues: {} });
  expect(queryLabels()).toEqual(["Kind", "Reason"]);
  const kind = screen.getByRole("textbox", { name: "Kind" });
  await user.type(kind, "2D");
  await user.tab();
  expect(await screen.findByRole("textbox", { name: "Mesh" })).toBeRequired();
  expect(queryLabels()).toEqual(["Kind", "Mesh*"]);
  await user.type(screen.getByRole("textbox", { name: "Mesh" }), "Fine");
  await user.clear(kind);
  await user.tab();
  await waitFor(() => expect(queryLabels()).toEqual(["Kind", "Mesh", "Reason"]));
});

it("leaves out an empty field with x-when on the record page", () => {
  const fieldsOf = (values: object) =>
    listDetailSections(schema, { ...values }).flatMap(({ fields }) => fields.map(([name]) => name));
  expect(fieldsOf({ kind: "1D" })).toEqual(["kind"]);
  expect(fieldsOf({ kind: "2D", mesh: "Fine" })).toEqual(["kind", "mesh"]);
});
