import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { generate } from "../../scripts/generate/generate.ts";
import type { EntitySchema } from "../../src/contract/fields.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "schemas-"));
  cpSync("schemas", folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

function edit(change: (schema: EntitySchema) => void) {
  const path = join(folder, "metadata.schema.json");
  const schema = JSON.parse(readFileSync(path, "utf8")) as EntitySchema;
  change(schema);
  writeFileSync(path, JSON.stringify(schema));
}

it.each([
  [
    "a misspelt x- word",
    "x-secton",
    (schema: EntitySchema) => Object.assign(schema.properties.modelName!, { "x-secton": "Identifiers" }),
  ],
  [
    "an unknown widget",
    "x-widget",
    (schema: EntitySchema) => Object.assign(schema.properties.modelName!, { "x-widget": "slider" }),
  ],
  [
    "an unknown codec",
    "codec",
    (schema: EntitySchema) => Object.assign(schema.properties.county!["x-wire"]!, { codec: "commas" }),
  ],
  [
    "a misspelt keyword of JSON Schema",
    "minLenght",
    (schema: EntitySchema) => Object.assign(schema.properties.modelName!, { minLenght: 3 }),
  ],
  [
    "a field to clear that is not there",
    "hydroUnits",
    (schema: EntitySchema) => Object.assign(schema.properties.modelName!, { "x-clears": ["hydroUnits"] }),
  ],
  [
    "a role given twice",
    "title",
    (schema: EntitySchema) => Object.assign(schema.properties.modelPurpose!, { "x-role": "title" }),
  ],
])("refuses %s, naming the file and the word", async (_, word, change) => {
  edit(change);
  await expect(generate(folder)).rejects.toThrow(new RegExp(`metadata\\.schema\\.json[^]*${word}`));
});

it("takes the schemas as they are", async () => {
  await expect(generate(folder)).resolves.toBeInstanceOf(Map);
});
