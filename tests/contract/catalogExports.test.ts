import addFormats from "ajv-formats";
import { Ajv, type ValidateFunction } from "ajv";
import geoJsonFeature from "geojson-schema/Feature.json" with { type: "json" };
import geoJsonGeometry from "geojson-schema/Geometry.json" with { type: "json" };
import { load } from "js-yaml";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  buildStacItem,
  buildStandardYaml,
  type RecordToExport,
} from "../../src/contract/records/catalogExports.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import type { Polygons } from "../../src/contract/uploads/spatialExtent.ts";
import { buildModelReport } from "../../src/contract/models/buildModelReport.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { modelSource, pecanBranch } from "../support/modelTexts.ts";
import { someReferences } from "../support/references.ts";

const report = await buildModelReport(modelSource(pecanBranch));
const AREA: Polygons = [
  [
    [
      [-97.45, 33.1],
      [-97.3, 33.1],
      [-97.3, 33.2],
      [-97.45, 33.1],
    ],
  ],
];
const contact = {
  id: "12",
  firstName: "Maria",
  lastName: "Ramírez",
  email: "maria@example.com",
  agency: "1",
};
const record = (more: Partial<RecordToExport> = {}): RecordToExport => ({
  recordId: "57",
  metadata: aMetadata() as unknown as JsonObject,
  references: someReferences(),
  contacts: [contact, { id: "40", firstName: "Olga", lastName: "Origin" }],
  ...more,
});
const without = (fact: string): JsonObject => {
  const metadata = aMetadata() as unknown as JsonObject;
  for (const [name, field] of Object.entries(getSchema("metadata").properties))
    if (field["x-from-model"] === fact) delete metadata[name];
  return metadata;
};

/** STAC 1.1 rules for an Item that GeoJSON does not have. */
const moment = { type: "string", format: "date-time", pattern: "Z$" };
const box = { type: "array", minItems: 4, maxItems: 4, items: { type: "number" } };
const asOfThisVersion = {
  allOf: [geoJsonFeature],
  required: ["stac_version", "id", "links", "assets"],
  properties: {
    stac_version: { const: "1.1.0" },
    stac_extensions: { type: "array", uniqueItems: true, items: { type: "string", format: "uri" } },
    id: { type: "string", minLength: 1 },
    links: { type: "array", items: { required: ["rel", "href"] } },
    assets: { type: "object", additionalProperties: { required: ["href"] } },
    // Only Items of a collection have a collection link.
    collection: false,
    properties: {
      type: "object",
      required: ["datetime"],
      properties: {
        title: { type: "string" },
        description: { type: "string", minLength: 1 },
        keywords: { type: "array", items: { type: "string" } },
        datetime: { anyOf: [moment, { type: "null" }] },
        start_datetime: moment,
        end_datetime: moment,
        created: moment,
        updated: moment,
        bands: false,
      },
      anyOf: [
        { properties: { datetime: { type: "string" } } },
        { required: ["start_datetime", "end_datetime"] },
      ],
    },
  },
  oneOf: [
    { required: ["bbox"], properties: { bbox: box, geometry: { type: "object" } } },
    { properties: { geometry: { type: "null" }, bbox: false } },
  ],
};

const ITEM_SPEC = "https://schemas.stacspec.org/v1.1.0/item-spec/json-schema/";

/** The published schemas if STAC_SCHEMAS is set to their folder (item-spec/json-schema), else the rules above. */
function itemSchema(ajv: Ajv): ValidateFunction {
  const folder = process.env["STAC_SCHEMAS"];
  if (folder === undefined) return ajv.compile(asOfThisVersion);
  ajv.addSchema([geoJsonFeature, geoJsonGeometry]);
  for (const name of readdirSync(folder)) {
    const schema = JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonObject;
    ajv.addSchema({ ...schema, $id: ITEM_SPEC + name });
  }
  return ajv.getSchema(`${ITEM_SPEC}item.json`)!;
}

const isItem = itemSchema(addFormats(new Ajv({ strict: false })));

describe("a STAC Item", () => {
  it.each([
    ["a record with its area and model", record({ report, coveredArea: AREA })],
    ["a record with a location only from its model", record({ report })],
    ["a record without a location", record()],
    ["a record without periods", record({ metadata: without("periods") })],
    ["a record without a date", record({ metadata: {} })],
  ])("is valid for %s", (_, one) => {
    expect([isItem(buildStacItem(one)), isItem.errors]).toEqual([true, null]);
  });

  it("contains the record's values and the facts from the model's files", () => {
    const item = buildStacItem(record({ report, coveredArea: AREA })) as {
      properties: JsonObject;
      bbox: number[];
    };
    expect(item.bbox).toEqual([-97.45, 33.1, -97.3, 33.2]);
    expect(item.properties).toMatchObject({
      title: "Denton Creek",
      keywords: ["Hydraulic", "2D"],
      datetime: null,
      start_datetime: "2015-05-01T00:00:00Z",
      end_datetime: "2015-06-30T23:59:59Z",
      "model:updated": "2025-11-03T00:00:00Z",
      "model:report": { software: [{ name: "HEC-RAS", version: "6.5" }] },
    });
    expect(buildStacItem(record({ metadata: without("periods") }))["properties"]).toMatchObject({
      datetime: "2025-11-03T00:00:00Z",
    });
  });
});

describe("a group and a list of groups", () => {
  const { properties, ...schema } = getSchema("metadata");
  const levee: FieldSchema = {
    type: "object",
    properties: { name: { title: "Name" }, height: { title: "Height", type: "number", "x-unit": "ft" } },
  };
  const withLevees = {
    ...schema,
    properties: {
      ...properties,
      levees: { type: "array", items: levee, "x-export": { stac: "model:levees", standard: "scale" } },
      main: { ...levee, "x-export": { stac: "model:main", standard: "data_stage" } },
      built: { type: "object", "x-export": { standard: "processing_environment" } },
    },
  };
  const [north, south] = [{ name: "North", height: 12 }, { name: "South" }];
  const built = { start: "2015-05-01", end: "2015-06-30" };
  const one = record({ metadata: { levees: [north, south, north], main: south, built } });

  it("are carried by STAC as they are", () => {
    expect(buildStacItem(one, withLevees)["properties"]).toMatchObject({
      "model:levees": [north, south],
      "model:main": south,
    });
    expect([isItem(buildStacItem(one, withLevees)), isItem.errors]).toEqual([true, null]);
  });

  it("are texts in the published standard", () => {
    expect(load(buildStandardYaml(one, withLevees))).toMatchObject({
      global_attributes: {
        scale: "Name: North; Height: 12 ft, Name: South",
        data_stage: "Name: South",
        processing_environment: "2015-05-01, 2015-06-30",
      },
    });
  });
});

describe("the YAML file in the format of the published standard", () => {
  const attributesOf = (one: RecordToExport) =>
    (load(buildStandardYaml(one)) as { global_attributes: JsonObject }).global_attributes;

  it("uses the standard's names and values and adds derived attributes", () => {
    expect(
      attributesOf(record({ report, coveredArea: AREA, uploaded: "2026-01-02T12:00:00.000Z" })),
    ).toMatchObject({
      title: "Denton Creek",
      model_type: "Hydraulic",
      model_dim: "1D/2D",
      placename: "Denton, Wise, Justin, Roanoke",
      time_period_covered: "2015-05-01, 2015-06-30",
      boundary_type: "HUC12",
      boundary_unit_id: "120301010101, 120301010102",
      spatial_extent: "33.2, 33.1, -97.3, -97.45",
      contact_name: "Maria Ramírez",
      contact_role: "Submitter",
      contact_affiliation: "Texas Water Development Board",
      creator_name: "Olga Origin",
      date_submitted: "2026-01-02",
    });
  });

  it("has only attributes of the standard", () => {
    const one = record({ report, coveredArea: AREA, uploaded: "2026-01-02T12:00:00.000Z" });
    expect(Object.keys(attributesOf(one)).filter((key) => !STANDARD.includes(key))).toEqual([]);
  });

  it("maps every option to a value of the standard, or omits it", () => {
    const words = Object.entries(getSchema("metadata").properties).flatMap(([name, field]) => {
      const key = field["x-export"]?.standard ?? "";
      const choices = (field.items?.enum ?? field.enum ?? []) as string[];
      if (!(key in TERMS)) return [];
      return choices.map((choice) => {
        const metadata = { [name]: field.items ? [choice] : choice };
        return [key, choice, attributesOf(record({ metadata }))[key] ?? "left out"];
      });
    });
    expect(
      words.filter(([key, , word]) => word !== "left out" && !TERMS[String(key)]!.includes(String(word))),
    ).toEqual([]);
    expect(words.filter(([, , word]) => word === "left out").map(([key, choice]) => [key, choice])).toEqual([
      ["model_type", "2D"],
      ["use_constraint", "Other"],
    ]);
  });

  it("omits unknown values", () => {
    const attributes = attributesOf(record({ metadata: {} }));
    expect(attributes).toEqual({});
  });
});

/** Published list values of the standard. */
const TERMS: Record<string, string[]> = {
  model_type: [
    ...["Hydraulic", "Hydrologic", "Stormdrain", "Coastal", "Coupled Hydraulic Hydrodynamic"],
    ...["Combined Riverine-Coastal", "Risk Assessment", "Economics or Benefit Cost Analysis", "Meteorologic"],
    ...["Wave Model", "Flood Hazard Assessment", "Other", "Unknown"],
  ],
  update_freq: [
    ...[
      "Realtime",
      "Near-Realtime",
      "Hourly",
      "Daily",
      "Weekly",
      "Monthly",
      "Quarterly",
      "Biannually",
      "Annually",
    ],
    ...["2 or More Years", "Rarely Needed", "None", "Other", "Unknown"],
  ],
  use_constraint: ["Public", "Limited", "Internal", "Confidential", "Restricted"],
};

/** Attributes in the standard's model template. */
const STANDARD = (
  "accessibility boundary_type boundary_unit_id completeness contact_affiliation contact_dept contact_email " +
  "contact_name contact_phone contact_role creator_name custody_chain data_stage date_created date_last_updated " +
  "date_metadata_updated date_submitted description distribution_method distribution_url distributor_publisher " +
  "keyword_term keyword_vocab license model_dim model_type object_version placename purpose scale " +
  "service_endpoint_type software_name software_version spatial_accuracy spatial_extent time_period_covered title " +
  "update_freq use_constraint"
).split(" ");
