import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { buildRuleCases } from "../../scripts/rule-examples/ruleCases.ts";
import { applyChange } from "../../scripts/rule-examples/exampleChange.ts";
import { buildExampleFiles } from "../../scripts/rule-examples/exampleFiles.ts";
import { writeFiles } from "../../scripts/generate/writeFiles.ts";
import { checkText } from "../../scripts/validate/checkText.ts";
import { parseValidateOptions } from "../../scripts/validate/options.ts";
import { createProgressBar } from "../../scripts/validate/report.ts";
import { readOptionEntries } from "../../scripts/validate/readOptionEntries.ts";
import { readReferences } from "../../scripts/validate/readReferences.ts";
import { validateFiles } from "../../scripts/validate/validateFiles.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema, type SchemaName } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { golden, goldenText } from "../support/golden.ts";

let references: References;
let folder: string;

beforeAll(async () => {
  references = await readReferences();
  folder = mkdtempSync(join(tmpdir(), "validate-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

const check = (name: string, text: string, options: { schema?: SchemaName; version?: number } = {}) =>
  checkText(name, text, { references, ...options });

/** Formats every finding as `line:column severity path: message`. */
const listFindings = (name: string, text: string, options: { schema?: SchemaName } = {}) =>
  check(name, text, options)
    .flatMap(({ findings }) => findings)
    .map(({ line, column, severity, path, message }) => `${line}:${column} ${severity} ${path}: ${message}`);

/** Returns `line:column`. */
function findPosition(text: string, piece: string): string {
  const before = text.slice(0, text.indexOf(piece)).split("\n");
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

describe("the validator recognizes and finds no error in", () => {
  it.each([
    ["metadata.json", "ours"],
    ["wire-read.json", "read"],
    ["wire-write.json", "write"],
    ["record.yml", "yaml"],
  ])("the golden %s", (file, spelling) => {
    expect(check(file, goldenText(file))).toEqual([
      { schema: "metadata", spelling, findings: [], ...(spelling === "yaml" && { version: 1 }) },
    ]);
  });

  it.each(Object.keys(validators) as SchemaName[])("the example of the schema %s", (schema) => {
    const example = applyChange(getSchema(schema), {});
    expect(check("-", JSON.stringify(example))).toMatchObject([{ schema, findings: [] }]);
  });

  it("a whole record, a list of documents, and an API response", () => {
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
    expect(check("a.json", JSON.stringify([record, aMetadata()]))).toMatchObject([
      { schema: "metadata", version: 1, findings: [] },
      { schema: "metadata", findings: [] },
    ]);
    expect(check("a.json", JSON.stringify(answer))).toMatchObject([{ spelling: "read", findings: [] }]);
  });
});

describe("the validator reports line, column, path and message of", () => {
  it("an error in a document with schema names", () => {
    const text = JSON.stringify(aMetadata({ modelIdentifier: "3" }), null, 2);
    expect(listFindings("a.json", text)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${findPosition(text, '"3"')} error modelIdentifier: Must be a 12-digit number where first`,
        ),
      ),
    ]);
  });

  it("values that break a rule which does not block saving, each at its entry", () => {
    const document = aMetadata({
      twdbFloodPlanningProjectID: ["031000012", "041000012"],
      modelCreationDate: "2024-02-02",
      modelLastUpdatedDate: "2024-02-01",
    });
    const text = JSON.stringify(document, null, 2);
    expect(listFindings("a.json", text)).toEqual([
      `${findPosition(text, '"041000012"')} warning twdbFloodPlanningProjectID.1: Correct this or the flood planning region: 041000012 does not start with 03.`,
      `${findPosition(text, '"2024-02-01"')} warning modelLastUpdatedDate: Correct this or the model creation date: 2024-02-01 is before 2024-02-02.`,
    ]);
  });

  it("units of another region, at each unit", async () => {
    const lists = await readOptionEntries();
    const [outside] = [...lists.hydrologicUnits!].find(
      ([, unit]) => !(unit["regionId"] as string[]).includes("03"),
    )!;
    const document = aMetadata({ hydrologicUnitCode: ["120301010101", outside, "999999999999"] });
    const [checked] = checkText("a.json", JSON.stringify(document), { references, lists });
    expect(checked?.findings).toMatchObject([
      {
        path: "hydrologicUnitCode.1",
        message: `Correct this or the flood planning region: ${outside} is outside it.`,
      },
    ]);
  });

  it("an unknown name, and suggests only names of fields that the document lacks", () => {
    const wire = { ...golden("wire-read.json"), model_titles: "A", commentz: "B" };
    expect(listFindings("a.json", JSON.stringify(wire)).map((line) => line.replace(/^\S+ /, ""))).toEqual([
      'warning model_titles: Unknown name "model_titles", ignored.',
      'warning commentz: Unknown name "commentz", ignored.',
    ]);
  });

  it("an error in a group within a list", () => {
    const text = JSON.stringify(
      aMetadata({ timePeriodCovered: [{}, { start: "2020-01-02", end: "2020-01-01" }] }),
      null,
      2,
    );
    expect(listFindings("a.json", text)).toEqual([
      `${findPosition(text, '"2020-01-01"')} error timePeriodCovered.1.end: End date cannot be before the start date.`,
    ]);
  });

  it("an unknown field name", () => {
    const text = `{"firstName": "A", "lastName": "B", "email": "a@b.com", "phoneNumber": "1", "agency": "1",\n "fax": 1}`;
    expect(listFindings("a.json", text)).toEqual(["2:2 error fax: There is no field of this name."]);
  });

  it("an error in a request, in start and end dates written as one text", () => {
    const text = goldenText("wire-write.json")
      .replace("{12,1}", "{12,}")
      .replace("Hydraulic,", "Hydraulics,");
    expect(listFindings("a.json", text)).toEqual([
      `${findPosition(text, '"Hydraulics')} error modelType.0: Each entry must be one of the listed model types.`,
      `${findPosition(text, '"{12,}')} error contacts.0.roleId: Must specify a role`,
    ]);
  });

  it("an error in a response, in start and end dates written as lists", () => {
    const text = goldenText("wire-read.json")
      .replace('"1957-05-31"', '"1956-05-31"')
      .replace('"12", "1"', '"", "1"');
    expect(listFindings("a.json", text)).toEqual([
      `${findPosition(text, '"1956-05-31"')} error timePeriodCovered.0.end: End date cannot be before the start date.`,
      `${findPosition(text, '"", "1"')} error contacts.0.contactId: Must specify a contact`,
    ]);
  });

  it("an error in a metadata YAML, a code without quotation marks and a misspelled attribute", () => {
    const text = goldenText("record.yml")
      .replace('"010000000042"', "010000000042")
      .replace("cities:", "citys:")
      .replace('contact_id: "40"', "# none");
    expect(listFindings("a.yml", text)).toEqual([
      `${findPosition(text, "010000000042")} error modelIdentifier: Must be a text. Put it in quotation marks.`,
      `${findPosition(text, "citys")} warning global_attributes.citys: Unknown name "citys", ignored. Did you mean "cities"?`,
      `${findPosition(text, "# none")
        .replace(/\d+$/, "7")
        .replace(/^\d+/, (line) =>
          String(Number(line) + 1),
        )} error contacts.1.contactId: Must specify a contact`,
    ]);
  });

  it("a value that cannot be decoded, only once", () => {
    const text = goldenText("wire-write.json").replace(/"model_types": ".*"/, '"model_types": {"a": 1}');
    expect(listFindings("a.json", text)).toEqual([
      expect.stringMatching(
        new RegExp(`^${findPosition(text, '{"a": 1}')} error modelType: The value cannot be read`),
      ),
    ]);
  });

  it.each([
    [
      "a.json",
      '{"a": 1,\n "b": [1,]}',
      "2:10 error : This is not JSON: value expected. Remove the comma before the closing bracket.",
    ],
    ["a.json", '{"a": 1,\n "a": 2}', '2:2 error : The name "a" is used twice.'],
    ["a.json", "", "1:1 error : The file is empty."],
    ["a.yml", "# a: 1\n", "1:1 error : The file contains only comments."],
    [
      "a.json",
      "{'a': 1}",
      "1:2 error : This is not JSON: invalid symbol. Use double quotation marks for texts and names.",
    ],
    [
      "a.json",
      '{"a": 1 // one\n}',
      "1:9 error : This is not JSON: invalid comment token. JSON cannot contain comments.",
    ],
    ["a.json", "[".repeat(100_000), "1:1 error : The document is nested too deeply to be read."],
    [
      "a.yml",
      "a: 1\nb: [1\nc: 2",
      "3:1 error : This is not YAML: deficient indentation. A bracket or quotation mark before this position is not closed.",
    ],
    [
      "a.yml",
      "a:\n\tb: 1\n",
      "2:1 error : This is not YAML: tab characters must not be used in indentation. Indent the line with spaces.",
    ],
    ["a.yml", "a: 1\nb: 2\na: 3", '3:1 error : The name "a" is used twice.'],
    [
      "a.yml",
      "---\na: 1\n---\nb: 1\n",
      "3:1 error : A second document starts here. A file can contain only one.",
    ],
    ["a.yml", "global_attributes:\n", '1:1 error : "global_attributes" contains no attributes.'],
    [
      "a.yml",
      "global_atributes:\n  title: A\n",
      '1:1 error : Unknown name "global_atributes". Did you mean "global_attributes"?',
    ],
    [
      "a.json",
      '[{"some": "thing"}, 1]',
      "1:2 error : Unknown kind of document. Name its schema with --schema.",
    ],
    [
      "a.json",
      '\n {"some": "thing"}',
      "2:2 error : Unknown kind of document. Name its schema with --schema.",
    ],
  ])("an unreadable or unknown document: %s %j", (name, text, finding) => {
    expect(listFindings(name, text)).toEqual([finding]);
  });

  it.each([
    ["bytes that are not text", Buffer.from([0x89, 0, 1, 0xff]), "1:1 error : This is not a text file."],
    [
      "UTF-16",
      Buffer.from("\uFEFFtitle: A", "utf16le"),
      "1:1 error : This file is UTF-16. Save it as UTF-8.",
    ],
    [
      "a character of another encoding",
      Buffer.from("a: 1\nb: é", "latin1"),
      "2:4 error : This character is not UTF-8. Save the file as UTF-8.",
    ],
  ])("%s", (_, bytes, finding) => {
    const [document] = checkText("a.yml", bytes, { references });
    const { line, column, severity, path, message } = document!.findings[0]!;
    expect(`${line}:${column} ${severity} ${path}: ${message}`).toBe(finding);
  });

  it("the same position in a file with a byte order mark and Windows line ends", () => {
    const text = `\uFEFF${goldenText("record.yml").replace("Hydraulic", "Hydro").replaceAll("\n", "\r\n")}`;
    const [document] = checkText("a.yml", Buffer.from(text), { references });
    expect(document!.findings).toMatchObject([{ line: 27, column: 7, path: "modelType.0" }]);
  });

  it("a version that is not a number", () => {
    const text = goldenText("record.yml").replace("schema_version: 1", "schema_version: one");
    expect(listFindings("a.yml", text)).toEqual([
      "3:19 error : A schema version must be a whole number of 1 or more.",
    ]);
  });

  it("a list written as a text", () => {
    const text = goldenText("record.yml").replace(/counties:\n(\s+- .*\n)+/, 'counties: "Travis, Hays"\n');
    expect(listFindings("a.yml", text)).toEqual([
      expect.stringMatching(
        /error county: Must be a list\. Put each entry on its own line, after a hyphen and a space\.$/,
      ),
    ]);
  });

  it("a document with a version that is too new", () => {
    const text = goldenText("record.yml").replace("schema_version: 1", "schema_version: 7");
    expect(listFindings("a.yml", text)).toEqual([
      "3:19 error : This document has schema version 7, but the newest known version is 1.",
    ]);
  });
});

it("the validator accepts and rejects the examples of every rule as expected", () => {
  for (const name of Object.keys(validators) as SchemaName[]) {
    const schema = getSchema(name);
    for (const { rule, valid, invalid, errors: expected } of buildRuleCases(schema, compileSchema(schema))
      .cases) {
      const errors = (document: unknown) =>
        check("a.json", JSON.stringify(document), { schema: name })
          .flatMap(({ findings }) => findings)
          .filter(({ severity }) => severity === "error")
          .map(({ path, message }) => `${path}: ${message}`);
      for (const change of valid) expect(errors(applyChange(schema, change)), rule).toEqual([]);
      if (!invalid.whole)
        expect(errors(applyChange(schema, invalid)).sort(), rule).toEqual([...expected].sort());
    }
  }
});

async function* failingInput(): AsyncGenerator<Buffer> {
  throw new Error("gone");
}

describe("npm run validate", () => {
  function createStreams(input = "", isTTY = false) {
    const written = { out: "", err: "" };
    return {
      written,
      stdin: Readable.from([input]),
      stdout: { write: (text: string) => (written.out += text) },
      stderr: { isTTY, write: (text: string) => (written.err += text) },
    };
  }

  it(
    "checks a folder of thousands of files, with a progress bar on a terminal and a summary",
    { timeout: 300_000 },
    async () => {
      const many = join(folder, "many");
      mkdirSync(join(many, "below"), { recursive: true });
      const text = JSON.stringify(aMetadata());
      for (let index = 0; index < 3000; index++) writeFileSync(join(many, "below", `${index}.json`), text);
      writeFileSync(join(many, "metadata_9.yml"), goldenText("record.yml").replace("Hydraulic", "Hydro"));
      writeFileSync(join(many, "notes.txt"), "ignored");
      const io = createStreams("", true);
      expect(await validateFiles(parseValidateOptions([many]), io)).toBe(1);
      expect(io.written.out).toMatch(
        /metadata_9\.yml:27:7: error: model_type\.0 \(modelType\.0\): Each entry must be one of/,
      );
      expect(io.written.out).toMatch(
        /Checked 3,001 documents \(3,001 metadata\) in 3,001 files: 3,000 without errors; 1 error and 0 warnings in all\.\n$/,
      );
      expect(io.written.err).toMatch(/█+░* [\d,]+ of 3,001 files/);
    },
  );

  it("skips unknown files in a folder and continues after an unreadable file", async () => {
    const mixed = join(folder, "mixed");
    mkdirSync(mixed);
    writeFileSync(join(mixed, "package.json"), '{"private": true}');
    const io = createStreams();
    expect(await validateFiles(parseValidateOptions([mixed]), io)).toBe(2);
    expect(io.written.out).toMatch(/package\.json:1:1: warning: Unknown kind of document, skipped\./);
    writeFileSync(join(mixed, "metadata.json"), JSON.stringify(aMetadata()));
    expect(await validateFiles(parseValidateOptions([mixed]), createStreams())).toBe(0);
    expect(await validateFiles(parseValidateOptions([join(mixed, "package.json")]), createStreams())).toBe(1);
    const options = { ...parseValidateOptions([mixed]), names: [join(mixed, "metadata.json"), "-"] };
    const failing = { ...createStreams(), stdin: Readable.from(failingInput()) };
    let out = "";
    failing.stdout = { write: (text: string) => (out += text) };
    expect(await validateFiles(options, failing)).toBe(1);
    expect(out).toMatch(
      /^-:1:1: error: The file cannot be read: gone \[file\]\nChecked 2 documents .* 1 without errors/,
    );
  });

  it("checks what `npm run examples` wrote by the schema of each folder", async () => {
    const examples = join(folder, "examples");
    // Their field names are much alike.
    const files = (["contact", "forgot-password", "sign-in", "message", "record"] as const).flatMap(
      (name) => {
        const schema = getSchema(name);
        return [...buildExampleFiles(schema, buildRuleCases(schema, compileSchema(schema)).cases)];
      },
    );
    await writeFiles(examples, new Map(files));
    const io = createStreams();
    await validateFiles(parseValidateOptions(["--json", examples]), io);
    const result = JSON.parse(io.written.out) as {
      files: { file: string; documents: { findings: { severity: string }[] }[] }[];
    };
    const isInvalid = ({ documents }: (typeof result.files)[number]) =>
      documents.some(({ findings }) => findings.some(({ severity }) => severity === "error"));
    const wrong = result.files.filter((one) => isInvalid(one) !== one.file.endsWith(".invalid.json"));
    expect(result.files).toHaveLength(files.length);
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it("shows no progress bar without a terminal", async () => {
    const io = createStreams();
    expect(
      await validateFiles(
        parseValidateOptions(["tests/fixtures/golden/metadata.json", "tests/fixtures/golden/record.yml"]),
        io,
      ),
    ).toBe(0);
    expect(io.written.err).toBe("");
  });

  it("redraws the progress bar at most ten times a second", () => {
    let [time, text] = [0, ""];
    const bar = createProgressBar(1000, { isTTY: true, write: (drawn) => (text += drawn) }, () => time);
    for (let done = 0; done < 1000; done++, time++) bar.show(done);
    expect(text.split("\r")).toHaveLength(11);
  });

  it("reads standard input and prints JSON", async () => {
    const io = createStreams('{"recordId": "1", "content": " "}');
    expect(await validateFiles(parseValidateOptions(["--json", "-"]), io)).toBe(1);
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
    [["--schema", "metdata", "x"], 'Unknown schema "metdata". Did you mean "metadata"?'],
    [[], "npm run validate -- "],
    [["--schema-version", "two", "x"], "a version must be a whole number of 1 or more"],
  ])("rejects the arguments %j", (args, message) => {
    expect(() => parseValidateOptions(args)).toThrow(message);
  });

  it(
    "exits with 0 for a valid, 1 for an invalid and 2 for a missing file",
    { timeout: 300_000 },
    async () => {
      const getExitCode = (...args: string[]) =>
        new Promise((resolve) =>
          execFile(process.execPath, ["--import", "tsx", "scripts/validate.ts", ...args], (error) =>
            resolve(error?.code ?? 0),
          ),
        );
      const bad = join(folder, "bad.json");
      writeFileSync(bad, "{}");
      expect(
        await Promise.all([
          getExitCode("tests/fixtures/golden/record.yml"),
          getExitCode(bad),
          getExitCode("nowhere.json"),
        ]),
      ).toEqual([0, 1, 2]);
    },
  );
});

describe("JSON lines", () => {
  const line = (overrides: JsonObject = {}) => JSON.stringify(aMetadata(overrides));

  it.each(["a.jsonl", "a.ndjson", "-"])("in %s are checked one by one with their line numbers", (name) => {
    const text = `${line()}\n\n${line({ modelIdentifier: "3" })}\n`;
    const findings = listFindings(name, text).filter((finding) => finding.includes(" error "));
    expect(findings).toEqual([
      expect.stringMatching(/^3:\d+ error modelIdentifier: Must be a 12-digit number/),
    ]);
    expect(check(name, text)).toHaveLength(2);
  });

  it("with invalid JSON are reported with the line number", () => {
    expect(listFindings("a.jsonl", `${line()}\n{"a": }\n`)).toEqual([
      expect.stringMatching(/^2:7 error : This is not JSON/),
    ]);
  });
});
