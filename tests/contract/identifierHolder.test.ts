import { expect, it } from "vitest";
import { fieldWithRole, schemaOf, textOf, type JsonObject } from "../../src/contract/schema/fields.ts";
import { identifierHolder } from "../../src/contract/identifierHolder.ts";
import { aMetadata } from "../support/aMetadata.ts";

const IDENTIFIER = fieldWithRole(schemaOf("metadata"), "identifier");
const metadata = aMetadata() as unknown as JsonObject;
const record = (id: string, changes: JsonObject = {}) => ({
  id,
  currentMetadata: { ...metadata, ...changes },
});

it("finds the vendor's other record of the same identifier, by id and name", () => {
  const name = textOf(schemaOf("metadata"), metadata, "title");
  expect(identifierHolder([record("1"), record("2")], { id: "2", metadata })).toEqual({
    id: "1",
    name,
    isSameInAll: true,
  });
  expect(identifierHolder([record("1")], { metadata })).toMatchObject({ id: "1" });
});

it("finds none where the record is alone with its identifier, or has none yet", () => {
  const others = [record("1", { [IDENTIFIER]: "030000000009" }), record("2")];
  expect(identifierHolder(others, { id: "2", metadata })).toBeUndefined();
  expect(identifierHolder([record("1", { [IDENTIFIER]: "" })], { id: "2", metadata: {} })).toBeUndefined();
});

it("tells a copy that nobody has edited from a record that only has the same identifier", () => {
  const edited = { ...metadata, [fieldWithRole(schemaOf("metadata"), "title")]: "Another reach" };
  expect(identifierHolder([record("1")], { id: "2", metadata: edited })?.isSameInAll).toBe(false);
});
