import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { parseSchemas } from "../../scripts/generate/readSchemas.ts";
import { describeListChanges } from "../../scripts/schema-diff/listChanges.ts";
import { compareSchemaSets, formatDiff } from "../../scripts/schema-diff/schemaDiff.ts";
import { listSchemaChanges } from "../../scripts/schema-diff/schemaChanges.ts";
import { parseSchemaSet, readSchemaSet, type SchemaSet } from "../../scripts/schema-diff/schemaSet.ts";
import { parseDiffOptions } from "../../scripts/schema-diff/options.ts";
import { readRevision } from "../../scripts/schema-diff/readRevision.ts";
import {
  readNewestRelease,
  readRelease,
  releaseSchemas,
  warnIfUnreleased,
} from "../../scripts/schema-diff/releases.ts";
import { readStoredFiles } from "../../scripts/schema-diff/readStored.ts";
import type { StoredDocument } from "../../scripts/schema-diff/checkStoredDocuments.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type EntitySchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import { DEFAULT_MAX_LENGTH } from "../../src/contract/schema/defaultLimits.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { copyFixedSchemas } from "../support/fixedSchemas.ts";
import { golden } from "../support/golden.ts";
import { someReferences } from "../support/references.ts";

const before = getSchema("metadata");
const references = someReferences();

const schemaSet = (schema: EntitySchema): SchemaSet => ({
  product: "tdis",
  written: new Map([["metadata", schema]]),
  resolved: new Map([["metadata", schema]]),
  lists: new Map(),
});

function buildReport(
  edit: (schema: EntitySchema) => void,
  stored?: StoredDocument[],
  from: EntitySchema = before,
): string {
  const after = structuredClone(from);
  edit(after);
  const sets = { before: schemaSet(from), after: schemaSet(after) };
  return formatDiff("release 1", compareSchemaSets({ ...sets, stored, references }));
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
    "an added field that is made from another",
    (schema) => {
      const converted = [{ version: 1, by: "join" as const, from: ["city", "county"] }];
      schema.properties["fax"] = { ...FAX, "x-changes": { converted } };
    },
    "Fields added",
    "- `fax` (Fax) is new and optional. Older documents get a value from `city` and `county`.",
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
  [
    "an error text of a part",
    (schema) => (periodStart(schema)["x-messages"]!["format"] = "No date"),
    "Texts",
    "- `timePeriodCovered.start`: in each entry, the error text of format: “At least one date is invalid” is now “No date”.",
  ],
  [
    "a label of a part",
    (schema) => (periodStart(schema).title = "From"),
    "Texts",
    "- `timePeriodCovered.start`: in each entry, the label: “Start date” is now “From”.",
  ],
  [
    "a new part",
    (schema) => (field(schema, "timePeriodCovered").items!.properties!["event"] = { title: "Event" }),
    "Fields added",
    "- `timePeriodCovered.event` (Event) is new and optional.",
  ],
  [
    "a unit",
    (schema) => (field(schema, "softwareVersion")["x-unit"] = "ft"),
    "Texts",
    "- `softwareVersion`: the unit: nothing is now “ft”.",
  ],
  [
    "another reader",
    (schema) => (field(schema, "city")["x-access"] = { edit: ["admin"] }),
    "Who can read and edit",
    '- `city`: who can edit it: nothing is now `["admin"]`.',
  ],
  [
    "another exported name",
    (schema) => (field(schema, "modelPurpose")["x-export"] = { stac: "model:aim" }),
    "Exports to other catalogs",
    "- `modelPurpose`: the STAC property: ",
    2,
  ],
  [
    "another field to clear",
    (schema) => (field(schema, "county")["x-clears"] = ["city"]),
    "Form",
    '- `county`: the fields that it clears: nothing is now `["city"]`.',
  ],
  [
    "another named rule",
    (schema) => field(schema, "timePeriodCovered").items!["x-rules"]!.pop(),
    "Looser rules",
    "- `timePeriodCovered`: rule removed: each entry follows the rule “period ends after it starts”.",
  ],
  [
    "another warning",
    (schema) => (field(schema, "softwareVersion")["x-rules"] = [{ startsWith: "modelName" }]),
    "Other",
    "- `softwareVersion`: new rule: warns unless it starts with `modelName`.",
  ],
  [
    "a constant in requests",
    (schema) => (schema["x-wire"]!.constants!["license"] = "CC0"),
    "API names and codecs",
    "- the constant in requests license: “” is now “CC0”.",
  ],
  [
    "a constant in the YAML",
    (schema) => ((schema["x-yaml"] as { constants: JsonObject }).constants["license"] = "CC0"),
    "Metadata YAML",
    "- the YAML constant license: “” is now “CC0”.",
  ],
  [
    "a moved field",
    (schema) => {
      const { modelPurpose, ...others } = schema.properties;
      schema.properties = { ...others, modelPurpose: modelPurpose! };
    },
    "Form",
    "- `modelPurpose`: was moved: it now follows `",
  ],
  [
    "a moved choice",
    (schema) => field(schema, "modelUpdateFrequency").enum!.reverse(),
    "Form",
    "- `modelUpdateFrequency`: the order of the choices changed.",
  ],
];

const periodStart = (schema: EntitySchema) => field(schema, "timePeriodCovered").items!.properties!["start"]!;

describe.each(EDITS)("%s", (_, edit, heading, line, lineCount = 1) => {
  it("is reported once, under the heading for its kind of change", () => {
    const report = buildReport(edit).split("### Needed migrations")[0]!;
    expect(report.split(`### ${heading}`)[1]?.split("\n\n")[1]).toContain(line);
    expect(report.match(/^- /gm)).toHaveLength(lineCount);
  });
});

describe("a rule that accepts more values", () => {
  const withField = (keywords: object): EntitySchema => ({
    $id: "metadata",
    title: "Metadata",
    properties: { chosen: keywords },
  });
  const listKinds = (was: object, is: object) =>
    listSchemaChanges(withField(was), withField(is)).map(({ kind }) => kind);
  const choice = { const: "a", title: "A" };

  it.each<[string, was: object, is: object]>([
    ["a text longer than the default limit", { type: "string" }, { type: "string", maxLength: 30_000 }],
    ["a list longer than the default limit", { type: "array" }, { type: "array", maxItems: 20_000 }],
    [
      "an open list",
      { "x-options": { source: "cities" } },
      { "x-options": { source: "cities", open: true } },
    ],
    ["no list", { "x-options": { source: "cities" } }, {}],
    ["numbers", { type: "integer" }, { type: "number" }],
    ["no contains", { type: "array", contains: { const: "a" } }, { type: "array" }],
    ["no not", { not: { const: "a" } }, {}],
    ["no anyOf", { anyOf: [{ const: "a" }] }, {}],
    ["no deprecated choice of an enum", { enum: ["a"], deprecated: ["a"] }, { enum: ["a"] }],
    ["no deprecated choice", { oneOf: [{ ...choice, deprecated: true }] }, { oneOf: [choice] }],
  ])("is looser, and the opposite stricter: %s", (_, was, is) => {
    expect(listKinds(was, is)).toEqual(["looser"]);
    expect(listKinds(is, was)).toEqual(["stricter"]);
  });

  it("is no limit smaller than the default", () => {
    expect(listKinds({ type: "string" }, { type: "string", maxLength: 10 })).toEqual(["stricter"]);
    expect(listKinds({ type: "string" }, { type: "string", maxLength: DEFAULT_MAX_LENGTH })).toEqual([
      "other",
    ]);
  });

  it("is another kind of change if the list was open before", () => {
    const open = { source: "cities", open: true };
    expect(listKinds({}, { "x-options": open })).toEqual(["form", "form"]);
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

  it("are listed for a removed choice with a label", () => {
    const labelled = structuredClone(before);
    const choices = ["a", "b"].map((value) => ({ const: value, title: value.toUpperCase() }));
    labelled.properties["modelPurpose"]!.oneOf = choices;
    const report = buildReport((schema) => field(schema, "modelPurpose").oneOf!.pop(), [], labelled);
    expect(report).toContain('{"version": 1, "from": "b", "to": ...} to "replaced" in x-changes');
  });

  it("include a rename that x-changes does not declare, and no other difference of the field", () => {
    const report = buildReport((schema) => {
      schema.properties["town"] = field(schema, "city");
      delete schema.properties["city"];
    });
    expect(report).toContain("### Fields renamed\n\n- `city` seems to be named `town` now.");
    expect(report).not.toMatch(/Fields (removed|added)/);
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
    expect(report).toMatch(/- record 2: `modelName`: .*20 characters or fewer$/m);
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

describe("conditions", () => {
  const condition = (name: string, required: string): FieldSchema => ({
    if: { required: [name] },
    then: { required: [required] },
  });
  const conditional = structuredClone(before);
  conditional.allOf = [condition("city", "chainOfCustody"), condition("hydrologicUnitCode", "city")];

  it("report another condition of the same rule", () => {
    const report = buildReport(
      ({ allOf }) => (allOf![0]!.if = { required: ["documentationFilenames"] }),
      [],
      conditional,
    );
    expect(report).toContain(
      "the condition of a rule: when “Documentation file names” is given; before: when “Cities” is given.",
    );
    expect(report.match(/^- /gm)).toHaveLength(1);
  });

  it("report only the new one if it comes first", () => {
    const report = buildReport(
      ({ allOf }) => allOf!.unshift(condition("chainOfCustody", "documentationFilenames")),
      [],
      conditional,
    );
    expect(report).toContain(
      "- `documentationFilenames`: new rule: is required, when “Chain of custody” is given.",
    );
    expect(report.match(/^- /gm)).toHaveLength(1);
  });

  it("report a removed one", () => {
    const report = buildReport(({ allOf }) => allOf!.shift(), [], conditional);
    expect(report).toContain("- `chainOfCustody`: rule removed: is required, when “Cities” is given.");
    expect(report.match(/^- /gm)).toHaveLength(1);
  });

  it("report another order", () => {
    expect(buildReport(({ allOf }) => allOf!.reverse(), [], conditional)).toContain(
      "the order of allOf changed.",
    );
  });
});

describe("every value of a schema", () => {
  const rich = structuredClone(before);
  rich.allOf = [
    {
      if: { properties: { city: { minItems: 1 } } },
      then: { required: ["city"] },
      else: { properties: { county: {} } },
    },
  ];
  rich.properties["datum"] = {
    ...FAX,
    oneOf: [
      { const: "n83", title: "NAD 83" },
      { const: "n27", title: "NAD 27", deprecated: true },
    ],
    "x-access": { read: ["admin"], edit: ["admin"] },
    "x-unit": "ft",
    "x-options": { source: "cities", filterBy: "county", filterKey: "census", open: true },
    "x-export": { stac: "a", standard: "b", values: { n83: "c" } },
    "x-changes": { since: { version: 2, value: "n83" }, replaced: [{ version: 1, from: "a", to: "n83" }] },
    ...({ not: { const: "x" }, anyOf: [{ pattern: "a" }], uniqueItems: false, future: { a: [1] } } as object),
  };

  const listPaths = (value: unknown, path: string[] = []): string[][] =>
    typeof value === "object" && value !== null && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([key, part]) => listPaths(part, [...path, key]))
      : [path];

  /** @param edit gets the object or list that contains the value, and its key */
  function listUnreported(edit: (parent: JsonObject, key: string) => void) {
    return listPaths(rich).filter((path) => {
      const after = structuredClone(rich);
      const parent = path
        .slice(0, -1)
        .reduce<JsonObject>((node, step) => node[step] as JsonObject, after as unknown as JsonObject);
      edit(parent, path.at(-1)!);
      return listSchemaChanges(rich, after).length === 0;
    });
  }

  it("is reported when it is removed", () => {
    const remove = (parent: JsonObject, key: string) =>
      Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key];
    expect(listUnreported(remove)).toEqual([]);
  });

  it("is reported when it is replaced", () => {
    expect(
      listUnreported((parent, key) => (parent[key] = typeof parent[key] === "string" ? "?" : 7)),
    ).toEqual([]);
  });
});

it("reports a moved part", () => {
  const report = buildReport((schema) => {
    const items = field(schema, "timePeriodCovered").items!;
    items.properties = Object.fromEntries(Object.entries(items.properties!).reverse());
  });
  expect(report).toMatch(/- `timePeriodCovered\.\w+`: /);
});

it("reports a moved section", () => {
  const report = buildReport((schema) => {
    const fields = Object.entries(schema.properties);
    const isFirst = ([, { "x-section": section }]: (typeof fields)[number]) => section === "Model details";
    schema.properties = Object.fromEntries([
      ...fields.filter(isFirst),
      ...fields.filter((entry) => !isFirst(entry)),
    ]);
  });
  expect(report).toMatch(/- the section “.*” (is now the first|now follows “Model details”)\./);
});

describe("two sets of files", () => {
  const files = (metadata: object, lists: Record<string, unknown> = {}) =>
    parseSchemaSet(
      new Map([
        ["product.json", '{"product": "tdis"}'],
        ["metadata.schema.json", JSON.stringify({ $id: "metadata", title: "Metadata", ...metadata })],
        ...Object.entries(lists).map(([file, list]) => [`reference/${file}`, JSON.stringify(list)] as const),
      ]),
    );
  const report = (was: SchemaSet, is: SchemaSet) =>
    formatDiff("release 1", compareSchemaSets({ before: was, after: is, references }));
  const place = { title: "Place", type: "string" };

  it("do not differ if only spaces and the order of keywords differ", () => {
    const was = files({ type: "object", properties: { a: { type: "string", title: "A" } } });
    const is = files({ properties: { a: { title: "A", type: "string" } }, type: "object" });
    expect(report(was, is)).toContain(
      "Nothing differs: schemas and reference lists are equal apart from formatting.",
    );
  });

  it("report a schema that is only written differently, with the path", () => {
    const was = files({ properties: { a: place } });
    const is = files({ properties: { a: { $ref: "#/definitions/place" } }, definitions: { place } });
    const text = report(was, is);
    expect(text).toContain("### Written differently in the file");
    expect(text).toContain("- `/properties/a/$ref`: nothing is now “#/definitions/place”.");
    expect(text.match(/^- `\/definitions\/?.*: nothing is now /gm)).toHaveLength(1);
    expect(text).not.toContain("Nothing differs");
  });

  it("report a changed reference list", () => {
    const lists = (cities: unknown) => files({ properties: { a: place } }, { "cities.json": cities });
    const abbott = { value: "Abbott", label: "Abbott" };
    const text = report(lists([abbott]), lists([{ ...abbott, label: "The city" }]));
    expect(text).toContain(
      "## Reference lists\n\n### cities.json\n\n- “Abbott”: label: “Abbott” is now “The city”.",
    );
  });

  it("report removed entries of a reference list that stored records use", () => {
    const entry = (value: string) => ({ value, label: value });
    const withCities = (...cities: string[]): SchemaSet => ({
      ...schemaSet(before),
      lists: new Map([["cities.json", cities.map(entry)]]),
    });
    const { lists } = compareSchemaSets({
      ...{ before: withCities("Justin", "Abbott", "Reno"), after: withCities("Reno"), references },
      stored: [storedRecord(1, { city: ["Justin", "Reno"] }), storedRecord(2, { city: [] })],
    });
    expect(lists[0]?.changes).toEqual([
      "Removed: “Justin”, “Abbott”.",
      "“Justin” stays in 1 stored document: record 1.",
    ]);
  });
});

it.each<[string, unknown, unknown, string]>([
  ["an added entry", ["a"], ["a", "b"], "Added: “b”."],
  ["a removed entry", [{ id: 1 }, { id: 2 }], [{ id: 1 }], "Removed: “2”."],
  ["another order", ["a", "b"], ["b", "a"], "The order of the entries changed."],
  ["another value", { Carson: "01" }, { Carson: "02" }, "“Carson”: the value: “01” is now “02”."],
  ["another form", ["a"], "a", "The entries cannot be matched: the list has another form."],
])("describes %s of a reference list", (_, was, is, line) => {
  expect(describeListChanges(was, is)).toEqual([line]);
});

describe("releases", () => {
  const edit = (folder: string, from: string, to: string) => {
    const path = join(folder, "metadata.schema.json");
    const text = readFileSync(path, "utf8");
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };

  it("are numbered, contain schemas and lists, and are written only if something differs", async () => {
    const folder = mkdtempSync(join(tmpdir(), "releases-"));
    copyFixedSchemas(folder);
    expect(await readNewestRelease(folder)).toBeUndefined();
    expect(await releaseSchemas(folder)).toBe(join(folder, "releases/1.json"));
    edit(folder, '"$id": "metadata",', "");
    edit(folder, '"additionalProperties": false,', '"additionalProperties": false, "$id": "metadata",');
    await expect(releaseSchemas(folder)).rejects.toThrow("Nothing differs from release 1.");
    edit(folder, '"title": "Model name"', '"title": "Name"');
    expect(await releaseSchemas(folder)).toBe(join(folder, "releases/2.json"));
    const [first, second] = [await readRelease(folder, 1), await readNewestRelease(folder)];
    const diff = compareSchemaSets({ before: first, after: second!, references });
    expect(diff.schemas.flatMap(({ changes }) => changes)).toMatchObject([
      { kind: "text", field: "modelName" },
    ]);
    expect(diff.lists).toEqual([]);
    edit(folder, '"x-yaml": "purpose"', '"x-yaml": "aim"');
    await expect(releaseSchemas(folder)).rejects.toThrow(
      "Existing metadata files use the attribute `purpose`",
    );
    await expect(readRelease(folder, 3)).rejects.toThrow("There is no release 3.");
    rmSync(folder, { recursive: true });
  });

  it("are named if the schemas differ from the newest one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "releases-"));
    copyFixedSchemas(folder);
    const { product, written, lists } = await readSchemaSet(folder);
    mkdirSync(join(folder, "releases"));
    const [schemas, entries] = [written, lists].map((content) => Object.fromEntries(content));
    writeFileSync(join(folder, "releases/1.json"), JSON.stringify({ product, schemas, lists: entries }));
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await warnIfUnreleased(folder);
    expect(warn).not.toHaveBeenCalled();
    edit(folder, '"title": "Model name"', '"title": "Name"');
    await warnIfUnreleased(folder);
    expect(warn.mock.calls).toEqual([
      ["The schemas differ from release 1. Before you deploy, run npm run release-schemas."],
    ]);
    warn.mockRestore();
    rmSync(folder, { recursive: true });
  });

  it.each(["generate", "build"])("are compared with the schemas at the end of npm run %s", (name) => {
    expect(readFileSync(`scripts/${name}.ts`, "utf8")).toMatch(/await warnIfUnreleased\(.+\);\n\}\);/);
  });

  it("are named in errors of their content", async () => {
    const folder = mkdtempSync(join(tmpdir(), "releases-"));
    mkdirSync(join(folder, "releases"));
    writeFileSync(join(folder, "releases/1.json"), '{"product": "A b", "schemas": {}, "lists": {}}');
    await expect(readRelease(folder, 1)).rejects.toThrow(
      /releases\/1\.json: schemas\/product\.json:1:\d+: "A b" is not a valid product name/,
    );
    rmSync(folder, { recursive: true });
  });
});

const isRepository = spawnSync("git", ["rev-parse", "HEAD"]).status === 0;

it.runIf(isRepository)("reads the schemas of a revision (needs the git repository)", () => {
  const { resolved, lists } = readRevision("HEAD");
  expect(resolved.get("metadata")?.$id).toBe("metadata");
  expect(lists.get("hydrologic-units/01.json")).toContain("110901010101");
  expect(() => readRevision("no-such-thing")).toThrow('Unknown git revision "no-such-thing".');
});

it("parses the arguments of the command and rejects two sources of records", () => {
  expect(parseDiffOptions([])).toMatchObject({ revision: undefined, release: undefined, records: [] });
  expect(parseDiffOptions(["--release", "2"])).toMatchObject({ release: 2 });
  expect(() => parseDiffOptions(["HEAD", "--release", "2"])).toThrow(/npm run schema-diff/);
  expect(() => parseDiffOptions(["--release", "HEAD"])).toThrow("a release is a whole number");
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
