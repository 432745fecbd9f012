import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { check } from "../../src/contract/rules/check.ts";
import { schemaOf, versionOf, type JsonObject, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { readMetadataYaml } from "../../src/contract/yaml/metadataYaml.ts";
import { migrate } from "../../src/contract/schema/migrations.ts";
import { golden, goldenText } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

const example = golden("old/example.schema.json") as unknown as EntitySchema;
const today = golden("old/example-today.json");

describe("a document of an earlier version", () => {
  it.each([1, 2, 3, 4])("is read as today's: version %i", (version) => {
    const document = golden(`old/example-${version}.json`);
    const before = structuredClone(document);
    const migrated = migrate(example, document, version);
    expect(migrated).toEqual(today);
    expect(check(example, compileSchema(example), migrated)).toEqual([]);
    expect(document).toEqual(before);
  });

  it.each([1, 3])("is read as today's from its metadata file: version %i", (version) => {
    const read = readMetadataYaml(goldenText(`old/example-${version}.yml`), someReferences(), example);
    expect(read).toEqual({ recordId: "57", schemaVersion: version, metadata: today });
  });

  it("keeps a value it has where a newer field brings one", () => {
    expect(migrate(example, { reach: "upper" }, 2)).toEqual({ reach: "upper" });
  });

  it("gives an earlier name to a new field only in the versions that used it so", () => {
    expect(migrate(example, { title: "A report" }, 2)).toMatchObject({ title: "A report" });
    expect(migrate(example, { title: "Denton Creek" }, 1)).toMatchObject({ name: "Denton Creek" });
  });

  it("keeps once what two merged values become, and a list as it was where nothing is merged", () => {
    const merged = { version: 1, from: "Combined", to: "Other" };
    const types = {
      type: "array",
      uniqueItems: true,
      items: { type: "string", "x-changes": { replaced: [merged] } },
    };
    const schema: EntitySchema = { $id: "a", title: "A", "x-changes": { version: 2 }, properties: { types } };
    expect(migrate(schema, { types: ["Other", "Combined", "2D"] }, 1)).toEqual({ types: ["Other", "2D"] });
    expect(migrate(schema, { types: ["2D", "2D"] }, 1)).toEqual({ types: ["2D", "2D"] });
  });

  it("is left alone when its version is today's or a later one", () => {
    const document: JsonObject = { label: "x", colour: "blue" };
    expect(migrate(example, document, 4)).toBe(document);
    expect(migrate(example, document, 9)).toBe(document);
  });

  it("takes no more steps for a version that somebody made up", () => {
    let steps = 0;
    const counted = {
      ...example,
      get properties() {
        steps += 1;
        return example.properties;
      },
    };
    migrate(counted, { label: "x", colour: "blue" }, -10_000);
    expect(steps).toBeLessThan(50);
  });
});

describe("metadata of every version so far", () => {
  const versions = Array.from({ length: versionOf(schemaOf("metadata")) }, (_, index) => index + 1);
  const schema = schemaOf("metadata");
  const references = someReferences();

  it("are kept as golden files", () => {
    const files = readdirSync("tests/fixtures/golden/old").filter((name) => name.startsWith("metadata-"));
    expect(files.sort()).toEqual(
      versions.flatMap((version) => [`metadata-${version}.json`, `metadata-${version}.yml`]),
    );
  });

  it.each(versions)("are valid today: version %i", (version) => {
    const document = migrate(schema, golden(`old/metadata-${version}.json`), version);
    expect(check(schema, validators.metadata, document, references)).toEqual([]);
    const read = readMetadataYaml(goldenText(`old/metadata-${version}.yml`), references);
    expect(read).toMatchObject({ schemaVersion: version, metadata: document });
  });
});
