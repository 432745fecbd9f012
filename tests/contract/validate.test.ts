import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { ruleCases } from "../../scripts/rule-examples/ruleCases.ts";
import { changed } from "../../scripts/rule-examples/change.ts";
import { checkText } from "../../scripts/validate/checkText.ts";
import { validateOptions } from "../../scripts/validate/options.ts";
import { progressBar } from "../../scripts/validate/report.ts";
import { readReferences } from "../../scripts/validate/readReferences.ts";
import { validate } from "../../scripts/validate/validate.ts";
import { schemaOf, type JsonObject, type SchemaName } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { golden, goldenText } from "../support/golden.ts";

vi.setConfig({ testTimeout: 60_000 });

let references: References;
let folder: string;

beforeAll(async () => {
  references = await readReferences();
  folder = mkdtempSync(join(tmpdir(), "validate-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

const checked = (name: string, text: string, options: { schema?: SchemaName; version?: number } = {}) =>
  checkText(name, text, { references, ...options });

/** Every finding as `line:column severity path: message`. */
const found = (name: string, text: string, options: { schema?: SchemaName } = {}) =>
  checked(name, text, options)
    .flatMap(({ findings }) => findings)
    .map(({ line, column, severity, path, message }) => `${line}:${column} ${severity} ${path}: ${message}`);

/** Where a piece of a text stands, as `line:column`. */
function placeOf(text: string, piece: string): string {
  const before = text.slice(0, text.indexOf(piece)).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

describe("recognises, and finds no fault in,", () => {
  it.each([
    ["metadata.json", "ours"],
    ["wire-read.json", "read"],
    ["wire-write.json", "write"],
    ["record.yml", "yaml"],
  ])("the golden %s", (file, spelling) => {
    expect(checked(file, goldenText(file))).toEqual([
      { schema: "metadata", spelling, findings: [], ...(spelling === "yaml" && { version: 1 }) },
    ]);
  });

  it.each(Object.keys(validators) as SchemaName[])("the example of the schema %s", (schema) => {
    const example = changed(schemaOf(schema), {});
    expect(checked("-", JSON.stringify(example))).toMatchObject([{ schema, findings: [] }]);
  });

  it("a record with its frame, a list of documents, and an answer of the services", () => {
    const record = { id: "1", currentMetadata: aMetadata(), statusInfo: {}, schemaVersion: 1 };
    const answer = {
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: { ...golden("wire-read.json"), tdis_identifier: "57", status: "pending" },
        },
      ],
    };
    expect(checked("a.json", JSON.stringify([record, aMetadata()]))).toMatchObject([
      { schema: "metadata", version: 1, findings: [] },
      { schema: "metadata", findings: [] },
    ]);
    expect(checked("a.json", JSON.stringify(answer))).toMatchObject([{ spelling: "read", findings: [] }]);
  });
});

describe("tells line, column, path and the wording of", () => {
  it("a fault in our names", () => {
    const text = JSON.stringify(aMetadata({ modelIdentifier: "3" }), null, 2);
    expect(found("a.json", text)).toEqual([
      expect.stringMatching(
        new RegExp(`^${placeOf(text, '"3"')} error modelIdentifier: Must be a 12-digit number where first`),
      ),
      expect.stringMatching(/warning modelIdentifier: "3" does not begin with 03/),
    ]);
  });

  it("a fault within a list and a group", () => {
    const text = JSON.stringify(
      aMetadata({ timePeriodCovered: [{}, { start: "2020-01-02", end: "2020-01-01" }] }),
      null,
      2,
    );
    expect(found("a.json", text)).toEqual([
      `${placeOf(text, '"2020-01-01"')} error timePeriodCovered.1.end: End date cannot be before the start date.`,
    ]);
  });

  it("a name that no field has", () => {
    const text = `{"firstName": "A", "lastName": "B", "email": "a@b.com", "phoneNumber": "1", "agency": "1",\n "fax": 1}`;
    expect(found("a.json", text)).toEqual(["2:2 error fax: There is no field of this name."]);
  });

  it("a fault under the names of saves, within pairs written as a text", () => {
    const text = goldenText("wire-write.json")
      .replace("{12,1}", "{12,}")
      .replace("Hydraulic,", "Hydraulics,");
    expect(found("a.json", text)).toEqual([
      `${placeOf(text, '"Hydraulics')} error modelType.0: Each entry must be one of the listed model types.`,
      `${placeOf(text, '"{12,}')} error contacts.0.roleId: Must specify a role`,
    ]);
  });

  it("a fault under the names of answers, within pairs written as lists", () => {
    const text = goldenText("wire-read.json")
      .replace('"1957-05-31"', '"1956-05-31"')
      .replace('"12", "1"', '"", "1"');
    expect(found("a.json", text)).toEqual([
      `${placeOf(text, '"1956-05-31"')} error timePeriodCovered.0.end: End date cannot be before the start date.`,
      `${placeOf(text, '"", "1"')} error contacts.0.contactId: Must specify a contact`,
    ]);
  });

  it("a fault of a metadata YAML, a code without quotation marks and a misspelt attribute", () => {
    const text = goldenText("record.yml")
      .replace('"010000000042"', "010000000042")
      .replace("cities:", "citys:")
      .replace('contact_id: "40"', "# nobody");
    expect(found("a.yml", text)).toEqual([
      `${placeOf(text, "010000000042")} error modelIdentifier: Must be a text. Put it in quotation marks.`,
      `${placeOf(text, "citys")} warning global_attributes.citys: "citys" stands for no field and is passed over. Did you mean "cities"?`,
      `${placeOf(text, "# nobody")
        .replace(/\d+$/, "7")
        .replace(/^\d+/, (line) =>
          String(Number(line) + 1),
        )} error contacts.1.contactId: Must specify a contact`,
    ]);
  });

  it("a value that cannot be read at all, and no second fault of it", () => {
    const text = goldenText("wire-write.json").replace(/"model_types": ".*"/, '"model_types": {"a": 1}');
    expect(found("a.json", text)).toEqual([
      expect.stringMatching(
        new RegExp(`^${placeOf(text, '{"a": 1}')} error modelType: The value cannot be read`),
      ),
    ]);
  });

  it.each([
    [
      "a.json",
      '{"a": 1,\n "b": [1,]}',
      "2:10 error : This is not JSON: value expected. Take away the comma before it.",
    ],
    ["a.json", '{"a": 1,\n "a": 2}', '2:2 error : The name "a" stands here a second time.'],
    ["a.json", "", "1:1 error : There is nothing in it."],
    ["a.yml", "# a: 1\n", "1:1 error : There is nothing in it but comments."],
    [
      "a.json",
      "{'a': 1}",
      "1:2 error : This is not JSON: invalid symbol. Texts and names stand in double quotation marks.",
    ],
    [
      "a.json",
      '{"a": 1 // one\n}',
      "1:9 error : This is not JSON: invalid comment token. JSON has no comments.",
    ],
    ["a.json", "[".repeat(100_000), "1:1 error : This is nested too deeply to be read."],
    [
      "a.yml",
      "a: 1\nb: [1\nc: 2",
      "3:1 error : This is not YAML: deficient indentation. A bracket or quotation mark before this place is not closed.",
    ],
    [
      "a.yml",
      "a:\n\tb: 1\n",
      "2:1 error : This is not YAML: tab characters must not be used in indentation. Begin the line with spaces.",
    ],
    ["a.yml", "a: 1\nb: 2\na: 3", '3:1 error : The name "a" stands here a second time.'],
    ["a.yml", "---\na: 1\n---\nb: 1\n", "3:1 error : A second document begins here; a file holds one."],
    ["a.yml", "global_attributes:\n", '1:1 error : "global_attributes" holds no attributes.'],
    [
      "a.yml",
      "global_atributes:\n  title: A\n",
      '1:1 error : "global_atributes" is no known name. Did you mean "global_attributes"?',
    ],
    [
      "a.json",
      '[{"some": "thing"}, 1]',
      "1:2 error : No schema knows a document like this. Name one with --schema.",
    ],
    [
      "a.json",
      '\n {"some": "thing"}',
      "2:2 error : No schema knows a document like this. Name one with --schema.",
    ],
  ])("what is no document: %s %j", (name, text, finding) => {
    expect(found(name, text)).toEqual([finding]);
  });

  it.each([
    ["bytes that are no text", Buffer.from([0x89, 0, 1, 0xff]), "1:1 error : This is no text."],
    [
      "UTF-16",
      Buffer.from("\uFEFFtitle: A", "utf16le"),
      "1:1 error : This text is UTF-16. Save it as UTF-8.",
    ],
    [
      "a letter of another encoding",
      Buffer.from("a: 1\nb: é", "latin1"),
      "2:4 error : A letter here is not UTF-8. Save the file as UTF-8.",
    ],
  ])("%s", (_, bytes, finding) => {
    const [document] = checkText("a.yml", bytes, { references });
    const { line, column, severity, path, message } = document!.findings[0]!;
    expect(`${line}:${column} ${severity} ${path}: ${message}`).toBe(finding);
  });

  it("a file with a byte order mark and the line ends of Windows at the same place", () => {
    const text = `\uFEFF${goldenText("record.yml").replace("Hydraulic", "Hydro").replaceAll("\n", "\r\n")}`;
    const [document] = checkText("a.yml", Buffer.from(text), { references });
    expect(document!.findings).toMatchObject([{ line: 27, column: 7, path: "modelType.0" }]);
  });

  it("a version that is no number", () => {
    const text = goldenText("record.yml").replace("schema_version: 1", "schema_version: one");
    expect(found("a.yml", text)).toEqual(["3:19 error : A schema version is a whole number from 1."]);
  });

  it("a list that is written as a text", () => {
    const text = goldenText("record.yml").replace(/counties:\n(\s+- .*\n)+/, 'counties: "Travis, Hays"\n');
    expect(found("a.yml", text)).toEqual([
      expect.stringMatching(
        /error county: Must be a list\. Put each entry on a line of its own, after a hyphen\.$/,
      ),
    ]);
  });

  it("a document of a version that is not known yet", () => {
    const text = goldenText("record.yml").replace("schema_version: 1", "schema_version: 7");
    expect(found("a.yml", text)).toEqual([
      "3:19 error : This was written under version 7 of the schema; version 1 is the newest known here.",
    ]);
  });
});

it("agrees with the kept examples of every rule", () => {
  for (const name of Object.keys(validators) as SchemaName[]) {
    const schema = schemaOf(name);
    for (const { rule, valid, invalid, says } of ruleCases(schema, compileSchema(schema)).cases) {
      const errors = (document: unknown) =>
        checked("a.json", JSON.stringify(document), { schema: name })
          .flatMap(({ findings }) => findings)
          .filter(({ severity }) => severity === "error")
          .map(({ path, message }) => `${path}: ${message}`);
      for (const change of valid) expect(errors(changed(schema, change)), rule).toEqual([]);
      if (!invalid.whole) expect(errors(changed(schema, invalid)).sort(), rule).toEqual([...says].sort());
    }
  }
});

async function* unreadable(): AsyncGenerator<Buffer> {
  throw new Error("gone");
}

describe("the command", () => {
  function streams(input = "", isTTY = false) {
    const written = { out: "", err: "" };
    return {
      written,
      stdin: Readable.from([input]),
      stdout: { write: (text: string) => (written.out += text) },
      stderr: { isTTY, write: (text: string) => (written.err += text) },
    };
  }

  it(
    "goes through a folder of thousands of files with a bar on a terminal, and sums up",
    { timeout: 120_000 },
    async () => {
      const many = join(folder, "many");
      mkdirSync(join(many, "below"), { recursive: true });
      const text = JSON.stringify(aMetadata());
      for (let index = 0; index < 3000; index++) writeFileSync(join(many, "below", `${index}.json`), text);
      writeFileSync(join(many, "metadata_9.yml"), goldenText("record.yml").replace("Hydraulic", "Hydro"));
      writeFileSync(join(many, "notes.txt"), "not looked at");
      const io = streams("", true);
      expect(await validate(validateOptions([many]), io)).toBe(1);
      expect(io.written.out).toMatch(
        /metadata_9\.yml:27:7: error: model_type\.0 \(modelType\.0\): Each entry must be one of/,
      );
      expect(io.written.out).toMatch(
        /Checked 3,001 documents \(3,001 metadata\) in 3,001 files: 3,000 valid, 1 error, 0 warnings\.\n$/,
      );
      expect(io.written.err).toMatch(/█+░* [\d,]+ of 3,001 files/);
    },
  );

  it("passes over what else a folder holds, and goes on after a file that cannot be read", async () => {
    const mixed = join(folder, "mixed");
    mkdirSync(mixed);
    writeFileSync(join(mixed, "package.json"), '{"private": true}');
    const io = streams();
    expect(await validate(validateOptions([mixed]), io)).toBe(2);
    expect(io.written.out).toMatch(/package\.json:1:1: warning: No schema knows .* passed over\./);
    writeFileSync(join(mixed, "metadata.json"), JSON.stringify(aMetadata()));
    expect(await validate(validateOptions([mixed]), streams())).toBe(0);
    expect(await validate(validateOptions([join(mixed, "package.json")]), streams())).toBe(1);
    const options = { ...validateOptions([mixed]), names: [join(mixed, "metadata.json"), "-"] };
    const failing = { ...streams(), stdin: Readable.from(unreadable()) };
    let out = "";
    failing.stdout = { write: (text: string) => (out += text) };
    expect(await validate(options, failing)).toBe(1);
    expect(out).toMatch(
      /^-:1:1: error: The file cannot be read: gone \[file\]\nChecked 2 documents .* 1 valid/,
    );
  });

  it("shows no bar where there is no terminal", async () => {
    const io = streams();
    expect(
      await validate(
        validateOptions(["tests/fixtures/golden/metadata.json", "tests/fixtures/golden/record.yml"]),
        io,
      ),
    ).toBe(0);
    expect(io.written.err).toBe("");
  });

  it("draws its bar ten times a second at most", () => {
    let [time, text] = [0, ""];
    const bar = progressBar(1000, { isTTY: true, write: (drawn) => (text += drawn) }, () => time);
    for (let done = 0; done < 1000; done++, time++) bar.show(done);
    expect(text.split("\r")).toHaveLength(11);
  });

  it("reads standard input and answers JSON for machines", async () => {
    const io = streams('{"recordId": "1", "content": " "}');
    expect(await validate(validateOptions(["--json", "-"]), io)).toBe(1);
    expect(JSON.parse(io.written.out)).toEqual({
      summary: { files: 1, documents: 1, valid: 0, errors: 1, warnings: 0 },
      files: [
        {
          file: "-",
          documents: [
            {
              schema: "message",
              spelling: "ours",
              findings: [
                {
                  severity: "error",
                  path: "content",
                  rule: "pattern",
                  message: "Required",
                  line: 1,
                  column: 30,
                },
              ],
            },
          ],
        },
      ],
    } satisfies JsonObject);
  });

  it.each([
    [["--schema", "metdata", "x"], 'There is no schema "metdata". Did you mean "metadata"?'],
    [[], "npm run validate -- "],
    [["--schema-version", "two", "x"], "a version is a whole number from 1"],
  ])("explains what is wrong with the arguments %j", (args, words) => {
    expect(() => validateOptions(args)).toThrow(words);
  });

  it("ends with 0, 1 or 2", { timeout: 60_000 }, async () => {
    const codeOf = (...args: string[]) =>
      new Promise((resolve) =>
        execFile(process.execPath, ["--import", "tsx", "scripts/validate.ts", ...args], (error) =>
          resolve(error?.code ?? 0),
        ),
      );
    const bad = join(folder, "bad.json");
    writeFileSync(bad, "{}");
    expect(
      await Promise.all([codeOf("tests/fixtures/golden/record.yml"), codeOf(bad), codeOf("nowhere.json")]),
    ).toEqual([0, 1, 2]);
  });
});

describe("a document on each line", () => {
  const line = (overrides: JsonObject = {}) => JSON.stringify(aMetadata(overrides));

  it.each(["a.jsonl", "a.ndjson", "-"])("of %s is checked by itself, at its line", (name) => {
    const text = `${line()}\n\n${line({ modelIdentifier: "3" })}\n`;
    const findings = found(name, text).filter((finding) => finding.includes(" error "));
    expect(findings).toEqual([
      expect.stringMatching(/^3:\d+ error modelIdentifier: Must be a 12-digit number/),
    ]);
    expect(checked(name, text)).toHaveLength(2);
  });

  it("that is no JSON is told with its line", () => {
    expect(found("a.jsonl", `${line()}\n{"a": }\n`)).toEqual([
      expect.stringMatching(/^2:7 error : This is not JSON/),
    ]);
  });
});
