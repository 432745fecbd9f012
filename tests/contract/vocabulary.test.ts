import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkVocabulary } from "../../scripts/generate/checkVocabulary.ts";
import { readSchemas } from "../../scripts/generate/readSchemas.ts";
import { codecFor } from "../../src/contract/codecs.ts";
import { derivationNamed } from "../../src/contract/derivations.ts";
import type { EntitySchema } from "../../src/contract/fields.ts";
import { brokenRules } from "../../src/contract/rules.ts";
import { NO_REFERENCES } from "../../src/contract/references.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "schemas-"));
  cpSync("schemas", folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What the generator does with the schemas before anything else. */
async function check(): Promise<void> {
  const { schemas, vocabulary } = await readSchemas(folder);
  checkVocabulary(schemas, vocabulary);
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
    'is no word of x-wire, which takes read, write, accept, codec. Did you mean "accept"?',
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
    '"x-section": "Software"',
    '"Software",\n      "x-widget"',
    'There is no section "Software" in x-sections.',
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
    '"x-yaml": "title",\n      "x-example": "Denton Creek"',
    '"x-yaml": "title"',
    '"modelName": {',
    'has no example: add an "x-example", a valid value.',
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
    '"x-starts-with": "twdbFloodPlanningRegionID"',
    '"x-starts-with": "region"',
    '"region",\n      "x-wire"',
    'x-starts-with names the field "region", which does not exist.',
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
    '"title",\n      "x-example": "Flood',
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
    '"x-rules"',
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
    '"x-example": "030000000001"',
    '"x-example": "0300"',
    '"0300"',
    'The x-example of "modelIdentifier" breaks its own rule',
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
    `${NAME} "x-renamed-from": [{ "version": 1, "name": "title" }],`,
    '1, "name"',
    "This change makes version 2 of the schema, whose x-version is 1: set x-version to 2.",
  ],
  [
    "a schema of its own, which editors would prefer",
    '"$id": "metadata"',
    '"$schema": "http://json-schema.org/draft-07/schema#", "$id": "metadata"',
    '"$schema"',
    "Leave $schema out",
  ],
  [
    "another name than the file's",
    '"$id": "metadata"',
    '"$id": "metadatum"',
    '"metadatum"',
    "$id must be the file's name",
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
  edit("change-password", '"x-equals": "newPassword"', '"x-equals": "newPasword"');
  await expect(check()).rejects.toThrow(/change-password.*x-equals names .* Did you mean "newPassword"\?/);
});

it("takes the schemas as they are", async () => {
  await expect(check()).resolves.toBeUndefined();
});

it("ends the command with the mistakes alone and an exit code", { timeout: 60_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), "generate-"));
  cpSync("schemas", join(copy, "schemas"), { recursive: true });
  const path = join(copy, "schemas/agency.schema.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"x-example"', '"x-exmaple"'));
  const script = join(process.cwd(), "scripts/generate.ts");
  const tsx = join(process.cwd(), "node_modules/tsx/dist/loader.mjs");
  try {
    execFileSync(process.execPath, ["--import", tsx, script], { cwd: copy, encoding: "utf8", stdio: "pipe" });
    expect.unreachable();
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^schemas\/agency\.schema\.json:\d+:\d+: .*has no example.*\n.*"x-exmaple" is no word/,
    );
    expect(stderr).not.toContain(" at ");
  }
  rmSync(copy, { recursive: true });
});

describe("every word of the vocabulary", () => {
  interface Words {
    enum?: string[];
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
    for (const codec of properties["x-wire"]!.properties!["codec"]!.enum!)
      expect(() => codecFor(codec, "string")).not.toThrow();
    for (const by of properties["x-derived"]!.properties!["by"]!.enum!)
      expect(() => derivationNamed(by)).not.toThrow();
    for (const rule of properties["x-rules"]!.items!.enum!) {
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
  const text = edit("contact", '"x-wire-once": ["cell_phone"', `"x-wire-once": [${name}`);
  const fault = check();
  await expect(fault).rejects.toThrow(
    `schemas/contact.schema.json:${placeOf(text, name)}: x-wire-once names`,
  );
  await expect(fault).rejects.toThrow(words);
});

it("points at the place of what only a strict validator refuses", async () => {
  const condition =
    '"if": {"required": ["city"]}, "then": {"properties": {"city": {"minItems": 1}}}, "x-sections":';
  const text = edit("metadata", '"x-sections":', condition);
  await expect(check()).rejects.toThrow(
    `schemas/metadata.schema.json:${placeOf(text, '{"minItems": 1}')}: strict mode: missing type "array"`,
  );
});
