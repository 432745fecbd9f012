import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { VendorForm } from "../../../scripts/schema-studio/page/FormPreview.tsx";
import type { EntitySchema } from "../../../src/contract/schema/fields.ts";
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

it("shows the form of a schema with a condition", async () => {
  const view = { name: "test", schema, hasForm: true, openApi: { read: {}, write: {} }, dictionary: "" };
  render(
    <VendorForm
      {...{ view, values: { kind: "2D" }, references: references(), options: {}, comparison: undefined }}
      onValues={vi.fn()}
      onEdit={vi.fn()}
    />,
    { wrapper: Page },
  );
  expect(await screen.findByRole("textbox", { name: "Mesh" })).toBeRequired();
});
