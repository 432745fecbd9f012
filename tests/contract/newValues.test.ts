import { describe, expect, it } from "vitest";
import { schemaOf, type JsonObject, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { choicesOf } from "../../src/contract/schema/fieldSchema.ts";
import { newValueFaults } from "../../src/contract/rules/newValues.ts";
import { aMetadata } from "../support/aMetadata.ts";

const lists = { counties: new Set(["Denton", "Wise"]), software: new Set(["HEC-RAS"]) };
const said = (schema: EntitySchema, document: JsonObject, before?: JsonObject) =>
  newValueFaults(schema, document, before, lists).map(({ path, rule }) => `${path.join(".")}: ${rule}`);

describe("a save", () => {
  const schema = schemaOf("metadata");
  const metadata = (overrides: JsonObject) => aMetadata(overrides) as unknown as JsonObject;

  it("is refused a value that a closed list does not hold, by its place", () => {
    expect(said(schema, metadata({ county: ["Denton", "Dentn"] }))).toEqual(["county.1: x-options"]);
    expect(said(schema, metadata({ county: ["Denton"] }))).toEqual([]);
  });

  it("keeps what the record said before", () => {
    const before = metadata({ county: ["Dentn"] });
    expect(said(schema, metadata({ county: ["Wise", "Dentn"] }), before)).toEqual([]);
  });

  it("may say more than an open list holds", () => {
    const document = metadata({
      county: ["Denton"],
      softwareName: "OWN",
      hydrologicUnitCode: ["999999999999"],
    });
    expect(said(schema, document)).toEqual([]);
  });

  it("leaves what is no text at all to the rules of its type", () => {
    expect(said(schema, metadata({ county: [Object.create(null), 7] }))).toEqual([]);
  });

  it("is not refused by a list that is not there", () => {
    expect(newValueFaults(schema, metadata({ county: ["Dentn"] }), undefined, {})).toEqual([]);
  });
});

describe("a choice that is no longer offered", () => {
  const datum = {
    type: "string",
    oneOf: [
      { const: "88", title: "NAVD 88" },
      { const: "29", title: "NGVD 29", deprecated: true },
    ],
  };
  const schema: EntitySchema = { $id: "a", title: "A", properties: { datum } };

  it("is labelled and marked", () => {
    expect(choicesOf(datum)).toEqual([
      { value: "88", label: "NAVD 88", isDeprecated: false },
      { value: "29", label: "NGVD 29", isDeprecated: true },
    ]);
  });

  it("stays in a record that holds it, and is refused anywhere else", () => {
    expect(said(schema, { datum: "29" })).toEqual(["datum: x-options"]);
    expect(said(schema, { datum: "29" }, { datum: "88" })).toEqual(["datum: x-options"]);
    expect(said(schema, { datum: "29" }, { datum: "29" })).toEqual([]);
  });
});

it("holds a field that is only shown to what it was", () => {
  const schema: EntitySchema = {
    $id: "a",
    title: "A",
    properties: { grade: { type: "string", readOnly: true, default: "none" } },
  };
  expect(said(schema, { grade: "best" }, { grade: "good" })).toEqual(["grade: readOnly"]);
  expect(said(schema, {}, { grade: "good" })).toEqual(["grade: readOnly"]);
  expect(said(schema, { grade: "good" }, { grade: "good" })).toEqual([]);
  expect(said(schema, { grade: "none" })).toEqual([]);
  expect(said(schema, {}, {}), "a record from before the field").toEqual([]);
});
