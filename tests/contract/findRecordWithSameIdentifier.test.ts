import { expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { getFieldNameByRole, getSchema, getFieldText } from "../../src/contract/schema/fields.ts";
import { findRecordWithSameIdentifier } from "../../src/contract/records/findRecordWithSameIdentifier.ts";
import { aMetadata } from "../support/aMetadata.ts";

const IDENTIFIER = getFieldNameByRole(getSchema("metadata"), "identifier");
const metadata = aMetadata() as unknown as JsonObject;
const record = (id: string, changes: JsonObject = {}) => ({
  id,
  currentMetadata: { ...metadata, ...changes },
});

it("finds the vendor's other record with the same identifier, by id and name", () => {
  const name = getFieldText(getSchema("metadata"), metadata, "title");
  expect(findRecordWithSameIdentifier([record("1"), record("2")], { id: "2", metadata })).toEqual({
    id: "1",
    name,
    isUneditedCopy: true,
  });
  expect(findRecordWithSameIdentifier([record("1")], { metadata })).toMatchObject({ id: "1" });
});

it("finds none when the identifier is unique or empty", () => {
  const others = [record("1", { [IDENTIFIER]: "030000000009" }), record("2")];
  expect(findRecordWithSameIdentifier(others, { id: "2", metadata })).toBeUndefined();
  expect(
    findRecordWithSameIdentifier([record("1", { [IDENTIFIER]: "" })], { id: "2", metadata: {} }),
  ).toBeUndefined();
});

it("does not treat a record with the same identifier and another title as an unedited copy", () => {
  const edited = { ...metadata, [getFieldNameByRole(getSchema("metadata"), "title")]: "Another reach" };
  expect(findRecordWithSameIdentifier([record("1")], { id: "2", metadata: edited })?.isUneditedCopy).toBe(
    false,
  );
});

it("does not find the records that a new version continues", () => {
  const records = [
    record("1"),
    { ...record("2"), previousRecordId: "1" },
    { ...record("3"), previousRecordId: "2" },
  ];
  expect(findRecordWithSameIdentifier(records, { id: "3", metadata })).toBeUndefined();
  expect(findRecordWithSameIdentifier([...records, record("4")], { id: "3", metadata })?.id).toBe("4");
});
