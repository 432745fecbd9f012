import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import { listDifferingFields, mergeChanges } from "../../src/contract/conflicts/mergeChanges.ts";
import { aMetadata } from "../support/aMetadata.ts";

const schema = getSchema("metadata");
const base = aMetadata({}) as unknown as JsonObject;
const merged = (mine: JsonObject, theirs: JsonObject) =>
  mergeChanges(schema, { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } });

const PERIODS = [{ start: "2015-05-01", end: "2015-06-30" }];
const CONTACTS = [{ contactId: "12", roleId: "1" }];

describe("mergeChanges, with two users' changes of a record", () => {
  it("merges changes of different fields: texts, lists, dates, periods, contacts", () => {
    const mine = { modelName: "Mine", county: ["Denton", "Cooke"], modelCreationDate: "2020-01-01" };
    const theirs = {
      modelDescription: "Theirs",
      hydrologicUnitCode: ["120301010103"],
      modelLastUpdatedDate: "2026-01-01",
      timePeriodCovered: [...PERIODS, { start: "2020-01-01", end: "2020-01-02" }],
      contacts: [...CONTACTS, { contactId: "40", roleId: "2" }],
    };
    const { values, conflicts } = merged(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(values).toEqual({ ...base, ...mine, ...theirs });
  });

  it("reports a conflict for each field that both users changed, in schema order", () => {
    const mine = { modelName: "Mine", county: ["Cooke"], modelPurpose: "Same" };
    const theirs = { modelName: "Theirs", county: ["Wise"], modelPurpose: "Same" };
    const { values, conflicts } = merged(mine, theirs);
    expect(conflicts).toEqual([
      { field: "county", mine: ["Cooke"], theirs: ["Wise"] },
      { field: "modelName", mine: "Mine", theirs: "Theirs" },
    ]);
    expect(values).toMatchObject(mine);
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["a field that I cleared", { city: [] }, {}, { city: [] }],
    ["a field that they cleared", {}, { city: undefined }, {}],
    ["a field that both cleared", { city: [] }, { city: undefined }, { city: [] }],
  ])("distinguishes an emptied field from an unchanged one: %s", (_, mine, theirs, expected) => {
    const { values, conflicts } = merged(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(values).toEqual({ ...base, city: undefined, ...expected });
  });

  it("reports a conflict when one user empties a field that the other changed", () => {
    expect(merged({ city: ["Justin"] }, { city: undefined }).conflicts).toEqual([
      { field: "city", mine: ["Justin"], theirs: undefined },
    ]);
  });

  it("ignores empty entries and the key order within an entry", () => {
    const one = { contactId: "12", roleId: "1" };
    const two = [one, { contactId: "40", roleId: "2" }];
    const { values, conflicts } = mergeChanges(schema, {
      base: { contacts: [one] },
      mine: { contacts: [{ roleId: "1", contactId: "12" }, {}] },
      theirs: { contacts: two },
    });
    expect(conflicts).toEqual([]);
    expect(values["contacts"]).toEqual(two);
  });

  it("keeps a derived field consistent with its source field, without a second conflict", () => {
    const theirs = { twdbFloodPlanningRegionID: "08", tdisCollectionIdentifier: "908" };
    expect(merged({ modelName: "Mine" }, theirs).values).toMatchObject({ ...theirs, modelName: "Mine" });
    const mine = { twdbFloodPlanningRegionID: "09", tdisCollectionIdentifier: "909" };
    const both = merged(mine, theirs);
    expect(both.conflicts.map(({ field }) => field)).toEqual(["twdbFloodPlanningRegionID"]);
    expect(both.values).toMatchObject(mine);
  });
});

it("listDifferingFields lists the changed fields, not derived or empty ones", () => {
  expect(listDifferingFields(schema, base, { ...base, modelName: "New", city: undefined })).toEqual(
    Object.keys(schema.properties).filter((name) => name === "modelName" || name === "city"),
  );
  expect(listDifferingFields(schema, base, { ...base, showOriginatorContact: true })).toEqual([]);
  expect(listDifferingFields(schema, {}, { city: [], contacts: [{}] })).toEqual([]);
});
