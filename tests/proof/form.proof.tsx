import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { schemaOf } from "../../src/contract/fields.ts";
import { SchemaForm } from "../../src/portal/form/SchemaForm.tsx";
import { columnsOf } from "../../src/portal/table/columnsOf.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { someReferences } from "../support/references.ts";
import { ADDED_FIELD, ADDED_NAME } from "./addedField.ts";

it("is in the form with its label, its help and its wording, and in what the form hands over", async () => {
  const onSubmit = vi.fn();
  const initial = { ...aMetadata(), [ADDED_NAME]: undefined };
  render(
    <SchemaForm schemaName="metadata" initial={initial} references={someReferences()} onSubmit={onSubmit}>
      <button type="submit">Save</button>
    </SchemaForm>,
  );
  const user = userEvent.setup();
  const input = screen.getByRole("textbox", { name: ADDED_FIELD.title! });
  expect(input).toHaveAccessibleDescription(expect.stringContaining(ADDED_FIELD.description!));
  await user.type(input, "x".repeat(51));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findAllByText("Keep the notes short.")).length).toBeGreaterThan(0);
  await user.clear(input);
  await user.type(input, "Dry.");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(onSubmit.mock.calls[0]![0]).toMatchObject({ [ADDED_NAME]: "Dry." });
});

it("is a column of the table", () => {
  expect(columnsOf(schemaOf("metadata")).map(({ title }) => title)).toContain(ADDED_FIELD.title);
});
