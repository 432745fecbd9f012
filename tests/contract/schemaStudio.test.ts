import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request, type RequestOptions, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { ReferenceList } from "../../scripts/generate/choiceLists.ts";
import type { StoredDocument } from "../../scripts/schema-diff/checkStoredDocuments.ts";
import { findRestName } from "../../scripts/schema-diff/conversionEdits.ts";
import { findNeededMigrations, type NeededMigration } from "../../scripts/schema-diff/neededMigrations.ts";
import { readSchemaSet } from "../../scripts/schema-diff/schemaSet.ts";
import { applySchemaEdits } from "../../scripts/schema-studio/applySchemaEdits.ts";
import {
  addField,
  deprecateChoice,
  moveField,
  removeField,
  renameField,
  setKeywords,
} from "../../scripts/schema-studio/fieldEdits.ts";
import { applyAction, type FieldGroup } from "../../scripts/schema-studio/page/fieldAction.ts";
import { FIELD_ACTIONS } from "../../scripts/schema-studio/page/fieldActions.ts";
import { formatNewList } from "../../scripts/schema-studio/page/newList.ts";
import {
  buildKeywordForm,
  readKeywords,
  toFormValues,
} from "../../scripts/schema-studio/page/keywordForm.ts";
import type {
  CheckAnswer,
  CompareAnswer,
  Completion,
  EditedFile,
  PreviewAnswer,
  RefusalAnswer,
  SaveAnswer,
  StartAnswer,
} from "../../scripts/schema-studio/protocol.ts";
import { startStudio } from "../../scripts/schema-studio/startStudio.ts";
import { startThread } from "../../scripts/schema-studio/studioThread.ts";
import { changeType } from "../../scripts/schema-studio/typeChange.ts";
import { findNamedType } from "../../scripts/schema-studio/valueTypes.ts";
import {
  buildExampleEntity,
  getSchema,
  type EntitySchema,
  type FieldSchema,
} from "../../src/contract/schema/fields.ts";
import { getSchemaNode } from "../../src/contract/schema/fieldSchema.ts";
import { copyFixedSchemas } from "../support/fixedSchemas.ts";

const folder = mkdtempSync(join(tmpdir(), "studio-"));
const CONTACT = join(folder, "contact.schema.json");

let studio: Awaited<ReturnType<typeof startStudio>>;
let endReading: (documents: StoredDocument[]) => void;
const stored = new Promise<StoredDocument[]>((resolve) => (endReading = resolve));

const createPage = async () => (_: unknown, response: ServerResponse) => void response.end("the page");

beforeAll(async () => {
  copyFixedSchemas(folder);
  await writeRelease();
  studio = await startStudio({ folder, port: 0, stored, createPage });
});
afterAll(async () => {
  await studio.close();
  rmSync(folder, { recursive: true });
});

async function writeRelease(): Promise<void> {
  const { product, written, lists } = await readSchemaSet(folder);
  mkdirSync(join(folder, "releases"));
  const release = { product, schemas: Object.fromEntries(written), lists: Object.fromEntries(lists) };
  writeFileSync(join(folder, "releases", "1.json"), JSON.stringify(release));
}

interface Answer<Content> {
  status: number | undefined;
  content: Content;
}

/** @param headers replace those that the studio's page sends */
async function send<Content>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string | undefined> = {},
): Promise<Answer<Content>> {
  const { host, origin, port } = new URL(studio.url);
  const sent = Object.entries({ host, origin, ...headers }).filter(([, value]) => value !== undefined);
  const options: RequestOptions = {
    ...{ method, path, host: "127.0.0.1", port },
    headers: Object.fromEntries(sent) as Record<string, string>,
  };
  return new Promise((resolve, reject) => {
    const sending = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        const isJson = response.headers["content-type"] === "application/json";
        resolve({ status: response.statusCode, content: (isJson ? JSON.parse(text) : text) as Content });
      });
    });
    sending.on("error", reject);
    sending.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const readContact = () => readFileSync(CONTACT, "utf8");

/** An edit of the contact schema. */
function edit(from: string, to: string): EditedFile {
  const base = readContact();
  expect(base).toContain(from);
  return { name: "contact", base, text: base.replace(from, to) };
}

const preview = (file: EditedFile) =>
  send<PreviewAnswer>("POST", "/api/preview", { name: file.name, edited: [file] });

const check = async (file: EditedFile) =>
  (await send<CheckAnswer>("POST", "/api/check", { edited: [file] })).content.errors;

const save = (...files: EditedFile[]) => send<SaveAnswer & RefusalAnswer>("PUT", "/api/schemas", { files });

const lineOf = (text: string, piece: string) => text.slice(0, text.indexOf(piece)).split("\n").length;

describe("the schema studio", () => {
  let original: string;
  beforeEach(() => {
    original = readContact();
  });
  afterEach(() => writeFileSync(CONTACT, original));

  it("starts with the text of every schema and of the lists of choices", async () => {
    const { content } = await send<StartAnswer>("GET", "/api/start");
    const texts = new Map(content.files.map(({ name, text }) => [name, text]));
    expect(texts.get("contact")).toBe(original);
    expect(texts.get("reference/counties")).toBe(
      readFileSync(join(folder, "reference", "counties.json"), "utf8"),
    );
    expect([...texts.keys()]).not.toContain("reference/agencies");
    expect(content.takenSources).toEqual(expect.arrayContaining(["agencies", "counties", "subbasins"]));
    expect(content.references.contactRoles.length).toBeGreaterThan(0);
    expect(Object.keys(content.vocabulary)).toContain("x-section");
    expect(content.released).toMatchObject({ contact: { $id: "contact" }, metadata: { $id: "metadata" } });
    expect(content.released).not.toHaveProperty("agency");
  });

  it("offers a reference list that was added after its start", async () => {
    const file = "gauge-vessels.json";
    const entries = [{ value: "gps", label: "GPS" }];
    writeFileSync(join(folder, "reference", file), JSON.stringify(entries));
    onTestFinished(() => rmSync(join(folder, "reference", file)));
    const { content } = await send<ReferenceList[]>("GET", "/api/lists");
    expect(content).toContainEqual({ source: "gaugeVessels", file, isCoded: true, entries });
  });

  it("previews an edit without writing it", async () => {
    const file = edit('"title": "First name"', '"title": "Given name"');
    const { content } = await preview(file);
    expect(JSON.stringify(content.view?.schema)).toContain('"Given name"');
    expect(content.view?.hasForm).toBe(true);
    expect(await check(file)).toEqual([]);
    expect(readContact()).toBe(original);
  });

  it("reports a faulty edit with the line that the generator names", async () => {
    const file = edit('"title": "First name"', '"titel": "First name"');
    const texts = [file.text, `\n${file.text}`, file.text.replace('"titel"', '"titel 1:2: "')];
    for (const text of texts)
      expect(await check({ ...file, text })).toContainEqual(
        expect.objectContaining({ file: "contact", line: lineOf(text, '"titel') }),
      );
  });

  it("closes while the stored documents are read", async () => {
    const reading = new Promise<never>(() => undefined);
    const { url, close } = await startStudio({ folder, port: 0, stored: reading, createPage });
    await close();
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  it("reports the line of a text that is no JSON, and previews nothing", async () => {
    const file = edit('"title": "First name",', '"title": "First name"');
    expect(await check(file)).toEqual([
      expect.objectContaining({ file: "contact", line: lineOf(file.text, '"title": "First name"') + 1 }),
    ]);
    expect((await preview(file)).content.view).toBeUndefined();
  });

  it("shows the edit in the API description and in the data dictionary", async () => {
    const { content } = await preview(edit('"title": "First name"', '"title": "Given name"'));
    expect(JSON.stringify(content.view?.openApi.read)).toContain('"title":"Given name"');
    expect(content.view?.dictionary).toContain("### Given name");
  });

  it("lists what differs from the last release, and the stored documents that become invalid once they are read", async () => {
    const edited = [edit('"title": "First name",', '"title": "Given name", "maxLength": 2,')];
    const comparing = send<CompareAnswer>("POST", "/api/compare-stored", { edited });
    const { content } = await send<CompareAnswer>("POST", "/api/compare", { edited });
    expect(content.baseline).toBe("release 1");
    const [contact, ...others] = content.schemas;
    expect(others).toEqual([]);
    expect(contact?.groups.flatMap(({ lines }) => lines)).toContainEqual(
      expect.stringContaining("“First name” is now “Given name”"),
    );
    expect([contact?.stored, content.documentCount]).toEqual([undefined, undefined]);
    const document = buildExampleEntity(getSchema("contact"));
    endReading([{ name: "contact 7", schema: "contact", version: 1, document }]);
    const { schemas, documentCount } = (await comparing).content;
    expect(documentCount).toBe(1);
    expect(schemas).toEqual([{ ...contact, stored: expect.anything() as unknown }]);
    const report = schemas[0]!;
    expect(report.stored?.summary).toBe("Of 1 stored document, 1 more becomes invalid.");
    expect(report.stored?.documents).toEqual([expect.stringMatching(/^contact 7: `firstName`: /)]);
  });

  it.each(["Number", "List of texts"])(
    "carries stored texts over to a field that becomes a %s, by a form and a button",
    async (type) => {
      const base = readFileSync(join(folder, "metadata.schema.json"), "utf8");
      const schema = JSON.parse(base) as EntitySchema;
      const context = { schema, group: schema, groupPath: [], released: schema, vocabulary: {} };
      const action = FIELD_ACTIONS.find(({ label }) => label === "Change the type")!;
      const text = applyAction(action, base, { ...context, name: "softwareVersion" }, { type });
      const changed = { name: "metadata", base, text };
      const { content } = await send<CompareAnswer>("POST", "/api/compare", { edited: [changed] });
      const edits = content.schemas.flatMap(({ migrations }) =>
        migrations.flatMap(({ choices }) => choices.flatMap((choice) => choice.edits)),
      );
      expect(await check(changed)).not.toEqual([]);
      expect(await check({ ...changed, text: applySchemaEdits(changed.text, edits) })).toEqual([]);
    },
  );

  it("leaves out a call whose page no longer waits for the answer", async () => {
    const thread = startThread({ folder });
    onTestFinished(() => thread.stop());
    const call = { name: "compare", body: { edited: [] } } as const;
    const answers = [thread.run(call, () => true), thread.run(call, () => false)];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 409]);
  });

  it("names each alternative of a keyword for the forms", async () => {
    const { content } = await send<StartAnswer>("GET", "/api/start");
    const listAlternatives = (node: unknown): { title?: string }[] =>
      typeof node === "object" && node !== null
        ? [
            ...((node as { oneOf?: { title?: string }[] }).oneOf ?? []),
            ...Object.values(node).flatMap(listAlternatives),
          ]
        : [];
    const alternatives = listAlternatives(buildKeywordForm(content.vocabulary));
    expect(alternatives).not.toEqual([]);
    expect(alternatives.filter(({ title }) => !title)).toEqual([]);
  });

  it("suggests the keywords of the vocabulary", async () => {
    const { name, text } = edit('"title": "First name"', '"x-se": "First name"');
    const offset = text.indexOf('"x-se"') + '"x-se'.length;
    const { content } = await send<Completion[]>("POST", "/api/complete", { name, text, offset });
    const section = content.find(({ label }) => label === "x-section");
    expect(section?.info).toMatch(/form section/);
    expect(text.slice(section?.from, section?.to)).toContain("x-se");
  });

  it("writes an edit when it is saved, in the project's format", async () => {
    const { status, content } = await save(edit('"title": "First name"', '"title":    "Given name"'));
    expect(status).toBe(200);
    expect(readContact()).toBe(original.replace('"First name"', '"Given name"'));
    expect(content.files).toEqual([{ name: "contact", text: readContact() }]);
  });

  it("refuses to save a faulty edit, and names its line", async () => {
    const file = edit('"title": "First name"', '"titel": "First name"');
    const { status, content } = await save(file);
    expect(status).toBe(422);
    expect(content.errors).toContainEqual(
      expect.objectContaining({ file: "contact", line: lineOf(file.text, '"titel"') }),
    );
    expect(readContact()).toBe(original);
  });

  it("accepts an edit that is written already, as after a lost answer", async () => {
    const file = edit('"title": "First name"', '"title": "Given name"');
    writeFileSync(CONTACT, file.text);
    expect((await save(file)).status).toBe(200);
  });

  it("writes to the file that a symbolic link names", async () => {
    const target = join(folder, "contact.json");
    writeFileSync(target, original);
    rmSync(CONTACT);
    symlinkSync(target, CONTACT);
    onTestFinished(() => {
      rmSync(CONTACT);
      rmSync(target);
      writeFileSync(CONTACT, original);
    });
    expect((await save(edit('"title": "First name"', '"title": "Given name"'))).status).toBe(200);
    expect(readFileSync(target, "utf8")).toContain("Given name");
    expect(lstatSync(CONTACT).isSymbolicLink()).toBe(true);
  });

  it("writes none of the edited files if one of them cannot be written", async () => {
    const agency = join(folder, "agency.schema.json");
    mkdirSync(`${agency}.tmp`);
    onTestFinished(() => rmSync(`${agency}.tmp`, { recursive: true }));
    const base = readFileSync(agency, "utf8");
    const contact = edit('"title": "First name"', '"title": "Given name"');
    expect((await save(contact, { name: "agency", base, text: `\n${base}` })).status).toBe(500);
    expect(readContact()).toBe(original);
    expect(readdirSync(folder)).not.toContain("contact.schema.json.tmp");
  });

  it("refuses to overwrite what another program wrote", async () => {
    const file = edit('"title": "First name"', '"title": "Given name"');
    writeFileSync(CONTACT, `${original}\n`);
    expect((await save(file)).status).toBe(409);
    expect(readContact()).toBe(`${original}\n`);
  });

  it.each(["../package", "reference/../package", "reference/sources", "vocabulary", "no-such-schema"])(
    "refuses to save %s, which is no schema and no list of choices",
    async (name) => {
      const { status, content } = await save({ name, base: "", text: "{}" });
      expect([status, content.message]).toEqual([404, `There is no schema or list "${name}".`]);
    },
  );
});

describe("a new reference list in the schema studio", () => {
  const FILE = join(folder, "reference", "gauge-vessels.json");
  const list = {
    name: "reference/gauge-vessels",
    base: "",
    text: formatNewList({ name: "gauge-vessels", filterKey: "region", lines: "a\tAirborne\t03\nb;Boat;06" }),
  };
  afterEach(() => rmSync(FILE, { force: true }));

  /** A field that uses the list, filtered by the region. */
  function buildFieldEdit(): EditedFile {
    const base = readFileSync(join(folder, "metadata.schema.json"), "utf8");
    const { properties } = JSON.parse(base) as EntitySchema;
    const [region] = Object.entries(properties).find(([, field]) => field["x-role"] === "region")!;
    const method = {
      ...{ title: "Survey method", description: "How it was surveyed.", type: "string", examples: ["a"] },
      "x-section": properties[region]!["x-section"],
      "x-options": { source: "gaugeVessels", filterBy: region, filterKey: "region" },
    };
    return { name: "metadata", base, text: addField(base, "gaugeVessel", method as FieldSchema, false) };
  }

  it("can be used by a field, and is compared with the last release, before it is saved", async () => {
    const edited = [list, buildFieldEdit()];
    expect((await send<CheckAnswer>("POST", "/api/check", { edited })).content.errors).toEqual([]);
    const { content } = await send<CompareAnswer>("POST", "/api/compare", { edited });
    expect(content.lists).toEqual([{ file: "gauge-vessels.json", changes: ["The list was added."] }]);
    expect(existsSync(FILE)).toBe(false);
  });

  it("is reported with the line of a repeated code, of a missing label, and of a filter that has no such value", async () => {
    const repeated = { ...list, text: list.text.replace('"b"', '"a"').replace("Airborne", "") };
    expect((await check(repeated)).map(({ file, line }) => [file, line])).toEqual([
      [list.name, 2],
      [list.name, 3],
    ]);
    const field = buildFieldEdit();
    const edited = [{ ...list, text: list.text.replace('"06"', '"99"') }, field];
    expect((await send<CheckAnswer>("POST", "/api/check", { edited })).content.errors).toEqual([
      expect.objectContaining({
        ...{ file: "metadata", line: lineOf(field.text, '"filterKey": "region"') },
        message: expect.stringContaining('gauge-vessels.json:3 has "region": "99"') as string,
      }),
    ]);
    expect(await check({ ...list, text: "[]" })).toEqual([
      expect.objectContaining({
        file: list.name,
        message: expect.stringMatching(/at least one entry/) as string,
      }),
    ]);
  });

  it("is written when it is saved, with an entry on each line, and replaces no other list", async () => {
    expect((await save(list)).status).toBe(200);
    expect(readFileSync(FILE, "utf8")).toBe(
      '[\n  {"value": "a", "label": "Airborne", "region": "03"},\n  {"value": "b", "label": "Boat", "region": "06"}\n]\n',
    );
    const other = { ...list, text: list.text.replace("Boat", "Ship") };
    expect((await save(other)).status).toBe(409);
    expect((await save({ ...other, base: list.text })).status).toBe(200);
  });
});

describe("requests to the schema studio", () => {
  const ownOrigin = () => new URL(studio.url).origin;

  it("are answered with the page if they are no calls", async () => {
    expect(await send("GET", "/", undefined, { origin: undefined })).toEqual({
      status: 200,
      content: "the page",
    });
  });

  it.each([
    ["another origin", { origin: "https://example.com" }],
    ["another port", { origin: "http://localhost:1" }],
    ["no origin", { origin: undefined }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a name that resolves to this computer", { host: "example.com", origin: "http://example.com" }],
  ])("are refused from %s", async (_, headers) => {
    const { status } = await send("POST", "/api/preview", { name: "contact", edited: [] }, headers);
    expect(status).toBe(403);
  });

  it("are refused for the page too if another website sends them", async () => {
    const headers = { origin: undefined, "sec-fetch-site": "cross-site" };
    expect((await send("GET", "/", undefined, headers)).status).toBe(403);
  });

  it("are refused if they are larger than all schemas can be", async () => {
    const text = " ".repeat(11 * 1024 ** 2);
    const { status, content } = await preview({ name: "contact", base: "", text });
    expect([status, (content as unknown as RefusalAnswer).message]).toEqual([
      413,
      "The edited schemas have more than 10 MB. Shorten them.",
    ]);
  });

  it("are accepted from its own page", async () => {
    const headers = { origin: ownOrigin(), "sec-fetch-site": "same-origin" };
    expect((await send("POST", "/api/preview", { name: "contact", edited: [] }, headers)).status).toBe(200);
  });
});

describe("the choices for a needed migration", () => {
  const before = getSchema("metadata");
  const getParts = ({ properties }: EntitySchema) => properties["timePeriodCovered"]!.items!.properties!;

  it.each<[string, (schema: EntitySchema) => void]>([
    ["a removed field", (schema) => delete schema.properties["city"]],
    [
      "a renamed field",
      (schema) => {
        schema.properties["town"] = schema.properties["city"]!;
        delete schema.properties["city"];
      },
    ],
    ["a removed part of a list's entries", (schema) => delete getParts(schema)["end"]],
    [
      "a renamed part of a list's entries",
      (schema) => {
        getParts(schema)["last"] = getParts(schema)["end"]!;
        delete getParts(schema)["end"];
      },
    ],
    ["a newly required field", (schema) => schema.required!.push("city")],
    ["a removed choice", (schema) => schema.properties["modelType"]!.items!.enum!.pop()],
    ["a renamed YAML attribute", (schema) => (schema.properties["modelName"]!["x-yaml"] = "name")],
    ["a text that is a number now", (schema) => (schema.properties["softwareVersion"]!.type = "number")],
    ["a text that is a list now", (schema) => (schema.properties["softwareVersion"]!.type = "array")],
  ])("each declare %s, with the new version", (_, change) => {
    const after = structuredClone(before);
    change(after);
    const needs = findNeededMigrations(before, after);
    const choices = needs.slice(1).flatMap((need) => need.choices);
    expect(choices.length).toBeGreaterThan(0);
    for (const { edits } of choices) {
      const edited = JSON.parse(applySchemaEdits(JSON.stringify(after), edits)) as EntitySchema;
      expect(edited["x-changes"]?.version).toBe(2);
      expect(findNeededMigrations(before, edited).length).toBeLessThan(needs.length);
    }
  });

  it("offer the field with the same label first for a removed one, and none with another type", () => {
    const after = structuredClone(before);
    after.properties["note"] = { title: "Note", type: "string" };
    after.properties["places"] = { title: "Places", type: "array" };
    after.properties["town"] = { title: after.properties["city"]!.title!, type: "array" };
    delete after.properties["city"];
    const labels = findNeededMigrations(before, after).flatMap(({ choices }) =>
      choices.map(({ label }) => label),
    );
    expect(labels.slice(1)).toEqual(["city is now town", "city is now places", "city was removed"]);
  });

  it("offer no value for a required field as long as it seems to be renamed", () => {
    const after = structuredClone(before);
    after.properties["title"] = after.properties["modelName"]!;
    delete after.properties["modelName"];
    after.required = after.required!.map((name) => (name === "modelName" ? "title" : name));
    const [, { choices }, ...others] = findNeededMigrations(before, after) as [unknown, NeededMigration];
    expect(others).toEqual([]);
    const { edits } = choices.find(({ label }) => label === "modelName was removed")!;
    const removed = JSON.parse(applySchemaEdits(JSON.stringify(after), edits)) as EntitySchema;
    expect(findNeededMigrations(before, removed)).toEqual([
      expect.objectContaining({ message: expect.stringContaining("`title` is now required") as string }),
    ]);
  });

  it("leave the rest of the file as written", () => {
    const text =
      '{\n  "x-changes": { "version": 2, "removed": [{ "version": 1, "name": "a" }] },\n  "b": [1,  2]\n}\n';
    const entry = { path: ["x-changes", "removed"], value: { version: 1, name: "c" }, isEntry: true };
    const edited = applySchemaEdits(text, [entry]);
    expect((JSON.parse(edited) as EntitySchema)["x-changes"]?.removed).toEqual([
      { version: 1, name: "a" },
      { version: 1, name: "c" },
    ]);
    expect(edited).toContain('"b": [1,  2]');
  });
});

describe("edits of a field", () => {
  const text = `{
  "required": ["a", "b"],
  "if": { "properties": { "a": { "const": "x" } }, "required": ["a"] },
  "then": { "required": ["b"] },
  "properties": {
    "a": { "title": "A", "type": "string", "enum": ["x", "y"] },
    "b": { "type": "string",  "x-clears": ["a"], "x-options": { "source": "s", "filterBy": "a" } },
    "c": {
      "type": "array",
      "items": { "properties": { "a": { "type": "string" } }, "required": ["a"] }
    },
    "d": { "type": "array", "items": { "oneOf": [{ "const": 1 }, { "const": 2 }] } }
  }
}
`;
  const read = (edited: string) =>
    JSON.parse(edited) as Record<string, unknown> & { properties: Record<string, object> };

  it("add a field at the end, and to the required fields", () => {
    const { properties, required } = read(addField(text, "e", { type: "string" }, true));
    expect(Object.keys(properties)).toEqual(["a", "b", "c", "d", "e"]);
    expect([properties["e"], required]).toEqual([{ type: "string" }, ["a", "b", "e"]]);
  });

  it("set and remove keywords", () => {
    const { properties } = read(setKeywords(text, "a", { title: "New", enum: undefined }));
    expect(properties["a"]).toEqual({ title: "New", type: "string" });
  });

  it("move a field with its text as written", () => {
    const moved = moveField(text, "b", 3);
    expect(Object.keys(read(moved).properties)).toEqual(["a", "c", "d", "b"]);
    expect(moved).toContain('"b": { "type": "string",  "x-clears"');
    expect(moveField(moved, "b", 1)).toBe(text);
  });

  it("rename a field wherever the schema names it, and no part of the same name", () => {
    const renamed = read(renameField(text, "a", "z"));
    expect(renamed).toEqual({
      ...read(text),
      required: ["z", "b"],
      if: { properties: { z: { const: "x" } }, required: ["z"] },
      properties: {
        z: read(text).properties["a"],
        b: { type: "string", "x-clears": ["z"], "x-options": { source: "s", filterBy: "z" } },
        c: read(text).properties["c"],
        d: read(text).properties["d"],
      },
    });
  });

  it("remove a field, also from the lists that name it", () => {
    const { properties, required } = read(removeField(text, "a"));
    expect(Object.keys(properties)).toEqual(["b", "c", "d"]);
    expect(required).toEqual(["b"]);
    expect(properties["b"]).toMatchObject({ "x-clears": [] });
    expect(properties["c"]).toEqual(read(text).properties["c"]);
  });

  it("deprecate a choice of an enum and of labeled options", () => {
    expect(read(deprecateChoice(text, "a", "y")).properties["a"]).toMatchObject({ deprecated: ["y"] });
    expect(read(deprecateChoice(text, "d", 2)).properties["d"]).toEqual({
      type: "array",
      items: { oneOf: [{ const: 1 }, { const: 2, deprecated: true }] },
    });
  });
});

describe("a change of the type", () => {
  const TEXT: FieldSchema = {
    title: "Version",
    type: "string",
    pattern: "\\S",
    maxLength: 9,
    default: "1",
    "x-section": "Software",
    "x-widget": "shortText",
    "x-wire": { write: "version", codec: "software" },
    "x-messages": { required: "Enter it.", pattern: "Blank." },
    examples: ["6.10", "new"],
  };
  const change = (field: FieldSchema, title: string) => changeType(field, findNamedType(title)!);
  const kept = { title: "Version", "x-section": "Software", "x-wire": { write: "version" } };

  it("moves the rules of a text, with their messages, to the entries of a list and back", () => {
    const list = change(TEXT, "List of texts");
    expect(list).toEqual({
      ...kept,
      type: "array",
      items: { type: "string", pattern: "\\S", maxLength: 9, "x-messages": { pattern: "Blank." } },
      "x-messages": { required: "Enter it." },
      examples: [["6.10", "new"]],
    });
    const text = { ...TEXT, ...kept };
    delete text.default;
    delete text["x-widget"];
    expect(change({ ...list, minItems: 1 }, "Text")).toEqual(text);
  });

  it("removes what a number cannot have, and keeps the examples that are numbers", () => {
    const number = change(TEXT, "Number");
    expect(number).toEqual({
      ...kept,
      type: "number",
      "x-messages": { required: "Enter it." },
      examples: [6.1],
    });
    expect(change({ ...number, "x-unit": "ft" }, "Text")).not.toHaveProperty("x-unit");
  });

  it("keeps the choices of a field that becomes a list of them", () => {
    const field: FieldSchema = { title: "Kind", type: "string", enum: ["a", "b"], examples: ["a"] };
    expect(change(field, "List of texts")).toEqual({
      title: "Kind",
      type: "array",
      items: { type: "string", enum: ["a", "b"] },
      examples: [["a"]],
    });
  });
});

describe("the forms for edits of a field", () => {
  const schema = {
    $id: "test",
    title: "Test",
    required: ["width"],
    "x-yaml": { constants: {} },
    "x-changes": { version: 1 },
    properties: {
      width: { title: "Width", type: "number", examples: [5], "x-section": "Size" },
      name: { title: "Name", type: "string", enum: ["a", "b"], "x-yaml": "called" },
      peak: { title: "Peak", type: "object" },
      peaks: { title: "Peaks", type: "array", items: { type: "object" } },
      years: { title: "Years", type: "array", items: { type: "integer" } },
    },
  } satisfies EntitySchema;
  const vocabulary = {
    "x-unit": { type: "string" },
    "x-options": { properties: { filterBy: { type: "string" } } },
    "x-changes": { type: "object" },
  };

  const CONTEXT = {
    ...{ schema, group: schema as FieldGroup, groupPath: [] as string[], released: schema as EntitySchema },
    ...{ name: "", section: "Size", vocabulary },
  };

  /** Submits the form of an edit with changed values. */
  function submit(label: string, name: string, changes: object) {
    const action = FIELD_ACTIONS.find((one) => one.label === label)!;
    const context = { ...CONTEXT, name };
    const values = { ...action.getValues?.(context), ...changes };
    return JSON.parse(applyAction(action, JSON.stringify(schema), context, values)) as EntitySchema;
  }

  /** One of several edits since the release. */
  function apply(
    edited: EntitySchema,
    label: string,
    name: string,
    values: Record<string, unknown>,
    context: Partial<typeof CONTEXT> = {},
  ) {
    const action = FIELD_ACTIONS.find((one) => one.label === label)!;
    const known = { ...CONTEXT, schema: edited, group: edited, name, ...context };
    return JSON.parse(applyAction(action, JSON.stringify(edited), known, values)) as EntitySchema;
  }

  it("offer the keywords of the vocabulary, without those of the schema", () => {
    const keywords = FIELD_ACTIONS[0]!.listOptional?.(CONTEXT);
    expect(keywords).toContain("x-unit");
    expect(keywords).not.toContain("x-changes");
  });

  it("add a field in the chosen section, with examples of its type", () => {
    const texts = { title: "Height", description: "Of the bank." };
    const values = { "x-section": "Size", name: "height", ...texts, type: "Number", examples: ["2.5"] };
    const added = submit("Add a field", "width", values).properties["height"]!;
    expect(Object.entries(added)).toEqual([
      ...Object.entries(texts),
      ["type", "number"],
      ["x-section", "Size"],
      ["examples", [2.5]],
    ]);
  });

  it("edit what the user changed and remove what the user cleared", () => {
    const edited = submit("Edit", "width", { "x-section": undefined, "x-unit": "ft" }).properties;
    expect(edited["width"]).toEqual({ title: "Width", type: "number", examples: [5], "x-unit": "ft" });
    expect(edited["name"]).toEqual(schema.properties.name);
  });

  it.each([
    ["name", "width", ["name", "width", "peak", "peaks", "years"]],
    ["width", "(end)", ["name", "peak", "peaks", "years", "width"]],
  ])("move %s to %s", (name, before, order) => {
    expect(Object.keys(submit("Move", name, { before }).properties)).toEqual(order);
  });

  it("add a part to a group and to a list of groups", () => {
    const part = { name: "flow", title: "Flow", type: "Number", isRequired: true };
    const expected = { properties: { flow: { title: "Flow", type: "number" } }, required: ["flow"] };
    const { peak, peaks } = schema.properties;
    expect(submit("Add a part", "peak", part).properties["peak"]).toEqual({ ...peak, ...expected });
    expect(submit("Add a part", "peaks", part).properties["peaks"]).toEqual({
      ...peaks,
      items: { ...peaks.items, ...expected },
    });
  });

  it("require a field only when another one has a value, or an entry", () => {
    const values = { field: "name", value: "a", isShownOnlyThen: true };
    const edited = submit("Require only when", "width", values);
    expect(edited.required).toEqual([]);
    expect(edited.properties["width"]).toEqual({ ...schema.properties.width, "x-when": true });
    const then = { required: ["width"] };
    expect(edited.allOf).toEqual([
      { if: { properties: { name: { const: "a" } }, required: ["name"] }, then },
    ]);
    const contains = { type: "array", contains: { const: 2 } };
    expect(submit("Require only when", "width", { field: "years", value: "2" }).allOf).toEqual([
      { if: { properties: { years: contains }, required: ["years"] }, then },
    ]);
    expect(submit("Require only when", "width", { field: "name" }).allOf).toEqual([
      { if: { required: ["name"] }, then },
    ]);
  });

  it("convert older values, with the new version and a field for what cannot be converted", () => {
    const values = { by: "split", from: ["name"], pattern: "(.*) .*" };
    const { properties, ...edited } = submit("Convert older values", "width", values);
    expect(edited["x-changes"]).toEqual({ version: 2 });
    expect(Object.keys(properties).slice(0, 2)).toEqual(["width", "nameText"]);
    const conversion = { version: 1, ...values, from: "name", yaml: "called", rest: "nameText" };
    expect(properties["width"]).toEqual({
      ...schema.properties.width,
      "x-clears": ["nameText"],
      "x-changes": { converted: [conversion] },
    });
    const rest = { title: "Name (before)", type: "string", "x-section": "Size", "x-when": true };
    expect(properties["nameText"]).toMatchObject(rest);
    expect(findRestName({ properties }, "name")).toBe("nameText");
    const mapped = submit("Convert older values", "width", { by: "map", values: { wide: "9" } });
    expect(mapped.properties["width"]?.["x-changes"]?.converted).toEqual([
      { version: 1, by: "map", values: { wide: 9 }, rest: "widthText" },
    ]);
  });

  it("declare the removal of a released field, and of no other", () => {
    const { properties, ...edited } = submit("Remove", "name", {});
    expect(Object.keys(properties)).not.toContain("name");
    expect(edited["x-changes"]).toEqual({ version: 2, removed: [{ version: 1, name: "name" }] });
    const { name: added, ...released } = schema.properties;
    const before = { ...schema, properties: released };
    const after = { ...schema, properties: { ...released, name: added } };
    expect(apply(after, "Remove", "name", {}, { released: before })).toEqual(before);
  });

  it("declare the new name of a released field, also if it is renamed twice, and of no other", () => {
    const rename = (group: EntitySchema, name: string, newName: string, released: EntitySchema = schema) =>
      apply(group, "Rename", name, { name: newName }, { released });
    const once = rename(schema, "name", "title");
    const twice = rename(once, "title", "label");
    const declared = { ...schema.properties.name, "x-changes": { renamed: [{ version: 1, name: "name" }] } };
    expect(once.properties["title"]).toEqual(declared);
    expect(twice.properties["label"]).toEqual(declared);
    expect(twice["x-changes"]).toEqual({ version: 2 });
    expect(rename(schema, "name", "name")).toEqual(schema);

    const { name: added, ...properties } = schema.properties;
    const released = { ...schema, properties };
    expect(rename(schema, "name", "title", released)).toEqual({
      ...schema,
      properties: { ...properties, title: added },
    });
  });

  it.each([
    ["a group", "peak", []],
    ["a list of groups", "peaks", ["items"]],
  ])("declare the removed and renamed parts of %s, also if it was renamed", (_, name, items) => {
    const part = { name: "flow", title: "Flow", type: "Number" };
    const released = apply(schema, "Add a part", name, part);
    const edited = apply(released, "Rename", name, { name: "crest" }, { released });
    const groupPath = ["properties", "crest", ...items];
    const group = getSchemaNode(edited, groupPath) as FieldGroup;
    const edit = (label: string, values: Record<string, unknown>) =>
      apply(edited, label, "flow", values, { group, groupPath, released });
    const change = [{ version: 1, name: "flow" }];
    const removed = edit("Remove", {});
    expect(getSchemaNode(removed, groupPath)).toMatchObject({ "x-changes": { removed: change } });
    const renamed = edit("Rename", { name: "discharge" });
    const discharge = { "x-changes": { renamed: change } };
    expect(getSchemaNode(renamed, groupPath)).toMatchObject({ properties: { discharge } });
    for (const after of [removed, renamed]) {
      expect(after["x-changes"]).toMatchObject({ version: 2 });
      expect(findNeededMigrations(released, after)).toEqual([]);
    }
  });

  it("declare the removal of a released field that was renamed, and only once", () => {
    const removed = { version: 2, removed: [{ version: 1, name: "name" }] };
    const renamed = apply(schema, "Rename", "name", { name: "label" });
    expect(apply(renamed, "Remove", "label", {})["x-changes"]).toEqual(removed);

    const added = { name: "name", title: "Name", type: "Number" };
    const again = apply(apply(schema, "Remove", "name", {}), "Add a field", "", added);
    expect(again["x-changes"]).toEqual(removed);
    expect(apply(again, "Remove", "name", {})["x-changes"]).toEqual(removed);
  });

  it("declare a new field with the name of a removed or renamed one as new", () => {
    const isNew = { since: { version: 2 } };
    const add = (group: EntitySchema, name: string) =>
      apply(group, "Add a field", "", { name, title: "Other", type: "Number" });
    const removed = apply(schema, "Remove", "name", {});
    expect(add(removed, "name").properties["name"]?.["x-changes"]).toEqual(isNew);
    const renamed = apply(schema, "Rename", "name", { name: "label" });
    expect(add(renamed, "name").properties["name"]?.["x-changes"]).toEqual(isNew);
    const reused = apply(add(removed, "other"), "Rename", "other", { name: "name" });
    expect(reused.properties["name"]?.["x-changes"]).toEqual(isNew);
    const moved = apply(removed, "Rename", "width", { name: "name" });
    expect(moved.properties["name"]?.["x-changes"]).toEqual({ renamed: [{ version: 1, name: "width" }] });
    expect(add(schema, "other").properties["other"]?.["x-changes"]).toBeUndefined();
  });

  it("declare a reused name also in a schema that no release contains", () => {
    const action = FIELD_ACTIONS.find(({ label }) => label === "Rename")!;
    const removed = { ...schema, "x-changes": { version: 2, removed: [{ version: 1, name: "label" }] } };
    const context = { ...CONTEXT, schema: removed, group: removed, name: "name", released: undefined };
    const text = applyAction(action, JSON.stringify(removed), context, { name: "label" });
    const { properties, ...others } = JSON.parse(text) as EntitySchema;
    expect(properties["label"]).toEqual({
      ...schema.properties.name,
      "x-changes": { since: { version: 2 } },
    });
    expect(others["x-changes"]).toEqual(removed["x-changes"]);
  });

  it("name the YAML attribute of a removed field whose values are converted, and require a source for a new field", () => {
    const action = FIELD_ACTIONS.find((one) => one.label === "Convert older values")!;
    const { name: removed, ...properties } = schema.properties;
    const group = { ...schema, properties };
    const keys = { by: {}, from: {}, pattern: {}, separator: {}, values: {} };
    const changes = { properties: { converted: { items: { properties: keys } } } };
    const context = {
      ...CONTEXT,
      ...{ schema: group, group, name: "peak", released: schema, vocabulary: { "x-changes": changes } },
    };
    const { from } = action.buildForm(context).properties as Record<string, { items: { enum: string[] } }>;
    expect(from!.items.enum).toContain("name");
    expect(action.buildForm(context).required).toEqual(["by"]);
    const added = apply(group, "Add a field", "", { name: "slope", title: "Slope", type: "Text" });
    const form = action.buildForm({ ...context, group: added as FieldGroup, name: "slope" });
    expect(form.required).toEqual(["by", "from"]);
    const values = { by: "map", from: ["name"] };
    const edited = JSON.parse(applyAction(action, JSON.stringify(group), context, values)) as EntitySchema;
    expect(edited.properties["peak"]?.["x-changes"]?.converted).toMatchObject([
      { from: "name", yaml: removed["x-yaml"], rest: "nameText" },
    ]);
    expect(edited.properties["nameText"]?.title).toBe("Name (before)");
  });

  it("show the rules of a list's entries as those of the list, with choices as texts", () => {
    const field: FieldSchema = {
      type: "array",
      minItems: 1,
      items: {
        type: "number",
        multipleOf: 0.5,
        enum: [1, 2.5],
        "x-messages": { multipleOf: "Halves only.", enum: "Choose one." },
      },
      "x-messages": { minItems: "Enter one." },
      examples: [[1]],
    };
    const values = toFormValues(field);
    expect(values).toEqual({
      type: "List of numbers",
      minItems: 1,
      enum: ["1", "2.5"],
      "x-messages": { minItems: "Enter one.", enum: "Choose one." },
      examples: ["[1]"],
    });
    expect(readKeywords(values, field)).toEqual(field);
  });

  it("add a list with rules for its entries", () => {
    const values = { type: "List of texts", enum: ["a"], minItems: 1, examples: ["a"] };
    expect(readKeywords(values)).toEqual({
      type: "array",
      minItems: 1,
      items: { type: "string", enum: ["a"] },
      examples: [["a"]],
    });
  });

  it("make a field required, and optional again", () => {
    expect(submit("Edit", "name", { isRequired: true }).required).toEqual(["width", "name"]);
    expect(submit("Edit", "width", { isRequired: false }).required).toEqual([]);
    expect(submit("Edit", "width", {})).toEqual(schema);
  });

  it("offer a choice to deprecate only where a field has choices", () => {
    const { isOffered } = FIELD_ACTIONS.find(({ label }) => label === "Deprecate a choice")!;
    const offered = Object.keys(schema.properties).filter((name) => isOffered({ ...CONTEXT, name }));
    expect(offered).toEqual(["name"]);
  });
});
