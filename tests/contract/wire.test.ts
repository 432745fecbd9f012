import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";
import { decode, encode, encodeUpdate } from "../../src/contract/wire/wire.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { awkwardValues } from "../support/awkwardValues.ts";
import { golden } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

const schema = getSchema("metadata");
const references = someReferences();

describe("the golden record", () => {
  it("is decoded from a response", () => {
    expect(decode(schema, golden("wire-read.json"), "read", references)).toEqual(golden("metadata.json"));
  });

  it("is encoded for a save request", () => {
    expect(encode(schema, golden("metadata.json"), "write", references)).toEqual(golden("wire-write.json"));
  });

  it("is decoded from a save request", () => {
    expect(decode(schema, golden("wire-write.json"), "write", references)).toEqual(golden("metadata.json"));
  });

  it("is encoded for a response", () => {
    expect(encode(schema, golden("metadata.json"), "read", references)).toEqual(golden("wire-read.json"));
  });
});

describe("encode", () => {
  it("sends every field, cleared ones as empty", () => {
    const sent = encode(schema, {}, "write", references);
    expect(Object.keys(sent).sort()).toEqual(Object.keys(golden("wire-write.json")).sort());
    expect(sent).toMatchObject({
      model_name: "",
      huc: "",
      time_periods: [],
      model_contacts: "",
      collection_id: "",
    });
  });

  it("sends create-only names only on create", () => {
    const contact = getSchema("contact");
    const own = { firstName: "Ann", lastName: "Lee", email: "a@example.com", phoneNumber: "1", agency: "4" };
    const changed = {
      first_name: "Ann",
      last_name: "Lee",
      email: "a@example.com",
      work_phone: "1",
      agency: "4",
    };
    expect(encodeUpdate(contact, own, references)).toEqual(changed);
    expect(encode(contact, own, "write", references)).toEqual({ ...changed, cell_phone: "1", comments: "" });
    expect(decode(contact, changed, "write", references)).toEqual(own);
    expect(encodeUpdate(schema, golden("metadata.json"), references)).toEqual(golden("wire-write.json"));
  });

  it("omits a period with only one date", () => {
    const periods = [{ start: "2015-05-01" }, { start: "2015-05-01", end: "2015-05-02" }];
    expect(encode(schema, { timePeriodCovered: periods }, "write", references).time_periods).toEqual([
      ["2015-05-01", "2015-05-02"],
    ]);
  });
});

it("sends the parts of groups under their names in snake case and reads them back", () => {
  const site: FieldSchema = { type: "object", properties: { riverMile: { type: "number" } } };
  const versioned = {
    $id: "gauge",
    title: "Gauge",
    "x-changes": { version: 1 },
    properties: {
      site: { ...site, "x-wire": { read: "site", write: "site" } },
      sites: { type: "array", items: site, "x-wire": { read: "sites", write: "sites" } },
    },
  };
  const entity = { site: { riverMile: 4 }, sites: [{ riverMile: 5 }] };
  const sent = { site: { river_mile: 4 }, sites: [{ river_mile: 5 }] };
  expect(encode(versioned, entity, "write")).toEqual(sent);
  expect(decode(versioned, sent, "read")).toEqual(entity);
  expect(decode(versioned, entity, "write")).toEqual(entity);
});

describe("decode", () => {
  it.each([
    ["the collection's id", { collection_id: 117 }, "02"],
    ["the collection's id under its other name", { collection: "161" }, "01"],
    ["the collection's name", { collection: "Region 03 Trinity" }, "03"],
    ["a region's name alone", { collection: "San Jacinto" }, "06"],
    ["a region's number", { collection: "Region 15" }, "15"],
  ])("finds the region by %s", (_, wire, region) => {
    expect(decode(schema, wire as JsonObject, "read", references).twdbFloodPlanningRegionID).toBe(region);
  });

  it("reads a field from the first of its wire names that is present", () => {
    const wire = { collection_id: "117", collection: "Region 03 Trinity" };
    expect(decode(schema, wire, "read", references).twdbFloodPlanningRegionID).toBe("02");
  });

  it("finds no region for an unlisted collection", () => {
    expect(decode(schema, { collection_id: "4711" }, "read", references)).not.toHaveProperty(
      "twdbFloodPlanningRegionID",
    );
  });

  it("decodes a comma-separated list like an array", () => {
    const read = (hucs: unknown) => decode(schema, { hucs }, "read", references).hydrologicUnitCode;
    expect(read("120301010101, 120301010102")).toEqual(read(["120301010101", "120301010102"]));
  });

  it.each([
    ["an agency's name", { origination_agency: "Trinity River Authority" }, "modelOriginatorAgencyId", "4"],
    [
      "an unlisted agency",
      { origination_agency: "Elm Fork District" },
      "modelOriginatorAgencyId",
      "Elm Fork District",
    ],
    [
      "software by its name",
      { software: "Hydrologic Engineering Center River Analysis System" },
      "softwareName",
      "HEC-RAS",
    ],
    ["unlisted software", { software: "OwnCode" }, "softwareName", "OwnCode"],
    [
      "a time beside a date",
      { model_created: "2021-03-01T00:00:00.000Z" },
      "modelCreationDate",
      "2021-03-01",
    ],
    [
      "an identifier sent as a number",
      { external_identifier: 120000000001 },
      "modelIdentifier",
      "120000000001",
    ],
    [
      "contacts as pairs of numbers",
      { model_contacts: [[12, 1]] },
      "contacts",
      [{ contactId: "12", roleId: "1" }],
    ],
  ])("decodes %s", (_, wire, field, value) => {
    expect(decode(schema, wire, "read", references)[field]).toEqual(value);
  });

  it.each([
    ["an object where a list belongs", { counties: { a: 1 } }],
    ["lists inside a list", { counties: [["x"]] }],
    ["a boolean where text belongs", { software_abbreviation: true }],
    ["an object for an agency", { origination_agency_id: {} }],
  ])("throws on %s", (_, wire) => {
    expect(() => decode(schema, wire as JsonObject, "write", references)).toThrow("is not text");
  });

  it("passes an invalid date on to validation", () => {
    expect(decode(schema, { model_created: "2021-03-01 evil" }, "read").modelCreationDate).toBe(
      "2021-03-01 evil",
    );
  });

  it("finds the originator by role name, else by role 9", () => {
    const wire = { model_contacts: [["40", "7"]] };
    const renamed = someReferences({ contactRoles: [{ id: "7", name: "digital object creator" }] });
    expect(decode(schema, wire, "read", renamed).showOriginatorContact).toBe(true);
    expect(decode(schema, wire, "read", NO_REFERENCES).showOriginatorContact).toBe(false);
  });
});

const travelling = Object.entries(schema.properties).filter(
  ([, field]) => field["x-wire"]?.read !== undefined && field["x-wire"]?.write !== undefined,
);

it("the round-trip tests cover more than 15 fields", () => {
  expect(travelling.length).toBeGreaterThan(15);
});

describe.each(travelling)("%s", (name: string, field: FieldSchema) => {
  it.each(awkwardValues(field))("round-trips unchanged: $shown", ({ value }) => {
    const stored = decode(
      schema,
      encode(schema, aMetadata({ [name]: value }) as unknown as JsonObject, "write", references),
      "write",
      references,
    );
    const shown = decode(schema, encode(schema, stored, "read", references), "read", references);
    expect(shown[name]).toEqual(value);
  });

  it("is absent after an encoded empty value was decoded", () => {
    const emptied = { ...aMetadata(), [name]: undefined };
    const stored = decode(schema, encode(schema, emptied, "write", references), "write", references);
    expect(stored).not.toHaveProperty(name);
  });
});
