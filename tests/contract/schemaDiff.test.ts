import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { namedSchemas } from "../../scripts/generate/readSchemas.ts";
import { diffMarkdown, schemaDiff } from "../../scripts/schema-diff/schemaDiff.ts";
import { diffOptions } from "../../scripts/schema-diff/options.ts";
import { readRevision } from "../../scripts/schema-diff/readRevision.ts";
import { readStoredFiles } from "../../scripts/schema-diff/readStored.ts";
import type { StoredDocument } from "../../scripts/schema-diff/documentsAtRisk.ts";
import {
  schemaOf,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { golden } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

vi.setConfig({ testTimeout: 60_000 });

const before = schemaOf("metadata");
const references = someReferences();

/** The report of an edit of the metadata schema. */
function reportOf(edit: (schema: EntitySchema) => void, stored?: StoredDocument[]): string {
  const after = structuredClone(before);
  edit(after);
  const editions = { before: new Map([["metadata", before]]), after: new Map([["metadata", after]]) };
  return diffMarkdown("HEAD", schemaDiff({ ...editions, stored, references }));
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

/** An edit, and what the report has to say of it under which heading. */
const EDITS: [string, (schema: EntitySchema) => void, heading: string, words: string, lines?: number][] = [
  [
    "an added field",
    (schema) => (schema.properties["fax"] = FAX),
    "Fields added",
    "- `fax` (Fax) is new, and optional.",
  ],
  [
    "a removed field",
    (schema) => delete schema.properties["city"],
    "Fields removed",
    "- `city` (Cities) is gone.",
  ],
  [
    "a field required under a condition",
    (schema) => {
      schema.if = { required: ["city"] };
      schema.then = { required: ["chainOfCustody"] };
    },
    "Narrowed: values that were right may be refused",
    "- `chainOfCustody`: now is required, when “Cities” is given; before, that was free.",
    1,
  ],
  [
    "a larger minimum",
    (schema) => (field(schema, "county").minItems = 2),
    "Narrowed: values that were right may be refused",
    "- `county`: has at least 2 entries; before: has at least 1 entry.",
    // And its wording, since “must add at least one” no longer fits.
    2,
  ],
  [
    "another pattern",
    (schema) => (field(schema, "modelIdentifier").pattern = "^0[0-9]{11}$"),
    "Narrowed: values that were right may be refused",
    "- `modelIdentifier`: matches ^0[0-9]{11}$; before: matches ^[01][0-9]{11}$.",
  ],
  [
    "a new rule",
    (schema) => (field(schema, "modelName").maxLength = 20),
    "Narrowed: values that were right may be refused",
    "- `modelName`: now has at most 20 characters; before, that was free.",
  ],
  [
    "a field required now",
    (schema) => schema.required!.push("city"),
    "Narrowed: values that were right may be refused",
    "- `city`: now is required; before, that was free.",
  ],
  [
    "a dropped rule",
    (schema) => delete field(schema, "hydrologicUnitCode").items!.pattern,
    "Widened: more values are right",
    "- `hydrologicUnitCode`: no longer: each entry matches ^[0-9]{12}$.",
  ],
  [
    "a new choice",
    (schema) => field(schema, "modelUpdateFrequency").enum!.push("Never"),
    "Widened: more values are right",
    "- `modelUpdateFrequency`: now takes “Never” too.",
  ],
  [
    "a choice that is gone",
    (schema) => field(schema, "modelUpdateFrequency").enum!.pop(),
    "Narrowed: values that were right may be refused",
    "- `modelUpdateFrequency`: no longer takes “Unknown”.",
  ],
  [
    "another wire name",
    (schema) => (field(schema, "modelName")["x-wire"]!.read = "model_titles"),
    "Names and values on the wire",
    "- `modelName`: the name in answers: “model_title” is now “model_titles”.",
  ],
  [
    "another YAML key",
    (schema) => (field(schema, "modelName")["x-yaml"] = "name"),
    "Metadata YAML",
    "- `modelName`: the YAML attribute: “title” is now “name”.",
  ],
  [
    "another label",
    (schema) => (field(schema, "modelName").title = "Name"),
    "Wording",
    "- `modelName`: the label: “Model name” is now “Name”.",
  ],
  [
    "another wording",
    (schema) => (field(schema, "modelCreationDate")["x-messages"]!["format"] = "No date"),
    "Wording",
    "- `modelCreationDate`: the wording of format: “Date is invalid” is now “No date”.",
  ],
];

describe.each(EDITS)("%s", (_, edit, heading, words, lines = 1) => {
  it("is told under its heading, and nothing else is", () => {
    const report = reportOf(edit).split("### Needed migrations")[0]!;
    expect(report).toContain(`### ${heading}\n\n${words}`);
    expect(report.match(/^- /gm)).toHaveLength(lines);
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
      "a field with another name",
      (schema) => {
        schema.properties["town"] = field(schema, "city");
        delete schema.properties["city"];
      },
      'if it is `town` now, add {"version": 1, "name": "city"} to "renamed" in the x-changes of `town`',
    ],
    [
      "a field required now",
      (schema) => schema.required!.push("city"),
      '"x-changes": {"since": {"version": 2, "value": ...}}',
    ],
    [
      "a choice that is gone",
      (schema) => field(schema, "modelType").items!.enum!.pop(),
      '{"version": 1, "from": "Unknown", "to": ...} to "replaced" in x-changes',
    ],
    [
      "another YAML key",
      (schema) => (field(schema, "modelName")["x-yaml"] = "name"),
      '{"version": 1, "yaml": "title"}',
    ],
  ])("are told for %s, with the new version", (_, edit, words) => {
    const report = reportOf(edit);
    expect(report).toContain('- [ ] Set "version" in the schema\'s x-changes to 2.');
    expect(report).toContain(words);
  });

  it("are none when the schema says what changed", () => {
    const report = reportOf((schema) => {
      schema["x-changes"] = { version: 2 };
      schema.properties["town"] = {
        ...field(schema, "city"),
        "x-changes": { renamed: [{ version: 1, name: "city" }] },
      };
      delete schema.properties["city"];
    });
    expect(report).toContain("- `city` is now called `town`.");
    expect(report).not.toContain("Needed migrations");
  });
});

describe("stored documents", () => {
  it("that would become invalid are named, with the reason", () => {
    const stored = [
      storedRecord(1),
      storedRecord(2, { modelName: "A much longer name than that" }),
      storedRecord(3, { county: [] }),
    ];
    const report = reportOf((schema) => (field(schema, "modelName").maxLength = 20), stored);
    expect(report).toContain("Of 3 stored documents, 1 would become invalid. 1 of them is invalid already.");
    expect(report).toMatch(/- record 2: `modelName`: .*20 characters/);
  });

  it("stay valid through the migrations that the schema declares", () => {
    const rename = (renamed: object) => (schema: EntitySchema) => {
      schema["x-changes"] = { version: 2 };
      schema.properties["purpose"] = { ...field(schema, "modelPurpose"), ...renamed };
      delete schema.properties["modelPurpose"];
      schema.required = schema.required!.map((name) => (name === "modelPurpose" ? "purpose" : name));
    };
    const declared = rename({ "x-changes": { renamed: [{ version: 1, name: "modelPurpose" }] } });
    expect(reportOf(declared, [storedRecord(1)])).toContain("Of 1 stored document, none becomes invalid.");
    expect(reportOf(rename({}), [storedRecord(1)])).toContain("`purpose`: Required");
  });

  it("are read from files, whatever names they use", async () => {
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
  ["other.json", '{"private": true}', /^No schema knows a document in .*other\.json\.$/],
])("refuses to compare what cannot be read, %s, and says where", async (name, text, words) => {
  const folder = mkdtempSync(join(tmpdir(), "schema-diff-"));
  writeFileSync(join(folder, name), text);
  const reading = readStoredFiles([join(folder, name)], new Map([["metadata", before]]), references);
  await expect(reading).rejects.toThrow(words);
  rmSync(folder, { recursive: true });
});

it("says so when nothing changed", () => {
  expect(reportOf(() => {})).toContain("Nothing: no field, rule, name or wording differs.");
});

const isRepository = spawnSync("git", ["rev-parse", "HEAD"]).status === 0;

it.runIf(isRepository)("reads the schemas of a revision (needs the git repository)", () => {
  expect(readRevision("HEAD").get("metadata")?.$id).toBe("metadata");
  expect(() => readRevision("no-such-thing")).toThrow('There is no revision "no-such-thing".');
});

it("knows its arguments", () => {
  expect(diffOptions([])).toMatchObject({ revision: "HEAD", records: [] });
  expect(diffOptions(["v1", "--records", "a", "--records", "b"])).toMatchObject({
    revision: "v1",
    records: ["a", "b"],
  });
  expect(() => diffOptions(["--database", "x", "--data-dir", "y"])).toThrow(/npm run schema-diff/);
});

it("takes a schema's text as it is in a file", () => {
  expect(() => namedSchemas(new Map([["x", '{"$id": "x",,}']]), "tdis")).toThrow(
    /^schemas\/x\.schema\.json:1:13: This is not JSON/,
  );
});
