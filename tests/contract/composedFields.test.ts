import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { generate } from "../../scripts/generate/generate.ts";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import { buildDataDictionary } from "../../src/contract/schema/dataDictionary.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { buildMetadataYaml, parseMetadataYaml } from "../../src/contract/yaml/metadataYaml.ts";
import { checkNewValues } from "../../src/contract/rules/checkNewValues.ts";
import { decode, encode } from "../../src/contract/wire/wire.ts";
import { COMPOSED, composeSchemas } from "../../scripts/dev/prove-edits/composedFields.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { copyFixedSchemas } from "../support/fixedSchemas.ts";
import { someReferences } from "../support/references.ts";

vi.setConfig({ hookTimeout: 300_000 });

const references = someReferences();

let schemas: string;
let schema: EntitySchema;

beforeAll(async () => {
  schemas = mkdtempSync(join(tmpdir(), "composed-"));
  copyFixedSchemas(schemas);
  composeSchemas(schemas);
  schema = JSON.parse((await generate(schemas)).get("schemas/metadata.json")!) as EntitySchema;
});

afterAll(() => rmSync(schemas, { recursive: true }));

const documentWith = (name: string, value: unknown) => ({ ...aMetadata(), [name]: value }) as JsonObject;

describe.each(COMPOSED)("$field.title", ({ name, wire, sent, yaml, wrong }) => {
  it.each(["read", "write"] as const)("is sent under its snake_case name (%s)", (side) => {
    const travelling = encode(schema, documentWith(name, sent), side, references);
    expect(travelling[wire]).toEqual(sent);
    const text = JSON.parse(JSON.stringify(travelling)) as JsonObject;
    expect(decode(schema, text, side, references)[name]).toEqual(sent);
  });

  it("applies its rules and reports errors in its own words", () => {
    const listErrors = (value: unknown) => [
      ...validateEntity(schema, compileSchema(schema), documentWith(name, value), references),
      ...checkNewValues(schema, documentWith(name, value), undefined, { gauges: new Set(["justin"]) }),
    ];
    expect(listErrors(sent)).toEqual([]);
    if (wrong)
      expect(listErrors(wrong.sent)).toMatchObject([{ path: wrong.at.split("."), message: wrong.says }]);
  });

  it("is written to the metadata YAML and read back", () => {
    const record = { recordId: "1", metadata: documentWith(name, sent), references, contacts: [] };
    const text = buildMetadataYaml(record, schema);
    expect(text).toContain(`\n  ${yaml}\n`);
    expect(parseMetadataYaml(text, references, schema).metadata[name]).toEqual(sent);
  });

  it("is listed in the data dictionary with its names", () => {
    const row = buildDataDictionary(schema).find((one) => one.name === name);
    expect(row).toMatchObject({ readNames: [wire], writeNames: [wire], yamlKey: wire });
  });
});

it("lists a deprecated option as no longer offered in the data dictionary", () => {
  const row = buildDataDictionary(schema).find(({ name }) => name === "horizontalDatum");
  expect(row?.options).toEqual(["NAD 83 (n83)", "WGS 84 (w84)", "NAD 27 (n27), no longer offered"]);
});
