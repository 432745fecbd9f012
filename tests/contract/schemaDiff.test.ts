import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { parseSchemas } from "../../scripts/generate/readSchemas.ts";
import { compareSchemas, formatDiff } from "../../scripts/schema-diff/schemaDiff.ts";
import { parseDiffOptions } from "../../scripts/schema-diff/options.ts";
import { readSchemasOfRevision } from "../../scripts/schema-diff/readRevision.ts";
import { readStoredFiles } from "../../scripts/schema-diff/readStored.ts";
import type { StoredDocument } from "../../scripts/schema-diff/checkStoredDocuments.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type EntitySchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { golden } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

vi.setConfig({ testTimeout: 60_000 });

const before = getSchema("metadata");
const references = someReferences();

function buildReport(edit: (schema: EntitySchema) => void, stored?: StoredDocument[]): string {
  const after = structuredClone(before);
  edit(after);
  const schemas = { before: new Map([["metadata", before]]), after: new Map([["metadata", after]]) };
  return formatDiff("HEAD", compareSchemas({ ...schemas, stored, references }));
}

const field = (schema: EntitySchema, name: string) => schema.properties[name]!;
const storedRecord = (id: number, overrides: JsonObject = {}): StoredDocument => ({
  name: `record ${id}`,
  schema: "metadata",
  version: 1,
  document: aMetadata(overrides) as unknown as JsonObject,
});

const FAX: FieldSchema = {
  title: "Fax",
  type: "string",
  "x-wire": { read: "fax", write: "fax" },
  examples: ["1"],
};

const EDITS: [
  name: string,
  edit: (schema: EntitySchema) => void,
  heading: string,
  line: string,
  lineCount?: number,
][] = [
  [
    "an added field",
    (schema) => (schema.properties["fax"] = FAX),
    "Fields added",
    "- `fax` (Fax) is new and optional.",
  ],
  [
    "a removed field",
    (schema) => delete schema.properties["city"],
    "Fields removed",
    "- `city` (Cities) was removed.",
  ],
  [
    "a field required under a condition",
    (schema) => {
      schema.if = { required: ["city"] };
      schema.then = { required: ["chainOfCustody"] };
    },
    "Stricter rules: values that were valid may be rejected",
    "- `chainOfCustody`: new rule: is required, when “Cities” is given.",
    1,
  ],
  [
    "a larger minimum",
    (schema) => (field(schema, "county").minItems = 2),
    "Stricter rules: values that were valid may be rejected",
    "- `county`: has at least 2 entries; before: has at least 1 entry.",
    // The error text “must add at least one” changes, too.
    2,
  ],
  [
    "another pattern",
    (schema) => (field(schema, "modelIdentifier").pattern = "^0[0-9]{11}$"),
    "Stricter rules: values that were valid may be rejected",
    "- `modelIdentifier`: matches ^0[0-9]{11}$; before: matches ^[01][0-9]{11}$.",
  ],
  [
    "a new rule",
    (schema) => (field(schema, "modelName").maxLength = 20),
    "Stricter rules: values that were valid may be rejected",
    "- `modelName`: new rule: has at most 20 characters.",
  ],
  [
    "a newly required field",
    (schema) => schema.required!.push("city"),
    "Stricter rules: values that were valid may be rejected",
    "- `city`: new rule: is required.",
  ],
  [
    "a removed rule",
    (schema) => delete field(schema, "hydrologicUnitCode").items!.pattern,
    "Looser rules: more values are valid",
    "- `hydrologicUnitCode`: rule removed: each entry matches ^[0-9]{12}$.",
  ],
  [
    "a new choice",
    (schema) => field(schema, "modelUpdateFrequency").enum!.push("Never"),
    "Looser rules: more values are valid",
    "- `modelUpdateFrequency`: now also allows “Never”.",
  ],
  [
    "a removed choice",
    (schema) => field(schema, "modelUpdateFrequency").enum!.pop(),
    "Stricter rules: values that were valid may be rejected",
    "- `modelUpdateFrequency`: no longer allows “Unknown”.",
  ],
  [
    "a renamed wire name",
    (schema) => (field(schema, "modelName")["x-wire"]!.read = "model_titles"),
    "API names and codecs",
    "- `modelName`: the response name: “model_title” is now “model_titles”.",
  ],
  [
    "a renamed YAML attribute",
    (schema) => (field(schema, "modelName")["x-yaml"] = "name"),
    "Metadata YAML",
    "- `modelName`: the YAML attribute: “title” is now “name”.",
  ],
  [
    "a changed label",
    (schema) => (field(schema, "modelName").title = "Name"),
    "Texts",
    "- `modelName`: the label: “Model name” is now “Name”.",
  ],
  [
    "a changed error text",
    (schema) => (field(schema, "modelCreationDate")["x-messages"]!["format"] = "No date"),
    "Texts",
    "- `modelCreationDate`: the error text of format: “Date is invalid” is now “No date”.",
  ],
];

describe.each(EDITS)("%s", (_, edit, heading, line, lineCount = 1) => {
  it("is reported once, under the heading for its kind of change", () => {
    const report = buildReport(edit).split("### Needed migrations")[0]!;
    expect(report).toContain(`### ${heading}\n\n${line}`);
    expect(report.match(/^- /gm)).toHaveLength(lineCount);
  });
});

describe("needed migrations", () => {
  it.each<[string, (schema: EntitySchema) => void, string]>([
    [
      "a removed field",
      (schema) => delete schema.properties["city"],
      '{"version": 1, "name": "city"} to "removed" in the schema\'s x-changes',
    ],
    [
      "a renamed field",
      (schema) => {
        schema.properties["town"] = field(schema, "city");
        delete schema.properties["city"];
      },
      'if it was renamed to `town`, add {"version": 1, "name": "city"} to "renamed" in the x-changes of `town`',
    ],
    [
      "a newly required field",
      (schema) => schema.required!.push("city"),
      '"x-changes": {"since": {"version": 2, "value": ...}}',
    ],
    [
      "a removed choice",
      (schema) => field(schema, "modelType").items!.enum!.pop(),
      '{"version": 1, "from": "Unknown", "to": ...} to "replaced" in x-changes',
    ],
    [
      "a renamed YAML attribute",
      (schema) => (field(schema, "modelName")["x-yaml"] = "name"),
      '{"version": 1, "yaml": "title"}',
    ],
  ])("are listed for %s, with the new version", (_, edit, migration) => {
    const report = buildReport(edit);
    expect(report).toContain('- [ ] Set "version" in the schema\'s x-changes to 2.');
    expect(report).toContain(migration);
  });

  it("are not listed for a declared rename", () => {
    const report = buildReport((schema) => {
      schema["x-changes"] = { version: 2 };
      schema.properties["town"] = {
        ...field(schema, "city"),
        "x-changes": { renamed: [{ version: 1, name: "city" }] },
      };
      delete schema.properties["city"];
    });
    expect(report).toContain("- `city` is now named `town`.");
    expect(report).not.toMatch(/new rule|rule removed/);
    expect(report).not.toContain("Needed migrations");
  });
});

describe("stored documents", () => {
  it("that become invalid are listed with the reason", () => {
    const stored = [
      storedRecord(1),
      storedRecord(2, { modelName: "A much longer name than that" }),
      storedRecord(3, { county: [] }),
    ];
    const report = buildReport((schema) => (field(schema, "modelName").maxLength = 20), stored);
    expect(report).toContain("Of 3 stored documents, 1 more becomes invalid (1 already was).");
    expect(report).toMatch(/- record 2: `modelName`: .*20 characters/);
  });

  it("stay valid if the schema declares the rename", () => {
    const rename = (renamed: object) => (schema: EntitySchema) => {
      schema["x-changes"] = { version: 2 };
      schema.properties["purpose"] = { ...field(schema, "modelPurpose"), ...renamed };
      delete schema.properties["modelPurpose"];
      schema.required = schema.required!.map((name) => (name === "modelPurpose" ? "purpose" : name));
    };
    const declared = rename({ "x-changes": { renamed: [{ version: 1, name: "modelPurpose" }] } });
    expect(buildReport(declared, [storedRecord(1)])).toContain("Of 1 stored document, none becomes invalid.");
    expect(buildReport(rename({}), [storedRecord(1)])).toContain("`purpose`: Required");
  });

  it("are read from JSON with wire names and from YAML", async () => {
    const stored = await readStoredFiles(
      ["tests/fixtures/golden/wire-read.json", "tests/fixtures/golden/record.yml"],
      new Map([["metadata", before]]),
      references,
    );
    expect(stored.map(({ document }) => document)).toEqual([
      golden("metadata.json"),
      golden("metadata.json"),
    ]);
  });
});

it.each([
  ["broken.yml", "global_attributes:\n  title: A: B\n", /broken\.yml:2:\d+: This is not YAML/],
  ["other.json", '{"private": true}', /^No record, contact or metadata file found in .*other\.json\.$/],
])("rejects the unreadable file %s with its location", async (name, text, message) => {
  const folder = mkdtempSync(join(tmpdir(), "schema-diff-"));
  writeFileSync(join(folder, name), text);
  const reading = readStoredFiles([join(folder, name)], new Map([["metadata", before]]), references);
  await expect(reading).rejects.toThrow(message);
  rmSync(folder, { recursive: true });
});

it("reports No changes if the schemas are the same", () => {
  expect(buildReport(() => {})).toContain("No changes: fields, rules, names and texts are the same.");
});

const isRepository = spawnSync("git", ["rev-parse", "HEAD"]).status === 0;

it.runIf(isRepository)("reads the schemas of a revision (needs the git repository)", () => {
  expect(readSchemasOfRevision("HEAD").get("metadata")?.$id).toBe("metadata");
  expect(() => readSchemasOfRevision("no-such-thing")).toThrow('Unknown git revision "no-such-thing".');
});

it("parses the arguments of the command and rejects two sources of records", () => {
  expect(parseDiffOptions([])).toMatchObject({ revision: "HEAD", records: [] });
  expect(parseDiffOptions(["v1", "--records", "a", "--records", "b"])).toMatchObject({
    revision: "v1",
    records: ["a", "b"],
  });
  expect(() => parseDiffOptions(["--database", "x", "--data-dir", "y"])).toThrow(/npm run schema-diff/);
});

it("reports a syntax error in a schema with file, line and column", () => {
  expect(() => parseSchemas(new Map([["x", '{"$id": "x",,}']]), "tdis")).toThrow(
    /^schemas\/x\.schema\.json:1:13: This is not JSON/,
  );
});
