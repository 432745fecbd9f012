import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DICTIONARY_FILE, buildDictionaryFile } from "../../scripts/generate/dictionaryMarkdown.ts";
import { readSchemas } from "../../scripts/generate/readSchemas.ts";
import { buildDataDictionary } from "../../src/contract/schema/dataDictionary.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";

it("has a row for each field with its label, help and example", () => {
  const { properties } = getSchema("metadata");
  const rows = buildDataDictionary(getSchema("metadata"));
  expect(rows.map(({ name, label, help, example }) => [name, label, help, example])).toEqual(
    Object.entries(properties).map(([name, { title = "", description = "", examples }]) => [
      name,
      title,
      description,
      examples?.[0],
    ]),
  );
});

it("matches docs/data-dictionary.md (run npm run docs to update it)", async () => {
  const { schemas } = await readSchemas("schemas");
  expect(readFileSync(DICTIONARY_FILE, "utf8")).toBe(buildDictionaryFile(schemas));
});
