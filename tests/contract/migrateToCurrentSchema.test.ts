import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, getSchemaVersion, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { parseMetadataYaml } from "../../src/contract/yaml/metadataYaml.ts";
import { migrateToCurrentSchema } from "../../src/contract/schema/migrateToCurrentSchema.ts";
import { golden, goldenText } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

const example = golden("old/example.schema.json") as unknown as EntitySchema;
const today = golden("old/example-today.json");

describe("an entity of an earlier schema version", () => {
  it.each([1, 2, 3, 4])("migrates to the current version: version %i", (version) => {
    const document = golden(`old/example-${version}.json`);
    const before = structuredClone(document);
    const migrated = migrateToCurrentSchema(example, document, version);
    expect(migrated).toEqual(today);
    expect(validateEntity(example, compileSchema(example), migrated)).toEqual([]);
    expect(document).toEqual(before);
  });

  it.each([1, 3])("migrates to the current version from its metadata file: version %i", (version) => {
    const read = parseMetadataYaml(goldenText(`old/example-${version}.yml`), someReferences(), example);
    expect(read).toEqual({ recordId: "57", schemaVersion: version, metadata: today });
  });

  it("keeps an existing value instead of a new field's initial value", () => {
    expect(migrateToCurrentSchema(example, { reach: "upper" }, 2)).toEqual({ reach: "upper" });
  });

  it("renames a field only from the versions that used the old name", () => {
    expect(migrateToCurrentSchema(example, { title: "A report" }, 2)).toMatchObject({ title: "A report" });
    expect(migrateToCurrentSchema(example, { title: "Denton Creek" }, 1)).toMatchObject({
      name: "Denton Creek",
    });
  });

  it("removes duplicates after merging two values, and leaves other lists unchanged", () => {
    const merged = { version: 1, from: "Combined", to: "Other" };
    const types = {
      type: "array",
      uniqueItems: true,
      items: { type: "string", "x-changes": { replaced: [merged] } },
    };
    const schema: EntitySchema = { $id: "a", title: "A", "x-changes": { version: 2 }, properties: { types } };
    expect(migrateToCurrentSchema(schema, { types: ["Other", "Combined", "2D"] }, 1)).toEqual({
      types: ["Other", "2D"],
    });
    expect(migrateToCurrentSchema(schema, { types: ["2D", "2D"] }, 1)).toEqual({ types: ["2D", "2D"] });
  });

  it("stays unchanged when its version is current or newer", () => {
    const document: JsonObject = { label: "x", colour: "blue" };
    expect(migrateToCurrentSchema(example, document, 4)).toBe(document);
    expect(migrateToCurrentSchema(example, document, 9)).toBe(document);
  });

  it("ignores an invalid version number", () => {
    let steps = 0;
    const counted = {
      ...example,
      get properties() {
        steps += 1;
        return example.properties;
      },
    };
    migrateToCurrentSchema(counted, { label: "x", colour: "blue" }, -10_000);
    expect(steps).toBeLessThan(50);
  });
});

describe("metadata of every version so far", () => {
  const versions = Array.from({ length: getSchemaVersion(getSchema("metadata")) }, (_, index) => index + 1);
  const schema = getSchema("metadata");
  const references = someReferences();

  it("exists as golden files", () => {
    const files = readdirSync("tests/fixtures/golden/old").filter((name) => name.startsWith("metadata-"));
    expect(files.sort()).toEqual(
      versions.flatMap((version) => [`metadata-${version}.json`, `metadata-${version}.yml`]),
    );
  });

  it.each(versions)("is valid under the current schema: version %i", (version) => {
    const document = migrateToCurrentSchema(schema, golden(`old/metadata-${version}.json`), version);
    expect(validateEntity(schema, validators.metadata, document, references)).toEqual([]);
    const read = parseMetadataYaml(goldenText(`old/metadata-${version}.yml`), references);
    expect(read).toMatchObject({ schemaVersion: version, metadata: document });
  });
});
