import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import {
  getSchema,
  getSchemaVersion,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
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

it("migrates the parts of groups like the fields of a schema", () => {
  const schema: EntitySchema = {
    $id: "a",
    title: "A",
    "x-changes": { version: 2 },
    properties: {
      levees: {
        type: "array",
        items: {
          type: "object",
          "x-changes": { removed: [{ version: 1, name: "owner" }] },
          properties: {
            crest: { "x-changes": { renamed: [{ version: 1, name: "top" }] } },
            height: { "x-changes": { converted: [{ version: 1, by: "number", rest: "note" }] } },
            kind: { "x-changes": { since: { version: 2, value: "Earth" } } },
            note: { type: "string" },
          },
        },
      },
    },
  };
  const levees = [
    { top: "a", owner: "b", height: "12.5" },
    { height: "tall", kind: "Wall" },
  ];
  expect(migrateToCurrentSchema(schema, { levees }, 1)).toEqual({
    levees: [
      { crest: "a", height: 12.5, kind: "Earth" },
      { note: "tall", kind: "Wall" },
    ],
  });
});

it("reads a renamed part from an older metadata file", () => {
  const schema: EntitySchema = {
    $id: "metadata",
    title: "Metadata",
    "x-changes": { version: 2 },
    properties: {
      site: {
        type: "object",
        "x-yaml": "site",
        properties: { mile: { "x-changes": { renamed: [{ version: 1, name: "riverMile" }] } } },
      },
    },
  };
  const text = "global_attributes:\n  schema_version: 1\n  site:\n    river_mile: 4\n";
  expect(parseMetadataYaml(text, someReferences(), schema).metadata).toEqual({ site: { mile: 4 } });
});

it("reads a renamed field that gets another type from an older metadata file", () => {
  const schema: EntitySchema = {
    $id: "metadata",
    title: "Metadata",
    "x-changes": { version: 2 },
    properties: {
      mile: {
        type: "number",
        "x-yaml": "mile",
        "x-changes": {
          renamed: [{ version: 1, name: "place", yaml: "place" }],
          converted: [{ version: 1, from: "place", by: "number", rest: "note" }],
        },
      },
      note: { type: "string" },
    },
  };
  const text = 'global_attributes:\n  schema_version: 1\n  place: "4.5"\n';
  expect(parseMetadataYaml(text, someReferences(), schema).metadata).toEqual({ mile: 4.5 });
});

describe("a converted field", () => {
  type Changes = NonNullable<FieldSchema["x-changes"]>;
  const convert = (
    document: JsonObject,
    converted: Record<string, Omit<NonNullable<Changes["converted"]>[number], "version">>,
    removed: string[] = [],
  ) => {
    const fields = Object.entries(converted).map(([name, conversion]) => [
      name,
      { "x-changes": { converted: [{ version: 1, ...conversion }] } },
    ]);
    const schema: EntitySchema = {
      $id: "a",
      title: "A",
      "x-changes": { version: 2, removed: removed.map((name) => ({ version: 1, name })) },
      properties: { ...Object.fromEntries(fields), note: { type: "string" } },
    };
    return migrateToCurrentSchema(schema, document, 1);
  };

  it("is a number from text, and keeps another text in the field for the rest", () => {
    const size = { by: "number", rest: "note" } as const;
    expect(convert({ size: "1,250.5" }, { size })).toEqual({ size: 1250.5 });
    expect(convert({ size: "about 50 ft" }, { size })).toEqual({ note: "about 50 ft" });
    expect(convert({ size: "50 ft", note: "Old" }, { size })).toEqual({ note: "Old; 50 ft" });
    expect(convert({ size: "" }, { size })).toEqual({ size: "" });
  });

  it("is split from a text that matches as a whole; another text is kept once", () => {
    const fields = {
      program: { from: "software", by: "split", pattern: "(.*) [^ ]*", rest: "note" },
      edition: { from: "software", by: "split", pattern: ".* ([^ ]*)", rest: "note" },
    } as const;
    expect(convert({ software: "HEC RAS 6.4" }, fields, ["software"])).toEqual({
      program: "HEC RAS",
      edition: "6.4",
    });
    expect(convert({ software: "HEC-RAS" }, fields, ["software"])).toEqual({ note: "HEC-RAS" });
    const withNote = { software: "HEC-RAS", note: "Old" };
    expect(convert(withNote, fields, ["software"])).toEqual({ note: "Old; HEC-RAS" });
  });

  it("is joined from several values", () => {
    const name = { from: ["river", "reach", "marks"], by: "join" as const, separator: " / " };
    const document = { river: "Denton", marks: ["a", "b"] };
    expect(convert(document, { name }, ["river", "marks"])).toEqual({ name: "Denton / a / b" });
  });

  it("is a list of one value, or of its parts", () => {
    expect(convert({ city: "Justin" }, { city: { by: "list" } })).toEqual({ city: ["Justin"] });
    expect(convert({ city: "Justin; Wise " }, { city: { by: "list", separator: "[;,]" } })).toEqual({
      city: ["Justin", "Wise"],
    });
    expect(convert({ city: ";" }, { city: { by: "list", separator: "[;,]" } })).toEqual({ city: [";"] });
  });

  it("maps known values, also in a list, and keeps the others", () => {
    const datum = { by: "map", values: { yes: true, no: false }, rest: "note" } as const;
    expect(convert({ datum: "no" }, { datum })).toEqual({ datum: false });
    expect(convert({ datum: "maybe" }, { datum })).toEqual({ note: "maybe" });
    expect(convert({ datum: ["yes", "later", "yes"] }, { datum })).toEqual({ datum: [true], note: "later" });
  });

  it("is made from the attributes of an older metadata file", () => {
    const schema: EntitySchema = {
      $id: "metadata",
      title: "Metadata",
      "x-changes": { version: 2, removed: [{ version: 1, name: "software" }] },
      properties: {
        program: {
          "x-changes": {
            converted: [{ version: 1, from: "software", yaml: "software_name", by: "list" }],
          },
        },
      },
    };
    const text = "global_attributes:\n  schema_version: 1\n  software_name: HEC-RAS\n";
    expect(parseMetadataYaml(text, someReferences(), schema).metadata).toEqual({ program: ["HEC-RAS"] });
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
