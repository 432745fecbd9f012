import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkSchemas } from "../../scripts/generate/checkSchemas.ts";
import { generate, readSeedReferences } from "../../scripts/generate/generate.ts";
import { readSchemas } from "../../scripts/generate/readSchemas.ts";
import { releaseSchemas } from "../../scripts/schema-diff/releases.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getCodec } from "../../src/contract/wire/codecs.ts";
import { getDerivation } from "../../src/contract/wire/wire.ts";
import { findConditionErrors } from "../../scripts/generate/vocabulary/conditionErrors.ts";
import { findUnknownReferences } from "../../scripts/generate/vocabulary/nameErrors.ts";
import { REQUIRED_ROLES } from "../../scripts/generate/vocabulary/fieldErrors.ts";
import { getSchema, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { checkNamedRules } from "../../src/contract/rules/namedRules.ts";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";
import { copyFixedSchemas } from "../support/fixedSchemas.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "schemas-"));
  copyFixedSchemas(folder);
  for (const file of readdirSync(folder))
    if (/^(upload|file|history|account|sign|down)/.test(file)) rmSync(join(folder, file));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Checks one schema as `generate` checks all of them, which takes five times as long. Returns the resolved schema. */
async function checkSchema(name: string, released = new Map<string, EntitySchema>()): Promise<EntitySchema> {
  const all = await readSchemas(folder);
  const references = await readSeedReferences(folder, all.schemas);
  checkSchemas(all, { references, released, isChecked: (schema) => schema.name === name });
  return all.schemas.find((schema) => schema.name === name)!.schema;
}

/** Returns the edited text. */
function editSchema(name: string, from: string, to: string): string {
  const path = join(folder, `${name}.schema.json`);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  return text.replace(from, to);
}

/** Returns `line:column`. */
function findPosition(text: string, piece: string): string {
  const before = text.slice(0, text.indexOf(piece)).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

/** Keywords of the whole schema are inserted before this line of the metadata schema. */
const SCHEMA_START = '"additionalProperties": false,';
const MODEL_NAME_ROLE = '"x-role": "title",';

/** `piece` is the text at the reported position. */
const MISTAKES: [kind: string, from: string, to: string, piece: string, message: string][] = [
  [
    "a misspelled x- keyword",
    '"x-section": "Model details"',
    '"x-secton": "Model details"',
    '"x-secton"',
    'Unknown keyword "x-secton". Did you mean "x-section"?',
  ],
  [
    "a misspelled JSON Schema keyword",
    '"minItems": 1',
    '"minItem": 1',
    '"minItem"',
    'Unknown keyword "minItem". Did you mean "minItems"?',
  ],
  [
    "an unknown widget",
    '"x-widget": "longText"',
    '"x-widget": "longtext"',
    '"longtext"',
    'Did you mean "longText"?',
  ],
  [
    "an unknown codec",
    '"codec": "commaList"',
    '"codec": "comaList"',
    '"comaList"',
    'Did you mean "commaList"?',
  ],
  [
    "an unknown source",
    '"source": "counties"',
    '"source": "countys"',
    '"countys"',
    'Did you mean "counties"?',
  ],
  ["an unknown role", MODEL_NAME_ROLE, '"x-role": "titel",', '"titel"', 'Did you mean "title"?'],
  [
    "an unknown rule",
    '"x-rules": ["periodIsWhole"',
    '"x-rules": ["periodIsHole"',
    '"periodIsHole"',
    'Did you mean "periodIsWhole"?',
  ],
  [
    "an unknown derivation",
    '"by": "holdsOriginator"',
    '"by": "hasOriginator"',
    '"hasOriginator"',
    'Did you mean "holdsOriginator"?',
  ],
  [
    "an unknown key in x-wire",
    '"accept": "collection_id"',
    '"acept": "collection_id"',
    '"acept"',
    'Unknown key "acept" in x-wire. Allowed keys: read, write, accept, codec, constants, once. Did you mean "accept"?',
  ],
  ["an unknown type", '"type": "boolean"', '"type": "bolean"', '"bolean"', 'Did you mean "boolean"?'],
  [
    "an unknown format",
    '"format": "date"',
    '"format": "dat"',
    '"dat"',
    'There is no format "dat". Did you mean "date"?',
  ],
  [
    "an unknown section",
    '"x-section": "Software details"',
    '"x-section": "Softwear details"',
    '"Softwear details"',
    'No other field is in the section "Softwear details". Did you mean "Software details"?',
  ],
  ["a value of the wrong type", '"minItems": 1', '"minItems": "1"', '"1"', "minItems must be integer."],
  [
    "an x-yaml of an invalid form",
    '"x-yaml": "title"',
    '"x-yaml": 7',
    "7,",
    "x-yaml has none of the allowed forms.",
  ],
  ["a field without a label", '"title": "Model name",', "", '"modelName": {', 'has no label: add a "title".'],
  [
    "a field without help text",
    '"description": "Select every type that applies.",',
    "",
    '"modelType": {',
    'has no help text: add a "description".',
  ],
  [
    "a field without a section",
    `"x-section": "Model details",\n      "x-role": "title"`,
    '"x-role": "title"',
    '"modelName": {',
    'has no form section: add an "x-section".',
  ],
  [
    "a field without an example",
    '"x-yaml": "title",\n      "examples": ["Denton Creek"]',
    '"x-yaml": "title"',
    '"modelName": {',
    'has no example: add "examples", a list of valid values.',
  ],
  [
    "an options widget without choices",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "x-widget": "options",`,
    '"modelName": {',
    'has no choices: add "x-options", an "enum" or a "oneOf".',
  ],
  [
    "an unknown field in x-clears",
    '"x-clears": ["hydrologicUnitCode"]',
    '"x-clears": ["hydrologicUnitCodes"]',
    '"hydrologicUnitCodes"',
    'x-clears names the field "hydrologicUnitCodes", which does not exist. Did you mean "hydrologicUnitCode"?',
  ],
  [
    "an unknown field in filterBy",
    '"filterBy": "twdbFloodPlanningRegionID"',
    '"filterBy": "floodPlanningRegionID"',
    '"floodPlanningRegionID"',
    'filterBy names the field "floodPlanningRegionID", which does not exist. Did you mean "twdbFloodPlanningRegionID"?',
  ],
  [
    "an unknown field in startsWith",
    '{ "startsWith": "twdbFloodPlanningRegionID" }',
    '{ "startsWith": "region" }',
    '[{ "startsWith": "region" }]',
    'x-rules names the field "region", which does not exist.',
  ],
  [
    "a derivation from an unknown field",
    '"from": "contacts"',
    '"from": "contact"',
    '"contact"',
    'from names the field "contact", which does not exist. Did you mean "contacts"?',
  ],
  [
    "an unknown required field",
    '"modelPurpose",',
    '"modelPurposes",',
    '"modelPurposes"',
    'required names the field "modelPurposes", which does not exist. Did you mean "modelPurpose"?',
  ],
  [
    "a role given twice",
    '"x-role": "summary"',
    '"x-role": "title"',
    '"title",\n      "x-widget": "longText"',
    'More than one field has the role "title".',
  ],
  [
    "a response name used twice",
    '"read": "purpose"',
    '"read": "description"',
    '"description",\n        "write": "model_purpose"',
    'The response name "description" is reserved or belongs to another field.',
  ],
  [
    "a response name that the record itself uses",
    '"read": "purpose"',
    '"read": "status"',
    '"status"',
    'The response name "status" is reserved or belongs to another field.',
  ],
  [
    "a request name used twice",
    '"write": "model_purpose"',
    '"write": "model_description"',
    '"model_description"\n      },\n      "x-yaml": "purpose"',
    'The request name "model_description" is reserved or belongs to another field.',
  ],
  [
    "a YAML attribute used twice",
    '"x-yaml": "purpose"',
    '"x-yaml": "title"',
    '"title",\n      "examples": ["Flood',
    'The YAML attribute "title" is reserved or belongs to another field.',
  ],
  [
    "an error text of a missing rule",
    '"format": "Date is invalid"',
    '"fromat": "Date is invalid"',
    '"fromat"',
    'x-messages has an entry for "fromat", but the field has no such rule. Did you mean "format"?',
  ],
  [
    "a rule without an error text",
    '"periodIsWhole": "Start',
    '"required": "Start',
    '"x-rules": ["periodIsWhole"',
    'The rule "periodIsWhole" has no error text: add one to "x-messages".',
  ],
  [
    "an invalid pattern",
    '"pattern": "^[01][0-9]{11}$"',
    '"pattern": "^[01][0-9{11}$"',
    '"^[01][0-9{11}$"',
    "Invalid regular expression",
  ],
  [
    "an example that breaks its own rule",
    '"examples": ["030000000001"]',
    '"examples": ["0300"]',
    '"0300"',
    'The example of "modelIdentifier" breaks its own rule',
  ],
  [
    "a default that breaks its own rule",
    '"default": "None"',
    '"default": "Never"',
    '"Never"',
    'The default of "modelUpdateFrequency" breaks its own rule',
  ],
  [
    "a change without a new version",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "x-changes": { "renamed": [{ "version": 1, "name": "title" }] },`,
    '1, "name"',
    "This change belongs to schema version 2, but the schema's version is 1: set the version in its x-changes to 2.",
  ],
  [
    "a $schema keyword",
    '"$id": "metadata"',
    '"$schema": "http://json-schema.org/draft-07/schema#", "$id": "metadata"',
    '"$schema"',
    "Remove $schema",
  ],
  [
    "a missing request name",
    '"write": "model_purpose"',
    '"codec": "date"',
    '"x-wire": {\n        "read": "purpose"',
    'The field "modelPurpose" has no name in requests: add "write"',
  ],
  [
    "a missing response name",
    '"read": "purpose",',
    "",
    '"x-wire": {\n        \n        "write": "model_purpose"',
    'The field "modelPurpose" has no name in responses: add "read"',
  ],
  [
    "entries with commas in a comma list",
    '"pattern": "^[0-9]{12}$"',
    '"pattern": "^[0-9,]{12}$"',
    '"commaList"\n      },\n      "x-yaml": {\n        "key": "boundary_unit_id"',
    'An entry of "hydrologicUnitCode" can contain a comma, for example ',
  ],
  [
    "a codec for another type",
    '"read": "purpose",',
    '"read": "purpose", "codec": "commaList",',
    '"commaList",\n        "write": "model_purpose"',
    'The codec "commaList" needs a list of texts, but this field has another type.',
  ],
  [
    "a widget for another type",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "x-widget": "periods",`,
    '"periods"',
    'The widget "periods" needs a list of groups of start and end, both texts, but this field has another type.',
  ],
  [
    "a widget of another page",
    '"x-widget": "geodatabase"',
    '"x-widget": "reasons"',
    '"reasons"',
    'The widget "reasons" works only in rejection.schema.json: remove it, or choose another.',
  ],
  [
    "a role for another type",
    '"x-role": "originator"',
    '"x-role": "region"',
    '"region",\n      "x-widget": "originatorContact"',
    'The role "region" needs a text, but this field has another type.',
  ],
  [
    "a required role that no field has",
    '"x-role": "extent",',
    "",
    '"properties": {\n    "twdb',
    'No field has the x-role "extent", which the code looks for',
  ],
  [
    "a condition on an unknown field",
    SCHEMA_START,
    `"if": {"properties": {"modelTypes": {"const": "2D"}}}, "then": {"required": ["city"]}, ${SCHEMA_START}`,
    '"modelTypes"',
    'The condition names the field "modelTypes", which does not exist. Did you mean "modelType"?',
  ],
  [
    "a condition on an unknown choice",
    SCHEMA_START,
    `"if": {"properties": {"modelUpdateFrequency": {"const": "Dayly"}}}, "then": {"required": ["city"]}, ${SCHEMA_START}`,
    '"Dayly"',
    'compares "modelUpdateFrequency" with "Dayly", which is not one of its values. Did you mean "Daily"?',
  ],
  [
    "a condition on an unknown entry",
    SCHEMA_START,
    `"if": {"properties": {"county": {"contains": {"const": "Bexer"}}}}, "then": {"required": ["city"]}, ${SCHEMA_START}`,
    '"Bexer"',
    'compares "county" with "Bexer", which is not one of its values. Did you mean "Bexar"?',
  ],
  [
    "an unsupported keyword",
    SCHEMA_START,
    `"dependencies": {"city": ["county"]}, ${SCHEMA_START}`,
    '"dependencies"',
    '"dependencies" is not supported. Write a condition',
  ],
  [
    "a choice without a label",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "oneOf": [{"const": "Denton Creek", "title": "Denton"}, {"const": "b"}],`,
    '{"const": "b"}',
    'A choice of oneOf has no label: add a "title".',
  ],
  [
    "a filter without filterKey",
    '"source": "cities"',
    '"source": "cities", "filterBy": "county"',
    '"county"\n      },\n      "x-wire": {\n        "read": "cities"',
    'Add "filterKey": the key of the entries of "cities" that holds the county.',
  ],
  [
    "a filterKey that no entry has",
    '"source": "cities"',
    '"source": "cities", "filterBy": "county", "filterKey": "sensus"',
    '"sensus"',
    'No entry of schemas/reference/cities.json has the key "sensus". Did you mean "census"?',
  ],
  [
    "a filterKey with unknown values",
    '"source": "cities"',
    '"source": "cities", "filterBy": "county", "filterKey": "census"',
    '"census"',
    'cities.json:2 has "census": "4800100", which is not a value of "county".',
  ],
  [
    "a reserved YAML attribute",
    '"x-yaml": "purpose"',
    '"x-yaml": "schema_version"',
    '"schema_version"',
    'The YAML attribute "schema_version" is reserved or belongs to another field.',
  ],
  [
    "a request name reserved for the record id",
    '"write": "model_purpose"',
    '"write": "{product}_identifier"',
    '"{product}_identifier"\n      },\n      "x-yaml": "purpose"',
    'The request name "tdis_identifier" is reserved or belongs to another field.',
  ],
  [
    "a request name that is a constant",
    '"write": "model_purpose"',
    '"write": "license"',
    '"license"\n      },\n      "x-yaml": "purpose"',
    'The request name "license" is reserved or belongs to another field.',
  ],
  [
    "a broken $ref",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "$ref": "contact#/properties/emial",`,
    '"contact#/properties/emial"',
    'is broken: "emial" does not exist. Did you mean "email"?',
  ],
  [
    "a $ref to an unknown schema",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "$ref": "contacts#/properties/email",`,
    '"contacts#/properties/email"',
    'names the schema "contacts", which does not exist. Did you mean "contact"?',
  ],
  [
    "a circular $ref",
    SCHEMA_START,
    `"definitions": {"reach": {"type": "object", "properties": {"part": {"$ref": "#/definitions/reach"}}}}, ${SCHEMA_START}`,
    '"#/definitions/reach"',
    'The $ref "#/definitions/reach" is circular.',
  ],
  [
    "an invalid value for older records",
    '"default": "None"',
    '"x-changes": {"since": {"version": 2, "value": "Never"}}, "default": "None"',
    '"Never"',
    'The "since" value "Never" is not valid for this field. Valid values: Realtime, ',
  ],
  [
    "an invalid replacement",
    '"default": "None"',
    '"x-changes": {"replaced": [{"version": 1, "from": "Yearly", "to": "Anually"}]}, "default": "None"',
    '"Anually"',
    'The replacement "Anually" is not valid for this field.',
  ],
  [
    "a replaced value that is still a choice",
    '"default": "None"',
    '"x-changes": {"replaced": [{"version": 1, "from": "Daily", "to": "Hourly"}]}, "default": "None"',
    '"Daily", "to"',
    '"Daily" is still a choice: remove it',
  ],
  [
    "one field renamed to two",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "x-changes": {"renamed": [{"version": 1, "name": "title"}]},`,
    '{"version": 1, "name": "title"}]},\n      "x-widget": "longText"',
    '"title" cannot be renamed to both "modelName" and "modelDescription"',
  ],
  [
    "two fields renamed to one",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "x-changes": {"renamed": [{"version": 1, "name": "a"}, {"version": 1, "name": "b"}]},`,
    '{"version": 1, "name": "b"}',
    '"a" and "b" cannot both be renamed to "modelName"',
  ],
  [
    "a removed field that is still there",
    '"x-changes": { "version": 2 }',
    '"x-changes": { "version": 2, "removed": [{"version": 1, "name": "city"}] }',
    '"city"}',
    '"city" is a current field, and its stored values would be lost',
  ],
  [
    "an $id other than the file's name",
    '"$id": "metadata"',
    '"$id": "metadatum"',
    '"metadatum"',
    "$id must be the file's name",
  ],
  [
    "a required role on a field that vendors may not edit",
    MODEL_NAME_ROLE,
    `${MODEL_NAME_ROLE} "x-access": {"edit": ["admin"]},`,
    '"x-access"',
    'Vendors must be able to read and edit "modelName", because it has "x-role": "title"',
  ],
  [
    "a field that its editors may not read",
    '"modelUpdateFrequency": {',
    '"modelUpdateFrequency": { "x-access": {"read": ["admin"]},',
    '"x-access"',
    'Vendors could edit a field they cannot see. Add "edit": ["admin"].',
  ],
  [
    "a field hidden from vendors that lists and files show",
    '"modelUpdateFrequency": {',
    '"modelUpdateFrequency": { "x-access": {"read": ["admin"], "edit": ["admin"]},',
    '"x-access"',
    'Vendors cannot read "modelUpdateFrequency", so it must not be shown to them: add "x-hide": ["list","detail","history","yaml"]',
  ],
  [
    "x-access on a part of a field",
    '"items": {',
    '"items": { "x-access": {"edit": ["admin"]},',
    '"x-access"',
    "works only on the top-level fields of metadata.schema.json",
  ],
  [
    "a condition that looks for an entry without the type of a list",
    SCHEMA_START,
    `"if": {"properties": {"county": {"contains": {"const": "Bexar"}}}}, "then": {"required": ["city"]}, ${SCHEMA_START}`,
    '{"contains": {"const": "Bexar"}}',
    'Add "type": "array" beside "contains".',
  ],
  ["an extra comma", '"type": "boolean",', '"type": "boolean",,', ",,", "This is not JSON"],
  ["a duplicate field", '"modelPurpose": {', '"modelName": {', '"modelName": {', "is used twice"],
];

describe.each(MISTAKES)("%s", (kind, from, to, piece, message) => {
  it("is reported with file, line, column and how to fix it", async () => {
    const isChange = /"(since|replaced|renamed|removed)": /.test(to) && !kind.includes("new version");
    if (isChange) editSchema("metadata", '"version": 1', '"version": 2');
    if (kind === "one field renamed to two")
      editSchema(
        "metadata",
        '"x-role": "summary",',
        '"x-role": "summary", "x-changes": {"renamed": [{"version": 1, "name": "title"}]},',
      );
    const text = editSchema("metadata", from, to);
    const position = findPosition(
      kind === "a duplicate field" ? text.replace('"modelName": {', "#".repeat(14)) : text,
      piece,
    );
    const expected =
      kind === "an extra comma" ? position.replace(/\d+$/, (column) => String(Number(column) + 1)) : position;
    const output = await checkSchema("metadata").then(
      () => "",
      (error: Error) => error.message,
    );
    const line = output.split("\n").find((line) => line.includes(message));
    expect(line, output).toMatch(new RegExp(`^schemas/metadata\\.schema\\.json:${expected}: `));
    if (!/extra comma|duplicate field|\$ref/.test(kind)) expect(line).toMatch(/ \(\/\S*\)$/);
  });
});

describe("one run of the generator", () => {
  const text = (title: string, more: object = {}) => ({
    title,
    description: "Help.",
    type: "string",
    "x-section": "Model details",
    examples: ["a"],
    ...more,
  });
  const limits = (lower: string, upper: string, high: number) =>
    text(`${lower}, ${upper} ${high}`, { [lower]: 5, [upper]: high });
  const fields = {
    sameLabel: text("Counties"),
    sameChoices: text("A", {
      oneOf: [
        { const: "a", title: "One" },
        { const: "b", title: "One" },
      ],
    }),
    site: text("B", {
      type: "object",
      properties: {
        a: { title: "Mile" },
        b: { title: "Mile" },
        constructor: {},
        "river-mile": {},
        aB: {},
        a_b: {},
      },
    }),
    "2ndName": text("C"),
    noExamples: text("D", { examples: [] }),
    textWithUnit: text("E", { "x-unit": "ft" }),
    listWithUnit: text("F", { type: "array", items: { type: "number" }, "x-unit": "ft", examples: [[1]] }),
    lengths: limits("minLength", "maxLength", 4),
    counts: limits("minItems", "maxItems", 4),
    parts: limits("minProperties", "maxProperties", 4),
    bounds: limits("minimum", "maximum", 4),
    upperOpen: limits("minimum", "exclusiveMaximum", 5),
    lowerOpen: limits("exclusiveMinimum", "maximum", 5),
    bothOpen: limits("exclusiveMinimum", "exclusiveMaximum", 5),
    equalBounds: limits("minimum", "maximum", 5),
    unlisted: text("G", { "x-options": { source: "counties" }, examples: ["Dentn"], default: "Wize" }),
    oldChoice: text("I", { enum: ["Navd", "Ngvd"], deprecated: ["Ngdv"], examples: ["Navd"] }),
    oldField: text("J", { deprecated: true }),
    labelledList: text("K", {
      type: "array",
      items: { type: "string", oneOf: [{ const: "a", title: "An a", deprecated: true }] },
      "x-widget": "options",
      examples: [["a"]],
    }),
    sharedName: text("L", { "x-export": { stac: "title" } }),
    noPeriods: text("M", { "x-export": { stac: "start_datetime" } }),
    ownName: text("N", { "x-export": { standard: "spatial_extent" } }),
    partExport: text("O", {
      type: "object",
      properties: { a: { title: "A", "x-export": { stac: "a" } } },
    }),
    neverShown: text("P", { "x-when": true }),
    shownByElse: text("Q", { "x-when": true }),
    groupWithCondition: text("R", {
      type: "object",
      properties: { a: { title: "A" }, shown: { title: "B", "x-when": true } },
      if: { required: ["a"] },
      then: { required: ["shown"] },
    }),
    groupWithoutCondition: text("S", {
      type: "object",
      properties: { hidden: { title: "A", "x-when": true } },
    }),
    listOfHidden: text("T", { type: "array", items: { type: "string", "x-when": true }, examples: [["a"]] }),
    uselessKey: text("H", { "x-options": { source: "cities", filterKey: "census" }, examples: ["Abbott"] }),
  };
  const county = (condition: object) => ({
    if: { properties: { county: condition } },
    then: { required: ["city"] },
  });
  const allOf = [
    county({ const: "Bexar" }),
    county({ enum: ["Bexar", "Wise"] }),
    { if: { properties: { modelName: { contains: { const: "a" } } } }, then: { required: ["city"] } },
    { if: { required: ["cities"] }, then: { required: ["city"] }, else: { properties: { shownByElse: {} } } },
    county({ contains: { enum: ["Bexar", "Wize"] } }),
  ];
  let lines: string[];

  beforeAll(async () => {
    const copy = mkdtempSync(join(tmpdir(), "mistakes-"));
    copyFixedSchemas(copy);
    const path = join(copy, "metadata.schema.json");
    const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
    writeFileSync(
      path,
      JSON.stringify({ ...schema, allOf, properties: { ...schema.properties, ...fields } }, null, 2),
    );
    lines = await generate(copy).then(
      () => [],
      (error: Error) => error.message.split("\n"),
    );
    rmSync(copy, { recursive: true });
  });

  it.each([
    ["sameLabel/title", 'The label "Counties" is also that of the field "county"'],
    ["sameChoices/oneOf/1/title", 'The label "One" is also that of the choice "a"'],
    ["site/properties/b/title", 'The label "Mile" is also that of the field "a"'],
    ["site/properties/constructor", '"constructor" cannot be the name of a field: JavaScript uses it'],
    ["site/properties/river-mile", '"river-mile" cannot be the name of a field: use letters, digits and _'],
    ["site/properties/a_b", '"a_b" is sent as "a_b", as "aB" is: choose another name.'],
    ["2ndName", '"2ndName" cannot be the name of a field'],
    ["noExamples/examples", 'The list of "examples" is empty: add a valid value'],
    ["textWithUnit/x-unit", "Only a number, or a list of numbers, can have a unit"],
    ["lengths/minLength", "No value is valid: minLength is 5, but maxLength is 4"],
    ["counts/minItems", "No value is valid: minItems is 5, but maxItems is 4"],
    ["parts/minProperties", "No value is valid: minProperties is 5, but maxProperties is 4"],
    ["bounds/minimum", "No value is valid: minimum is 5, but maximum is 4"],
    ["upperOpen/minimum", "No value is valid: minimum is 5, but exclusiveMaximum is 5"],
    ["lowerOpen/exclusiveMinimum", "No value is valid: exclusiveMinimum is 5, but maximum is 5"],
    ["bothOpen/exclusiveMinimum", "No value is valid: exclusiveMinimum is 5, but exclusiveMaximum is 5"],
    ["unlisted/examples/0", '"Dentn" is not in schemas/reference/counties.json. Did you mean "Denton"?'],
    ["unlisted/default", '"Wize" is not in schemas/reference/counties.json. Did you mean "Wise"?'],
    ["oldChoice/deprecated/0", '"Ngdv" is not one of the choices. Did you mean "Ngvd"?'],
    ["oldField/deprecated", "Only choices can be deprecated"],
    ["sharedName/x-export/stac", '"modelName" is exported as "title" too'],
    ["noPeriods/x-export/stac", '"start_datetime" needs a list of groups of start and end'],
    ["ownName/x-export/standard", 'The export itself sets "spatial_extent"'],
    ["partExport/properties/a/x-export", "x-export works only on the top-level fields"],
    ["neverShown/x-when", 'No "then" or "else" names "neverShown"'],
    ["groupWithoutCondition/properties/hidden/x-when", 'No "then" or "else" of its group names "hidden"'],
    ["listOfHidden/items/x-when", "x-when works only on fields and on parts of groups."],
    ["uselessKey/x-options/filterKey", '"filterKey" has no effect without "filterBy"'],
  ])("reports the mistake at the field %s", (pointer, message) => {
    expect(lines.filter((line) => line.endsWith(`(/properties/${pointer})`))).toEqual([
      expect.stringMatching(/^schemas\/metadata\.schema\.json:\d+:\d+: /),
    ]);
    expect(lines.find((line) => line.endsWith(`(/properties/${pointer})`))).toContain(message);
  });

  it.each([
    [
      "0/if/properties/county/const",
      '"county" is a list, so it never equals "Bexar": write "type": "array", "contains"',
    ],
    ["1/if/properties/county/enum", '"county" is a list, so it never equals "Bexar" or "Wise"'],
    ["2/if/properties/modelName/contains", '"modelName" is no list, so "contains" has no effect'],
    ["3/if/required/0", 'required names the field "cities", which does not exist.'],
    ["4/if/properties/county/contains/enum/1", 'which is not one of its values. Did you mean "Wise"?'],
  ])("reports the mistake at the condition %s", (pointer, message) => {
    expect(lines.find((line) => line.endsWith(`(/allOf/${pointer})`))).toContain(message);
  });

  it.each(["listWithUnit", "equalBounds", "labelledList", "shownByElse", "groupWithCondition"])(
    "accepts the field %s",
    (name) => {
      expect(lines.filter((line) => line.includes(`/properties/${name}`))).toEqual([]);
    },
  );
});

it("reports what would stop all messages", async () => {
  editSchema("message", '"required": ["recordId", "content"]', '"required": ["recordId", "content", "date"]');
  editSchema("message", '"uploadVersion": {', '"versionOfModel": {');
  await expect(checkSchema("message")).rejects.toThrow(
    /message\.schema\.json:\d+:\d+: "date" is required, but no request contains it[^]*The services need the field "uploadVersion"/,
  );
});

it("reports all mistakes of a schema at once, in the order of the file", async () => {
  editSchema("metadata", '"x-widget": "longText"', '"x-widget": "longtext"');
  editSchema("metadata", '"minItems": 1', '"minItem": 1');
  await expect(checkSchema("metadata")).rejects.toThrow(/"minItem"[^]*"longtext"/);
});

it("reports a condition of a group that names a field of the whole schema", async () => {
  const isPeriodEnd = '"x-rules": ["periodIsWhole"';
  const condition = (name: string) =>
    `"if": {"required": ["start"]}, "then": {"required": ["${name}"]}, ${isPeriodEnd}`;
  editSchema("metadata", isPeriodEnd, condition("end"));
  await expect(checkSchema("metadata")).resolves.toBeDefined();
  editSchema("metadata", condition("end"), condition("city"));
  await expect(checkSchema("metadata")).rejects.toThrow(
    'required names the field "city", which does not exist.',
  );
});

it("reports an equals rule that names an unknown field", async () => {
  editSchema("change-password", '"equals": "newPassword"', '"equals": "newPasword"');
  await expect(checkSchema("change-password")).rejects.toThrow(
    /change-password.*x-rules names .* Did you mean "newPassword"\?/,
  );
});

describe("a condition on the parts of a field", () => {
  const group = { type: "object", properties: { zip: { type: "string" } } };
  const buildSchema = (condition: JsonObject): EntitySchema => ({
    $id: "metadata",
    title: "Metadata",
    properties: { address: group, addresses: { type: "array", items: group }, town: {} },
    if: { properties: condition as EntitySchema["properties"] },
    then: { required: ["town"] },
  });
  const listErrors = (condition: JsonObject) =>
    [findUnknownReferences(buildSchema(condition)), findConditionErrors(buildSchema(condition), [])]
      .flat()
      .map(({ path, message }) => `${path.join("/")}: ${message}`);

  it.each([
    ["a required part", { address: { required: ["zip"] } }],
    ["the value of a part", { address: { properties: { zip: { const: "1" } } } }],
    ["a part of an entry", { addresses: { contains: { required: ["zip"] } } }],
    ["parts of a field that can have any", { town: { required: ["zip"] } }],
  ])("is accepted: %s", (_, condition) => {
    expect(listErrors(condition)).toEqual([]);
  });

  it.each([
    ["required", { address: { required: ["town"] } }, 'required names the field "town"'],
    ["compared", { address: { properties: { zap: {} } } }, 'The condition names the field "zap"'],
    [
      "compared with a wrong value",
      { address: { properties: { zip: { const: 1 } } } },
      'compares "zip" with 1',
    ],
    ["required in an entry", { addresses: { contains: { required: ["zap"] } } }, 'names the field "zap"'],
  ])("is reported if a part is unknown: %s", (_, condition, message) => {
    expect(listErrors(condition)).toEqual([expect.stringContaining(message)]);
  });
});

it("reports a schema without properties", async () => {
  writeFileSync(join(folder, "agency.schema.json"), '{"$id": "agency", "title": "Agency", "type": "object"}');
  await expect(checkSchema("agency")).rejects.toThrow(
    'schemas/agency.schema.json:1:1: This schema has no "properties": add its fields. (/)',
  );
});

it("accepts the current schemas", async () => {
  await expect(generate(folder)).resolves.toBeDefined();
});

it("the generator prints only mistakes, also those since the last release, and exits with 1", async () => {
  const copy = mkdtempSync(join(tmpdir(), "generate-"));
  copyFixedSchemas(join(copy, "schemas"));
  await releaseSchemas(join(copy, "schemas"));
  const metadata = join(copy, "schemas/metadata.schema.json");
  writeFileSync(metadata, readFileSync(metadata, "utf8").replace('"x-yaml": "purpose"', '"x-yaml": "aim"'));
  const path = join(copy, "schemas/agency.schema.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"examples"', '"exmaples"'));
  const script = join(process.cwd(), "scripts/generate.ts");
  const tsx = join(process.cwd(), "node_modules/tsx/dist/loader.mjs");
  try {
    execFileSync(process.execPath, ["--import", tsx, script], { cwd: copy, encoding: "utf8", stdio: "pipe" });
    expect.unreachable();
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^schemas\/agency\.schema\.json:\d+:\d+: .*has no example.*\n.*Unknown keyword "exmaples"/,
    );
    expect(stderr).toContain("Existing metadata files use the attribute `purpose`");
    expect(stderr).not.toContain(" at ");
  }
  rmSync(copy, { recursive: true });
});

describe("every keyword of the vocabulary", () => {
  interface KeywordSchema {
    enum?: string[];
    oneOf?: KeywordSchema[];
    items?: KeywordSchema;
    properties?: Record<string, KeywordSchema>;
  }
  const { definitions } = JSON.parse(readFileSync("schemas/vocabulary.schema.json", "utf8")) as {
    definitions: {
      node: {
        propertyNames: { anyOf: KeywordSchema[] };
        properties: Record<string, KeywordSchema & { description?: string }>;
      };
    };
  };
  const { properties, propertyNames } = definitions.node;

  it("has a description and is listed in propertyNames", () => {
    const keywords = Object.keys(properties).filter((keyword) => keyword.startsWith("x-"));
    expect(keywords.filter((keyword) => !properties[keyword]!.description)).toEqual([]);
    expect([...propertyNames.anyOf[1]!.enum!].sort()).toEqual(keywords.sort());
  });

  it("names the keyword that a field of the agency needs as well", () => {
    expect(properties["x-access"]?.description).toContain("x-hide");
  });

  it("is one of at most 20", () => {
    expect(propertyNames.anyOf[1]!.enum!.length).toBeLessThanOrEqual(20);
  });

  it("names codecs, derivations and rules that exist", () => {
    for (const codec of properties["x-wire"]!.oneOf![1]!.properties!["codec"]!.enum!)
      expect(() => getCodec(codec, "string")).not.toThrow();
    for (const by of properties["x-derived"]!.properties!["by"]!.enum!)
      expect(() => getDerivation(by)).not.toThrow();
    for (const rule of properties["x-rules"]!.items!.oneOf![0]!.enum!) {
      const schema = {
        $id: "a",
        title: "A",
        properties: { list: { items: {}, "x-rules": [rule] } },
      } as EntitySchema;
      expect(() => checkNamedRules(schema, { list: [] }, NO_REFERENCES)).not.toThrow(/Unknown/);
    }
  });
});

it.each([
  ["that is no write name", '"celphone"', 'Did you mean "cell_phone"?'],
  ["that is a field's first write name", '"work_phone"', "neither a constant nor an additional write name"],
])('reports an entry of the keyword "once" %s', async (_, name, message) => {
  const text = editSchema("contact", '"once": ["cell_phone"', `"once": [${name}`);
  const checked = checkSchema("contact");
  await expect(checked).rejects.toThrow(
    `schemas/contact.schema.json:${findPosition(text, name)}: once lists`,
  );
  await expect(checked).rejects.toThrow(message);
});

it("reports the position of errors from Ajv's strict mode", async () => {
  const condition = `"if": {"required": ["city"]}, "then": {"properties": {"city": {"minItems": 1}}}, ${SCHEMA_START}`;
  const text = editSchema("metadata", SCHEMA_START, condition);
  await expect(checkSchema("metadata")).rejects.toThrow(
    `schemas/metadata.schema.json:${findPosition(text, '{"minItems": 1}')}: strict mode: missing type "array"`,
  );
});

it.each([
  ["{}", '"product" is missing'],
  ['{"product": "My Product!"}', '"My Product!" is not a valid product name'],
])("rejects %s as the content of product.json", async (text, message) => {
  writeFileSync(join(folder, "product.json"), text);
  await expect(generate(folder)).rejects.toThrow(message);
  await expect(generate(folder)).rejects.toThrow(/^schemas\/product\.json:1:\d+: .*lower-case letters/);
});

describe("a field of metadata", () => {
  const buildField = (keywords: object) => ({
    title: "Gauge height",
    description: "Its highest.",
    "x-section": "Model details",
    ...keywords,
  });

  /** Adds the field `gaugeHeight`. */
  async function checkWithField(keywords: object, schemaKeywords: object = {}): Promise<EntitySchema> {
    const path = join(folder, "metadata.schema.json");
    const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
    schema.properties["gaugeHeight"] = buildField(keywords) as EntitySchema["properties"][string];
    writeFileSync(path, JSON.stringify({ ...schema, ...schemaKeywords }));
    return checkSchema("metadata");
  }

  it("without x-wire gets its own name in snake case as wire name", async () => {
    const { properties } = await checkWithField({ type: "string", examples: ["a"] });
    expect(properties["gaugeHeight"]!["x-wire"]).toEqual({ read: "gauge_height", write: "gauge_height" });
  });

  it("with x-wire false gets no wire name", async () => {
    const { properties } = await checkWithField({ type: "string", examples: ["a"], "x-wire": false });
    expect(properties["gaugeHeight"]).not.toHaveProperty("x-wire");
  });

  it("takes the keywords of its $ref, and overrides them with its own", async () => {
    const { properties } = await checkWithField(
      { $ref: "#/definitions/height", examples: [2] },
      { definitions: { height: { type: "number", minimum: 1, title: "Height" } } },
    );
    expect(properties["gaugeHeight"]).toMatchObject({ type: "number", minimum: 1, title: "Gauge height" });
    const other = await checkWithField({ $ref: "contact#/properties/email", examples: ["a@example.com"] });
    expect(other.properties["gaugeHeight"]).toMatchObject({
      pattern: getSchema("contact").properties["email"]!.pattern,
      "x-wire": { read: "gauge_height" },
    });
    expect(other.properties["gaugeHeight"]).not.toHaveProperty("x-role");
  });

  it.each<[string, object]>([
    [
      "a group",
      { type: "object", properties: { a: { title: "A", type: "string" } }, examples: [{ a: "1" }] },
    ],
    [
      "a list of groups",
      {
        type: "array",
        items: { type: "object", properties: { a: { title: "A", type: "number" } } },
        examples: [[{ a: 1 }]],
      },
    ],
    ["a list of numbers", { type: "array", items: { type: "number" }, examples: [[1, 2.5]] }],
    ["a text or nothing", { type: ["string", "null"], examples: ["a"] }],
    ["of any type", { examples: ["a"] }],
    ["one of labelled choices", { oneOf: [{ const: "a", title: "An a" }], type: "string", examples: ["a"] }],
  ])("may be %s", async (_, keywords) => {
    await expect(checkWithField(keywords)).resolves.toBeDefined();
  });

  it("may have options filtered by another field", async () => {
    const cities = [{ value: "Justin", label: "Justin", county: "Denton" }];
    writeFileSync(join(folder, "reference/gauges.json"), JSON.stringify(cities));
    const options = { source: "gauges", filterBy: "county", filterKey: "county" };
    await expect(
      checkWithField({ type: "string", "x-options": options, examples: ["Justin"] }),
    ).resolves.toBeDefined();
  });

  it("is rejected if its example changes on a round trip", async () => {
    const keywords = {
      type: "string",
      pattern: "^ a$",
      examples: [" a"],
      "x-wire": { read: "g", write: "g", codec: "date" },
    };
    await expect(checkWithField({ ...keywords, pattern: "T", examples: ["2020-01-01T10"] })).rejects.toThrow(
      'The example of "gaugeHeight" changes from "2020-01-01T10" to "2020-01-01" in a response',
    );
  });
});

describe("an edit that would lose stored values", () => {
  const released = new Map([["metadata", getSchema("metadata")]]);
  const EDITS: [string, (schema: EntitySchema) => void, message: string][] = [
    [
      "an undeclared removed field",
      (schema) => delete schema.properties["chainOfCustody"],
      "Stored documents still contain `chainOfCustody`",
    ],
    [
      "a text changed to a number",
      ({ properties }) =>
        Object.assign(properties["softwareVersion"]!, {
          type: "number",
          pattern: undefined,
          "x-widget": undefined,
          examples: [6],
        }),
      '"softwareVersion" was a text and is now a number',
    ],
    [
      "a renamed YAML attribute",
      ({ properties }) => (properties["modelPurpose"]!["x-yaml"] = "aim"),
      "Existing metadata files use the attribute `purpose` for `modelPurpose`",
    ],
  ];

  it.each(EDITS)("is rejected: %s", async (_, edit, message) => {
    const path = join(folder, "metadata.schema.json");
    const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
    edit(schema);
    writeFileSync(path, JSON.stringify(schema, null, 2));
    const checked = checkSchema("metadata", released);
    await expect(checked).rejects.toThrow(message);
    await expect(checked).rejects.toThrow(/^schemas\/metadata\.schema\.json:\d+:\d+: /);
  });

  it("is accepted if the changes of several versions since the release are declared", async () => {
    const path = join(folder, "metadata.schema.json");
    const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
    delete schema.properties["chainOfCustody"];
    delete schema.properties["documentationFilenames"];
    schema["x-changes"] = {
      version: 3,
      removed: [
        { version: 1, name: "chainOfCustody" },
        { version: 2, name: "documentationFilenames" },
      ],
    };
    writeFileSync(path, JSON.stringify(schema, null, 2));
    await expect(checkSchema("metadata", released)).resolves.toBeDefined();
  });

  it("is rejected: deleting a schema that the code uses", async () => {
    rmSync(join(folder, "agency.schema.json"));
    const generated = new Map([["agency", getSchema("agency")]]);
    await expect(generate(folder, { generated })).rejects.toThrow(
      /^schemas\/agency\.schema\.json is missing, but src\/\S+:\d+ uses it/,
    );
  });
});

it("the vocabulary lists every field role that the code looks for", () => {
  const usedRoles = readdirSync("src", { recursive: true, encoding: "utf8" })
    // The readers of model files use similar calls.
    .filter((file) => /\.tsx?$/.test(file) && !/generated|models/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join("src", file), "utf8");
      return [
        ...text.matchAll(
          /(?:getFieldNameByRole|getFieldText|getFieldList|getRecordText|getRecordList)\([^"()]*(?:\("(\w+)"\))?[^"()]*"(\w+)"\)/g,
        ),
      ];
    })
    .map(([, , role]) => role!);
  const known = Object.values(REQUIRED_ROLES).flat();
  expect(usedRoles.length).toBeGreaterThan(10);
  expect(usedRoles.filter((role) => !known.includes(role))).toEqual([]);
});
