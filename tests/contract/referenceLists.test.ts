import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  readReferenceLists,
  buildReferenceModule,
  selectUsedLists,
  listSourceNames,
  buildSourcesSchema,
} from "../../scripts/generate/referenceLists.ts";
import { readReferences } from "../../scripts/validate/readReferences.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lists-"));
  cpSync("schemas/reference", folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const add = (file: string, entries: unknown) => writeFileSync(join(folder, file), JSON.stringify(entries));
const schemaWithOptions = (source: string) =>
  ({ properties: { chosen: { items: {}, "x-options": { source } } } }) as unknown as EntitySchema;

it("offers every reference file of values and labels as a list with the file's name", async () => {
  add("survey-methods.json", [{ value: "lidar", label: "Airborne lidar" }]);
  add("codes.json", [{ value: "A", label: "A" }]);
  add("empty.json", []);
  const lists = await readReferenceLists(folder);
  const sources = lists.map(({ source }) => source);
  expect(sources).toEqual(
    expect.arrayContaining(["cities", "codes", "counties", "regions", "surveyMethods"]),
  );
  expect(sources).not.toContain("empty");
  expect(listSourceNames(lists)).toEqual(
    expect.arrayContaining(["surveyMethods", "software", "hydrologicUnits"]),
  );
  const used = selectUsedLists(lists, [schemaWithOptions("surveyMethods"), schemaWithOptions("codes")]);
  expect(buildReferenceModule(used)).toBe(
    [
      "export const referenceLists = {",
      '  codes: { file: "codes.json", isCoded: false, load: () => import("../../../schemas/reference/codes.json") },',
      '  surveyMethods: { file: "survey-methods.json", isCoded: true, load: () => import("../../../schemas/reference/survey-methods.json") },',
      "};\n",
    ].join("\n"),
  );
});

it.each([
  ["what is not JSON", "gauges.json", '[\n  {"value": "A",, "label": "A"}\n]', ":2:17: This is not JSON"],
  [
    "an entry without a label",
    "gauges.json",
    '[{"value": "A", "label": "A"},\n{"value": "B"}]',
    ':2:1: This entry has no "label": add it. (/1)',
  ],
  [
    "an empty code",
    "gauges.json",
    '[{"value": "", "label": "A"}]',
    ':1:2: This entry has no "value": add it. (/0)',
  ],
  [
    "a repeated code",
    "gauges.json",
    '[{"value": "A", "label": "A"}, {"value": "A", "label": "B"}]',
    ':1:42: Another entry already has the "value" "A": each needs its own. (/1/value)',
  ],
  [
    "a code that is a number",
    "gauges.json",
    '[{"value": 1, "label": "A"}]',
    ':1:12: A code is a text: write "1". (/0/value)',
  ],
  [
    "a deprecated entry that is not marked with true",
    "gauges.json",
    '[{"value": "A", "label": "A", "deprecated": "yes"}]',
    ':1:45: "deprecated" is true: write true, or remove it. (/0/deprecated)',
  ],
  [
    "what is no entry",
    "gauges.json",
    '[{"value": "A", "label": "A"}, 7]',
    ":1:32: An entry must be an object. (/1)",
  ],
  [
    "a repeated unit",
    "hydrologic-units/01.json",
    '["1", "1"]',
    ':1:7: "1" is listed twice: remove one of them. (/1)',
  ],
])("refuses %s, with file, line and column", async (_, file, text, message) => {
  writeFileSync(join(folder, file), text);
  await expect(readReferenceLists(folder)).rejects.toThrow(`schemas/reference/${file}${message}`);
});

it("reports the mistakes of all lists at once", async () => {
  add("a.json", [{ value: "A" }]);
  add("b.json", [{ label: "B" }]);
  await expect(readReferenceLists(folder)).rejects.toThrow(/a\.json:1:2: .*\n.*b\.json:1:2: /);
});

it.each([
  ["what is not JSON", "agencies.json", "[,]", ":1:2: This is not JSON"],
  ["what is no list", "agencies.json", "{}", ":1:1: This must be a list of entries: write [ ... ]. (/)"],
  [
    "an entry without a label",
    "agencies.json",
    '[{"id": 1}]',
    ':1:2: This entry has no "name": add it. (/0)',
  ],
  [
    "a repeated code",
    "software.json",
    '[{"software_name": "A", "software_abbr": "A"}, {"software_name": "B", "software_abbr": "A"}]',
    ':1:88: Another entry already has the "software_abbr" "A": each needs its own. (/1/software_abbr)',
  ],
])("refuses %s in a list that seeds the server", async (_, file, text, message) => {
  writeFileSync(join(folder, file), text);
  await expect(readReferences(folder)).rejects.toThrow(`schemas/reference/${file}${message}`);
});

it("the vocabulary names the same lists as the reference folder", async () => {
  const storedSchema = readFileSync("schemas/reference/sources.json", "utf8");
  expect(storedSchema).toBe(buildSourcesSchema(await readReferenceLists("schemas/reference")));
});
