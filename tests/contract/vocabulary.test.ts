import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { generate } from "../../scripts/generate/generate.ts";
import { codecFor } from "../../src/contract/wire/codecs.ts";
import { derivationNamed } from "../../src/contract/wire/wire.ts";
import { NEEDED_ROLES } from "../../scripts/generate/vocabulary/fieldFaults.ts";
import { schemaOf, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { brokenRules } from "../../src/contract/rules/rules.ts";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "schemas-"));
  cpSync("schemas", folder, { recursive: true });
  for (const file of readdirSync(folder))
    if (/^(upload|file|history|account|sign|down)/.test(file)) rmSync(join(folder, file));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What the generator does with the schemas before anything else. */
async function check(): Promise<void> {
  await generate(folder);
}

/** Edits the text of a schema as a maintainer would; answers the text. */
function edit(name: string, from: string, to: string): string {
  const path = join(folder, `${name}.schema.json`);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  return text.replace(from, to);
}

/** Where a piece of a text stands, as `line:column`. */
function placeOf(text: string, piece: string): string {
  const before = text.slice(0, text.indexOf(piece)).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

/** The beginning of the metadata schema, where words of the whole schema are put in. */
const TOP = '"additionalProperties": false,';
const NAME = '"x-role": "title",';

/** What is written in place of what, the piece that is pointed at, and what is said of it. */
const MISTAKES: [kind: string, from: string, to: string, piece: string, words: string][] = [
  [
    "a misspelt x- word",
    '"x-section": "Model details"',
    '"x-secton": "Model details"',
    '"x-secton"',
    '"x-secton" is no word of the vocabulary. Did you mean "x-section"?',
  ],
  [
    "a misspelt keyword of JSON Schema",
    '"minItems": 1',
    '"minItem": 1',
    '"minItem"',
    '"minItem" is no word of the vocabulary. Did you mean "minItems"?',
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
  ["an unknown role", NAME, '"x-role": "titel",', '"titel"', 'Did you mean "title"?'],
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
    "an unknown word within x-wire",
    '"accept": "collection_id"',
    '"acept": "collection_id"',
    '"acept"',
    'is no word of x-wire, which takes read, write, accept, codec, constants, once. Did you mean "accept"?',
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
    "an x-yaml of no kind it may be of",
    '"x-yaml": "title"',
    '"x-yaml": 7',
    "7,",
    "x-yaml is of none of the kinds it may be of.",
  ],
  ["a field without a label", '"title": "Model name",', "", '"modelName": {', 'has no label: add a "title".'],
  [
    "a field without help text",
    '"description": "Every kind of modeling that applies.",',
    "",
    '"modelType": {',
    'has no help text: add a "description".',
  ],
  [
    "a field without a section",
    `"x-section": "Model details",\n      "x-role": "title"`,
    '"x-role": "title"',
    '"modelName": {',
    'stands in no section of the form: add an "x-section".',
  ],
  [
    "a field without an example",
    '"x-yaml": "title",\n      "examples": ["Denton Creek"]',
    '"x-yaml": "title"',
    '"modelName": {',
    'has no example: add "examples", a list of valid values.',
  ],
  [
    "choices that are not there",
    NAME,
    `${NAME} "x-widget": "options",`,
    '"modelName": {',
    'offers no choices: add "x-options" or an "enum".',
  ],
  [
    "a field to clear that is not there",
    '"x-clears": ["hydrologicUnitCode"]',
    '"x-clears": ["hydrologicUnitCodes"]',
    '"hydrologicUnitCodes"',
    'x-clears names the field "hydrologicUnitCodes", which does not exist. Did you mean "hydrologicUnitCode"?',
  ],
  [
    "a filter that is not there",
    '"filterBy": "twdbFloodPlanningRegionID"',
    '"filterBy": "floodPlanningRegionID"',
    '"floodPlanningRegionID"',
    'filterBy names the field "floodPlanningRegionID", which does not exist. Did you mean "twdbFloodPlanningRegionID"?',
  ],
  [
    "a beginning that is not there",
    '{ "startsWith": "twdbFloodPlanningRegionID" }',
    '{ "startsWith": "region" }',
    '[{ "startsWith": "region" }]',
    'x-rules names the field "region", which does not exist.',
  ],
  [
    "a derivation from a field that is not there",
    '"from": "contacts"',
    '"from": "contact"',
    '"contact"',
    'from names the field "contact", which does not exist. Did you mean "contacts"?',
  ],
  [
    "a required field that is not there",
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
    'The role "title" is given to more than one field.',
  ],
  [
    "a name of answers used twice",
    '"read": "purpose"',
    '"read": "description"',
    '"description",\n        "write": "model_purpose"',
    'The name "description" of answers is used by more than one field.',
  ],
  [
    "a name of answers that the record around it has",
    '"read": "purpose"',
    '"read": "status"',
    '"status"',
    'The name "status" of answers is used by more than one field.',
  ],
  [
    "a name of saves used twice",
    '"write": "model_purpose"',
    '"write": "model_description"',
    '"model_description"\n      },\n      "x-yaml": "purpose"',
    'The name "model_description" of saves is used by more than one field.',
  ],
  [
    "a YAML attribute used twice",
    '"x-yaml": "purpose"',
    '"x-yaml": "title"',
    '"title",\n      "examples": ["Flood',
    'The YAML attribute "title" is used more than once.',
  ],
  [
    "a wording of a rule that is not there",
    '"format": "Date is invalid"',
    '"fromat": "Date is invalid"',
    '"fromat"',
    'x-messages speaks of "fromat", a rule that is not here. Did you mean "format"?',
  ],
  [
    "a rule without wording",
    '"periodIsWhole": "Start',
    '"required": "Start',
    '"x-rules": ["periodIsWhole"',
    'The rule "periodIsWhole" has no wording: add it to "x-messages".',
  ],
  [
    "a pattern that is none",
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
    NAME,
    `${NAME} "x-changes": { "renamed": [{ "version": 1, "name": "title" }] },`,
    '1, "name"',
    "This change makes version 2 of the schema, whose version is 1: set the version in its x-changes to 2.",
  ],
  [
    "a schema of its own, which editors would prefer",
    '"$id": "metadata"',
    '"$schema": "http://json-schema.org/draft-07/schema#", "$id": "metadata"',
    '"$schema"',
    "Leave $schema out",
  ],
  [
    "a name in saves that was forgotten",
    '"write": "model_purpose"',
    '"codec": "date"',
    '"x-wire": {\n        "read": "purpose"',
    'The field "modelPurpose" has no name in saves: add "write"',
  ],
  [
    "a name in answers that was forgotten",
    '"read": "purpose",',
    "",
    '"x-wire": {\n        \n        "write": "model_purpose"',
    'The field "modelPurpose" has no name in answers: add "read"',
  ],
  [
    "entries with commas in a list joined by commas",
    '"pattern": "^[0-9]{12}$"',
    '"pattern": "^[0-9,]{12}$"',
    '"commaList"\n      },\n      "x-yaml": {\n        "key": "boundary_unit_id"',
    'An entry of "hydrologicUnitCode" may hold a comma, such as ',
  ],
  [
    "a codec for another kind of value",
    '"read": "purpose",',
    '"read": "purpose", "codec": "commaList",',
    '"commaList",\n        "write": "model_purpose"',
    'The codec "commaList" is for a list of texts, which this is not.',
  ],
  [
    "a widget for another kind of value",
    NAME,
    `${NAME} "x-widget": "periods",`,
    '"periods"',
    'The widget "periods" is for a list of groups of start and end, both texts, which this is not.',
  ],
  [
    "a role for another kind of value",
    '"x-role": "originator"',
    '"x-role": "region"',
    '"region",\n      "x-widget": "originatorContact"',
    'The role "region" is for a text, which this is not.',
  ],
  [
    "a role that code needs and no field plays",
    '"x-role": "extent",',
    "",
    '"properties": {\n    "twdb',
    'No field has the x-role "extent", by which code finds it',
  ],
  [
    "a condition on a field that is not there",
    TOP,
    `"if": {"properties": {"modelTypes": {"const": "2D"}}}, "then": {"required": ["city"]}, ${TOP}`,
    '"modelTypes"',
    'The condition names the field "modelTypes", which does not exist. Did you mean "modelType"?',
  ],
  [
    "a condition on a choice that is not there",
    TOP,
    `"if": {"properties": {"modelUpdateFrequency": {"const": "Dayly"}}}, "then": {"required": ["city"]}, ${TOP}`,
    '"Dayly"',
    'asks whether "modelUpdateFrequency" is "Dayly", which it never is. Did you mean "Daily"?',
  ],
  [
    "a condition on an entry that is in no list",
    TOP,
    `"if": {"properties": {"county": {"contains": {"const": "Bexer"}}}}, "then": {"required": ["city"]}, ${TOP}`,
    '"Bexer"',
    'asks whether "county" is "Bexer", which it never is. Did you mean "Bexar"?',
  ],
  [
    "a keyword that is not carried out",
    TOP,
    `"dependencies": {"city": ["county"]}, ${TOP}`,
    '"dependencies"',
    '"dependencies" is not carried out here. Write a condition',
  ],
  [
    "a choice without a label",
    NAME,
    `${NAME} "oneOf": [{"const": "Denton Creek", "title": "Denton"}, {"const": "b"}],`,
    '{"const": "b"}',
    'A choice of oneOf has no label: add a "title".',
  ],
  [
    "a filter without the key it goes by",
    '"source": "cities"',
    '"source": "cities", "filterBy": "county"',
    '"county"\n      },\n      "x-wire": {\n        "read": "cities"',
    'Say with "filterKey" which key of the entries of "cities" names the county.',
  ],
  [
    "a filter by a key that the list has not",
    '"source": "cities"',
    '"source": "cities", "filterBy": "county", "filterKey": "sensus"',
    '"sensus"',
    'No entry of schemas/reference/cities.json has the key "sensus". Did you mean "census"?',
  ],
  [
    "a filter by a key that names something else",
    '"source": "cities"',
    '"source": "cities", "filterBy": "county", "filterKey": "census"',
    '"census"',
    'cities.json names the census "4800100", which "county" never is.',
  ],
  [
    "a YAML attribute of the header",
    '"x-yaml": "purpose"',
    '"x-yaml": "schema_version"',
    '"schema_version"',
    'The YAML attribute "schema_version" is used more than once.',
  ],
  [
    "a name of saves that says which record",
    '"write": "model_purpose"',
    '"write": "{product}_identifier"',
    '"{product}_identifier"\n      },\n      "x-yaml": "purpose"',
    'The name "tdis_identifier" of saves is used by more than one field.',
  ],
  [
    "a name of saves that is always sent",
    '"write": "model_purpose"',
    '"write": "license"',
    '"license"\n      },\n      "x-yaml": "purpose"',
    'The name "license" of saves is used by more than one field.',
  ],
  [
    "a $ref that leads nowhere",
    NAME,
    `${NAME} "$ref": "contact#/properties/emial",`,
    '"contact#/properties/emial"',
    'leads nowhere: there is no "emial". Did you mean "email"?',
  ],
  [
    "a $ref to a schema that is not there",
    NAME,
    `${NAME} "$ref": "contacts#/properties/email",`,
    '"contacts#/properties/email"',
    'names the schema "contacts", which does not exist. Did you mean "contact"?',
  ],
  [
    "a $ref that holds itself",
    TOP,
    `"definitions": {"reach": {"type": "object", "properties": {"part": {"$ref": "#/definitions/reach"}}}}, ${TOP}`,
    '"#/definitions/reach"',
    'The $ref "#/definitions/reach" leads back to itself.',
  ],
  [
    "a value of older records that the field does not take",
    '"default": "None"',
    '"x-changes": {"since": {"version": 2, "value": "Never"}}, "default": "None"',
    '"Never"',
    '"Never" is no value of this field. It takes Realtime, ',
  ],
  [
    "a replacement that the field does not take",
    '"default": "None"',
    '"x-changes": {"replaced": [{"version": 1, "from": "Yearly", "to": "Anually"}]}, "default": "None"',
    '"Anually"',
    '"Anually" is no value of this field.',
  ],
  [
    "a replaced value that is still a choice",
    '"default": "None"',
    '"x-changes": {"replaced": [{"version": 1, "from": "Daily", "to": "Hourly"}]}, "default": "None"',
    '"Daily", "to"',
    '"Daily" is still a choice: take it out',
  ],
  [
    "one field split in two",
    NAME,
    `${NAME} "x-changes": {"renamed": [{"version": 1, "name": "title"}]},`,
    '{"version": 1, "name": "title"}]},\n      "x-widget": "longText"',
    '"title" cannot become both "modelName" and "modelDescription"',
  ],
  [
    "two fields merged into one",
    NAME,
    `${NAME} "x-changes": {"renamed": [{"version": 1, "name": "a"}, {"version": 1, "name": "b"}]},`,
    '{"version": 1, "name": "b"}',
    '"a" and "b" cannot both become "modelName"',
  ],
  [
    "a removed field that is still there",
    '"x-changes": { "version": 2 }',
    '"x-changes": { "version": 2, "removed": [{"version": 1, "name": "city"}] }',
    '"city"}',
    '"city" is a field of today, whose stored values would be lost',
  ],
  [
    "another name than the file's",
    '"$id": "metadata"',
    '"$id": "metadatum"',
    '"metadatum"',
    "$id must be the file's name",
  ],
  [
    "a field that code needs and its vendor may not edit",
    NAME,
    `${NAME} "x-access": {"edit": ["admin"]},`,
    '"x-access"',
    'keeps "modelName" from its vendor, but it has "x-role": "title"',
  ],
  [
    "a field that its editors may not read",
    '"modelUpdateFrequency": {',
    '"modelUpdateFrequency": { "x-access": {"read": ["admin"]},',
    '"x-access"',
    "lets vendor edit what they may not read",
  ],
  [
    "a field hidden from vendors that lists and files show",
    '"modelUpdateFrequency": {',
    '"modelUpdateFrequency": { "x-access": {"read": ["admin"], "edit": ["admin"]},',
    '"x-access"',
    'hides "modelUpdateFrequency" from vendors: give it "x-hide": ["list","detail","history","yaml"]',
  ],
  [
    "a part of a field kept apart by role",
    '"items": {',
    '"items": { "x-access": {"edit": ["admin"]},',
    '"x-access"',
    "is for the fields of metadata.schema.json",
  ],
  ["a comma too many", '"type": "boolean",', '"type": "boolean",,', ",,", "This is not JSON"],
  [
    "a field given twice",
    '"modelPurpose": {',
    '"modelName": {',
    '"modelName": {',
    "stands here a second time",
  ],
];

describe.each(MISTAKES)("%s", (kind, from, to, piece, words) => {
  it("is refused with file, line, column and what to do", async () => {
    const isChange = /"(since|replaced|renamed|removed)": /.test(to) && !kind.includes("new version");
    if (isChange) edit("metadata", '"version": 1', '"version": 2');
    if (kind === "one field split in two")
      edit(
        "metadata",
        '"x-role": "summary",',
        '"x-role": "summary", "x-changes": {"renamed": [{"version": 1, "name": "title"}]},',
      );
    const text = edit("metadata", from, to);
    const place = placeOf(
      kind === "a field given twice" ? text.replace('"modelName": {', "#".repeat(14)) : text,
      piece,
    );
    const shown =
      kind === "a comma too many" ? place.replace(/\d+$/, (column) => String(Number(column) + 1)) : place;
    const refusal = await check().then(
      () => "",
      (error: Error) => error.message,
    );
    const told = refusal.split("\n").find((line) => line.includes(words));
    expect(told, refusal).toMatch(new RegExp(`^schemas/metadata\\.schema\\.json:${shown}: `));
  });
});

it("tells of every mistake at once, in the order of the file", async () => {
  edit("metadata", '"x-widget": "longText"', '"x-widget": "longtext"');
  edit("metadata", '"minItems": 1', '"minItem": 1');
  await expect(check()).rejects.toThrow(/"minItem"[^]*"longtext"/);
});

it("names what a field must repeat when it is not there", async () => {
  edit("change-password", '"equals": "newPassword"', '"equals": "newPasword"');
  await expect(check()).rejects.toThrow(/change-password.*x-rules names .* Did you mean "newPassword"\?/);
});

it("takes the schemas as they are", async () => {
  await expect(check()).resolves.toBeUndefined();
});

it("ends the command with the mistakes alone and an exit code", { timeout: 60_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), "generate-"));
  cpSync("schemas", join(copy, "schemas"), { recursive: true });
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
      /^schemas\/agency\.schema\.json:\d+:\d+: .*has no example.*\n.*"exmaples" is no word/,
    );
    expect(stderr).not.toContain(" at ");
  }
  rmSync(copy, { recursive: true });
});

describe("every word of the vocabulary", () => {
  interface Words {
    enum?: string[];
    oneOf?: Words[];
    items?: Words;
    properties?: Record<string, Words>;
  }
  const { definitions } = JSON.parse(readFileSync("schemas/vocabulary.schema.json", "utf8")) as {
    definitions: {
      node: {
        propertyNames: { anyOf: Words[] };
        properties: Record<string, Words & { description?: string }>;
      };
    };
  };
  const { properties, propertyNames } = definitions.node;

  it("is explained, and listed where names are checked", () => {
    const words = Object.keys(properties).filter((word) => word.startsWith("x-"));
    expect(words.filter((word) => !properties[word]!.description)).toEqual([]);
    expect([...propertyNames.anyOf[1]!.enum!].sort()).toEqual(words.sort());
  });

  it("names codecs, derivations and rules that exist", () => {
    for (const codec of properties["x-wire"]!.oneOf![1]!.properties!["codec"]!.enum!)
      expect(() => codecFor(codec, "string")).not.toThrow();
    for (const by of properties["x-derived"]!.properties!["by"]!.enum!)
      expect(() => derivationNamed(by)).not.toThrow();
    for (const rule of properties["x-rules"]!.items!.oneOf![0]!.enum!) {
      const schema = {
        $id: "a",
        title: "A",
        properties: { list: { items: {}, "x-rules": [rule] } },
      } as EntitySchema;
      expect(() => brokenRules(schema, { list: [] }, NO_REFERENCES)).not.toThrow(/Unknown/);
    }
  });
});

it.each([
  ["that no save has", '"celphone"', 'Did you mean "cell_phone"?'],
  ["that a change is read from", '"work_phone"', "neither a constant nor a further write name"],
])("points at a name sent once %s", async (_, name, words) => {
  const text = edit("contact", '"once": ["cell_phone"', `"once": [${name}`);
  const fault = check();
  await expect(fault).rejects.toThrow(`schemas/contact.schema.json:${placeOf(text, name)}: once names`);
  await expect(fault).rejects.toThrow(words);
});

it("points at the place of what only a strict validator refuses", async () => {
  const condition = `"if": {"required": ["city"]}, "then": {"properties": {"city": {"minItems": 1}}}, ${TOP}`;
  const text = edit("metadata", TOP, condition);
  await expect(check()).rejects.toThrow(
    `schemas/metadata.schema.json:${placeOf(text, '{"minItems": 1}')}: strict mode: missing type "array"`,
  );
});

it.each([
  ["{}", "There is no product"],
  ['{"product": "My Product!"}', '"My Product!" cannot begin names'],
])("refuses %s as the product", async (text, words) => {
  writeFileSync(join(folder, "product.json"), text);
  await expect(check()).rejects.toThrow(words);
  await expect(check()).rejects.toThrow(/^schemas\/product\.json:1:\d+: .*lower-case letters/);
});

describe("a field of metadata", () => {
  const field = (words: object) => ({
    title: "Gauge height",
    description: "Its highest.",
    "x-section": "Model details",
    ...words,
  });

  /** The metadata schema as generated with one more field. */
  async function generated(words: object, more: object = {}): Promise<EntitySchema> {
    const path = join(folder, "metadata.schema.json");
    const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
    schema.properties["gaugeHeight"] = field(words) as EntitySchema["properties"][string];
    writeFileSync(path, JSON.stringify({ ...schema, ...more }));
    return JSON.parse((await generate(folder)).get("schemas/metadata.json")!) as EntitySchema;
  }

  it("travels under its own name in snake case when the schema gives none", async () => {
    const { properties } = await generated({ type: "string", examples: ["a"] });
    expect(properties["gaugeHeight"]!["x-wire"]).toEqual({ read: "gauge_height", write: "gauge_height" });
  });

  it("does not travel when the schema says so", async () => {
    const { properties } = await generated({ type: "string", examples: ["a"], "x-wire": false });
    expect(properties["gaugeHeight"]).not.toHaveProperty("x-wire");
  });

  it("is what its $ref says, in its file or in another, with its own words before", async () => {
    const { properties } = await generated(
      { $ref: "#/definitions/height", examples: [2] },
      { definitions: { height: { type: "number", minimum: 1, title: "Height" } } },
    );
    expect(properties["gaugeHeight"]).toMatchObject({ type: "number", minimum: 1, title: "Gauge height" });
    const other = await generated({ $ref: "contact#/properties/email", examples: ["a@example.com"] });
    expect(other.properties["gaugeHeight"]).toMatchObject({
      pattern: schemaOf("contact").properties["email"]!.pattern,
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
  ])("may be %s", async (_, words) => {
    await expect(generated(words)).resolves.toBeDefined();
  });

  it("may be chosen from a list that another field narrows", async () => {
    const cities = [{ value: "Justin", label: "Justin", county: "Denton" }];
    writeFileSync(join(folder, "reference/gauges.json"), JSON.stringify(cities));
    const options = { source: "gauges", filterBy: "county", filterKey: "county" };
    await expect(
      generated({ type: "string", "x-options": options, examples: ["Justin"] }),
    ).resolves.toBeDefined();
  });

  it("is refused with an example that comes back as another", async () => {
    const words = {
      type: "string",
      pattern: "^ a$",
      examples: [" a"],
      "x-wire": { read: "g", write: "g", codec: "date" },
    };
    await expect(generated({ ...words, pattern: "T", examples: ["2020-01-01T10"] })).rejects.toThrow(
      'The example of "gaugeHeight" comes back from an answer as "2020-01-01", and not as "2020-01-01T10"',
    );
  });
});

describe("an edit that would lose what is stored", () => {
  const before = new Map([["metadata", schemaOf("metadata")]]);
  const EDITS: [string, (schema: EntitySchema) => void, words: string][] = [
    [
      "a field gone without a word",
      (schema) => delete schema.properties["chainOfCustody"],
      "Documents still hold `chainOfCustody`",
    ],
    [
      "text made a number",
      ({ properties }) =>
        Object.assign(properties["softwareVersion"]!, {
          type: "number",
          pattern: undefined,
          "x-widget": undefined,
          examples: [6],
        }),
      '"softwareVersion" held string and is number now',
    ],
    [
      "another attribute of the YAML",
      ({ properties }) => (properties["modelPurpose"]!["x-yaml"] = "aim"),
      "Metadata files still say `purpose` for `modelPurpose`",
    ],
  ];

  it.each(EDITS)("is refused: %s", async (_, edit, words) => {
    const path = join(folder, "metadata.schema.json");
    const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
    edit(schema);
    writeFileSync(path, JSON.stringify(schema, null, 2));
    await expect(generate(folder, before)).rejects.toThrow(words);
    await expect(generate(folder, before)).rejects.toThrow(/^schemas\/metadata\.schema\.json:\d+:\d+: /);
  });

  it("is refused: a schema that code needs", async () => {
    rmSync(join(folder, "agency.schema.json"));
    const edition = new Map([["agency", schemaOf("agency")]]);
    await expect(generate(folder, edition)).rejects.toThrow(
      /^schemas\/agency\.schema\.json is gone, and src\/\S+:\d+ needs it/,
    );
  });
});

it("knows every role that code asks a schema for", () => {
  const asked = readdirSync("src", { recursive: true, encoding: "utf8" })
    // A model's own files have texts by name, too.
    .filter((file) => /\.tsx?$/.test(file) && !/generated|models/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join("src", file), "utf8");
      return [...text.matchAll(/(?:fieldWithRole|textOf|listOf)\([^"()]*(?:\("(\w+)"\))?[^"()]*"(\w+)"\)/g)];
    })
    .map(([, , role]) => role!);
  const known = Object.values(NEEDED_ROLES).flat();
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((role) => !known.includes(role))).toEqual([]);
});
