import { describe, expect, it } from "vitest";
import type { AccessRole } from "../../src/contract/generated/vocabulary.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { listSchemaOptions } from "../../src/contract/schema/fieldSchema.ts";
import { checkNewValues } from "../../src/contract/rules/checkNewValues.ts";
import { aMetadata } from "../support/aMetadata.ts";

const lists = { counties: new Set(["Denton", "Wise"]), software: new Set(["HEC-RAS"]) };
const listErrors = (schema: EntitySchema, document: JsonObject, before?: JsonObject) =>
  checkNewValues(schema, document, before, lists).map(({ path, rule }) => `${path.join(".")}: ${rule}`);

describe("a save", () => {
  const schema = getSchema("metadata");
  const metadata = (overrides: JsonObject) => aMetadata(overrides) as unknown as JsonObject;

  it("reports a value that a closed list does not contain, with its path", () => {
    expect(listErrors(schema, metadata({ county: ["Denton", "Dentn"] }))).toEqual(["county.1: x-options"]);
    expect(listErrors(schema, metadata({ county: ["Denton"] }))).toEqual([]);
  });

  it("accepts values that the record already had", () => {
    const before = metadata({ county: ["Dentn"] });
    expect(listErrors(schema, metadata({ county: ["Wise", "Dentn"] }), before)).toEqual([]);
  });

  it("accepts other values for an open list", () => {
    const document = metadata({
      county: ["Denton"],
      softwareName: "OWN",
      hydrologicUnitCode: ["999999999999"],
    });
    expect(listErrors(schema, document)).toEqual([]);
  });

  it("does not report a value that is not text; the type rules do", () => {
    expect(listErrors(schema, metadata({ county: [Object.create(null), 7] }))).toEqual([]);
  });

  it("accepts any value when the list is unknown", () => {
    expect(checkNewValues(schema, metadata({ county: ["Dentn"] }), undefined, {})).toEqual([]);
  });
});

describe("a deprecated option", () => {
  const datum = {
    type: "string",
    oneOf: [
      { const: "88", title: "NAVD 88" },
      { const: "29", title: "NGVD 29", deprecated: true },
    ],
  };
  const schema: EntitySchema = { $id: "a", title: "A", properties: { datum } };

  it("has a label and is marked as deprecated", () => {
    expect(listSchemaOptions(datum)).toEqual([
      { value: "88", label: "NAVD 88", isDeprecated: false },
      { value: "29", label: "NGVD 29", isDeprecated: true },
    ]);
  });

  it("is accepted in a record that already has it and rejected elsewhere", () => {
    expect(listErrors(schema, { datum: "29" })).toEqual(["datum: x-options"]);
    expect(listErrors(schema, { datum: "29" }, { datum: "88" })).toEqual(["datum: x-options"]);
    expect(listErrors(schema, { datum: "29" }, { datum: "29" })).toEqual([]);
  });
});

it("refuses deprecated choices of an enum, in lists and in parts of groups", () => {
  const method = { type: "string", enum: ["lidar", "plane"], deprecated: ["plane"] };
  const schema: EntitySchema = {
    $id: "a",
    title: "A",
    properties: {
      methods: { type: "array", items: method },
      surveys: { type: "array", items: { type: "object", properties: { method } } },
    },
  };
  const document = { methods: ["lidar", "plane"], surveys: [{ method: "lidar" }, { method: "plane" }] };
  expect(listErrors(schema, document)).toEqual(["methods.1: x-options", "surveys.1.method: x-options"]);
  expect(listErrors(schema, document, document)).toEqual([]);
});

describe("options filtered by another field", () => {
  const schema: EntitySchema = {
    $id: "a",
    title: "A",
    properties: {
      county: { title: "Counties", type: "array" },
      gauge: { type: "string", "x-options": { source: "gauges", filterBy: "county", filterKey: "county" } },
    },
  };
  const gauges = new Map([
    ["justin", { county: "Denton" }],
    ["decatur", { county: ["Wise", "Denton"] }],
  ]);
  const listMessages = (document: JsonObject, before?: JsonObject) =>
    checkNewValues(schema, document, before, { gauges }).map(({ message }) => message);
  const outside = ["Outside the chosen counties. Choose another option."];

  it("are refused outside the values of that field", () => {
    expect(listMessages({ county: ["Wise"], gauge: "justin" })).toEqual(outside);
    expect(listMessages({ county: ["Wise"], gauge: "decatur" })).toEqual([]);
    expect(listMessages({ county: [], gauge: "justin" })).toEqual([]);
  });

  it("stay in a record until that field changes", () => {
    const before = { county: ["Wise"], gauge: "justin" };
    expect(listMessages({ county: ["Wise"], gauge: "justin" }, before)).toEqual([]);
    expect(listMessages({ county: ["Wise", "Bexar"], gauge: "justin" }, before)).toEqual(outside);
  });
});

describe("a filter", () => {
  const gauge = (properties: EntitySchema["properties"], filterBy: string): EntitySchema => ({
    $id: "a",
    title: "A",
    properties: {
      ...properties,
      gauge: {
        type: "string",
        "x-access": { edit: ["admin"] },
        "x-options": { source: "gauges", filterBy, filterKey: filterBy },
      },
    },
  });

  it("does not block senders who cannot edit the filtered field", () => {
    const schema = gauge({ county: { title: "Counties", type: "array" } }, "county");
    const gauges = new Map([["justin", { county: "Denton" }]]);
    const [before, after] = [["Denton"], ["Wise"]].map((county) => ({ county, gauge: "justin" }));
    const check = (roles: AccessRole[]) => checkNewValues(schema, after!, before, { gauges }, roles);
    expect(check(["vendor"])).toEqual([]);
    expect(check(["vendor", "admin"])).toMatchObject([{ path: ["gauge"] }]);
  });

  it("compares numbers with the texts of a list", () => {
    const schema = gauge({ stage: { title: "Stage", type: "integer" } }, "stage");
    const gauges = new Map([["justin", { stage: "1" }]]);
    const check = (stage: number) =>
      checkNewValues(schema, { stage, gauge: "justin" }, undefined, { gauges }, ["vendor", "admin"]);
    expect(check(1)).toEqual([]);
    expect(check(2)).toHaveLength(1);
  });
});

it("a save that changes a read-only field is rejected", () => {
  const schema: EntitySchema = {
    $id: "a",
    title: "A",
    properties: { grade: { type: "string", readOnly: true, default: "none" } },
  };
  expect(listErrors(schema, { grade: "best" }, { grade: "good" })).toEqual(["grade: readOnly"]);
  expect(listErrors(schema, {}, { grade: "good" })).toEqual(["grade: readOnly"]);
  expect(listErrors(schema, { grade: "good" }, { grade: "good" })).toEqual([]);
  expect(listErrors(schema, { grade: "none" })).toEqual([]);
  expect(listErrors(schema, {}, {}), "a record from before the field").toEqual([]);
});
