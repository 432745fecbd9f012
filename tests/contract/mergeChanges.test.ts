import { describe, expect, it } from "vitest";
import { schemaOf, type JsonObject } from "../../src/contract/schema/fields.ts";
import { changedFields, mergeChanges } from "../../src/contract/conflicts/mergeChanges.ts";
import { aMetadata } from "../support/aMetadata.ts";

const schema = schemaOf("metadata");
const base = aMetadata({}) as unknown as JsonObject;
const merged = (mine: JsonObject, theirs: JsonObject) =>
  mergeChanges(schema, { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } });

const PERIODS = [{ start: "2015-05-01", end: "2015-06-30" }];
const CONTACTS = [{ contactId: "12", roleId: "1" }];

describe("two changes of a record", () => {
  it("are both kept where they are of different fields: texts, lists, dates, periods, contacts", () => {
    const mine = { modelName: "Mine", county: ["Denton", "Cooke"], modelCreationDate: "2020-01-01" };
    const theirs = {
      modelDescription: "Theirs",
      hydrologicUnitCode: ["120301010103"],
      modelLastUpdatedDate: "2026-01-01",
      timePeriodCovered: [...PERIODS, { start: "2020-01-01", end: "2020-01-02" }],
      contacts: [...CONTACTS, { contactId: "40", roleId: "2" }],
    };
    const { values, contested } = merged(mine, theirs);
    expect(contested).toEqual([]);
    expect(values).toEqual({ ...base, ...mine, ...theirs });
  });

  it("are to be chosen between where they are of one field, in the order of the form", () => {
    const mine = { modelName: "Mine", county: ["Cooke"], modelPurpose: "Same" };
    const theirs = { modelName: "Theirs", county: ["Wise"], modelPurpose: "Same" };
    const { values, contested } = merged(mine, theirs);
    expect(contested).toEqual([
      { field: "county", mine: ["Cooke"], theirs: ["Wise"] },
      { field: "modelName", mine: "Mine", theirs: "Theirs" },
    ]);
    expect(values).toMatchObject(mine);
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["what I emptied stays empty", { city: [] }, {}, { city: [] }],
    ["what they emptied is gone", {}, { city: undefined }, {}],
    ["what both emptied is no question", { city: [] }, { city: undefined }, { city: [] }],
  ])("tell an emptied field from one that was not touched: %s", (_, mine, theirs, expected) => {
    const { values, contested } = merged(mine, theirs);
    expect(contested).toEqual([]);
    expect(values).toEqual({ ...base, city: undefined, ...expected });
  });

  it("are to be chosen between where one emptied what the other changed", () => {
    expect(merged({ city: ["Justin"] }, { city: undefined }).contested).toEqual([
      { field: "city", mine: ["Justin"], theirs: undefined },
    ]);
  });

  it("take no row that is still empty for a change, and a row's parts in any order", () => {
    const one = { contactId: "12", roleId: "1" };
    const two = [one, { contactId: "40", roleId: "2" }];
    const { values, contested } = mergeChanges(schema, {
      base: { contacts: [one] },
      mine: { contacts: [{ roleId: "1", contactId: "12" }, {}] },
      theirs: { contacts: two },
    });
    expect(contested).toEqual([]);
    expect(values["contacts"]).toEqual(two);
  });

  it("bring a derived field along with the field it derives from, and never ask for it", () => {
    const theirs = { twdbFloodPlanningRegionID: "08", tdisCollectionIdentifier: "908" };
    expect(merged({ modelName: "Mine" }, theirs).values).toMatchObject({ ...theirs, modelName: "Mine" });
    const mine = { twdbFloodPlanningRegionID: "09", tdisCollectionIdentifier: "909" };
    const both = merged(mine, theirs);
    expect(both.contested.map(({ field }) => field)).toEqual(["twdbFloodPlanningRegionID"]);
    expect(both.values).toMatchObject(mine);
  });
});

it("names the changed fields of a document", () => {
  expect(changedFields(schema, base, { ...base, modelName: "New", city: undefined })).toEqual(
    Object.keys(schema.properties).filter((name) => name === "modelName" || name === "city"),
  );
  expect(changedFields(schema, base, { ...base, showOriginatorContact: true })).toEqual([]);
  expect(changedFields(schema, {}, { city: [], contacts: [{}] })).toEqual([]);
});
