import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  readReferenceLists,
  buildReferenceModule,
  listSourceNames,
  buildSourcesSchema,
} from "../../scripts/generate/referenceLists.ts";
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
  add("no-labels.json", [{ value: "A" }]);
  add("empty.json", []);
  const lists = await readReferenceLists(folder);
  const sources = lists.map(({ source }) => source);
  expect(sources).toEqual(
    expect.arrayContaining(["cities", "codes", "counties", "regions", "surveyMethods"]),
  );
  for (const source of ["noLabels", "empty"]) expect(sources).not.toContain(source);
  expect(listSourceNames(lists)).toEqual(
    expect.arrayContaining(["surveyMethods", "software", "hydrologicUnits"]),
  );
  expect(buildReferenceModule(lists, [schemaWithOptions("surveyMethods"), schemaWithOptions("codes")])).toBe(
    [
      "export const referenceLists = {",
      '  codes: { file: "codes.json", isCoded: false, load: () => import("../../../schemas/reference/codes.json") },',
      '  surveyMethods: { file: "survey-methods.json", isCoded: true, load: () => import("../../../schemas/reference/survey-methods.json") },',
      "};\n",
    ].join("\n"),
  );
});

it("the vocabulary names the same lists as the reference folder", async () => {
  const storedSchema = readFileSync("schemas/reference/sources.json", "utf8");
  expect(storedSchema).toBe(buildSourcesSchema(await readReferenceLists("schemas/reference")));
});
