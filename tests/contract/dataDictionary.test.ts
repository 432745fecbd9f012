import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import {
  DICTIONARY_FILE,
  dictionaryMarkdown,
  dictionaryText,
} from "../../scripts/docs/dictionaryMarkdown.ts";
import { dataDictionary } from "../../src/contract/schema/dataDictionary.ts";
import { schemaOf, type EntitySchema } from "../../src/contract/schema/fields.ts";

vi.setConfig({ testTimeout: 60_000 });

const rows = dataDictionary(schemaOf("metadata"));
const rowOf = (name: string) => rows.find((row) => row.name === name)!;

it("has a row for each field, with label, help, kind and example", () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(schemaOf("metadata").properties));
  for (const row of rows) {
    expect(row).toMatchObject({ label: expect.stringMatching(/\S/), help: expect.stringMatching(/\S/) });
    expect(row.kind).not.toBe("any value");
    expect(row.example).toBeDefined();
  }
});

it("tells rules with their wording, wire names, YAML key and default", () => {
  expect(rowOf("modelName")).toMatchObject({
    label: "Model name",
    kind: "text",
    isRequired: true,
    section: "Model details",
    read: ["model_title"],
    write: ["model_name"],
    yaml: "title",
    rules: [
      { about: "", rule: "is required", wording: "Required" },
      { about: "", rule: "holds more than spaces", wording: "Required" },
    ],
  });
  expect(rowOf("modelUpdateFrequency")).toMatchObject({ default: "None", yaml: "update_freq" });
  expect(rowOf("modelUpdateFrequency").choices).toHaveLength(13);
});

it("tells rules of entries and of parts of entries, and named rules", () => {
  expect(rowOf("hydrologicUnitCode").rules).toEqual([
    { about: "each entry", rule: "matches ^[0-9]{12}$", wording: "Each entry must be a 12 digit number" },
  ]);
  expect(rowOf("timePeriodCovered")).toMatchObject({ kind: "list of groups (Start date, End date)" });
  expect(rowOf("timePeriodCovered").rules).toContainEqual({
    about: "each entry, end",
    rule: "is a date, YYYY-MM-DD",
    wording: "At least one date is invalid",
  });
  expect(rowOf("timePeriodCovered").rules).toContainEqual({
    about: "each entry",
    rule: "keeps the rule “period ends after it starts”",
    wording: "End date cannot be before the start date.",
  });
});

it("says what a derived field follows from, and what is not in the YAML", () => {
  expect(rowOf("tdisCollectionIdentifier")).toMatchObject({
    derivedFrom: "twdbFloodPlanningRegionID",
    read: [],
    write: ["collection_id"],
  });
  expect(rowOf("showOriginatorContact").yaml).toBeUndefined();
});

describe("as Markdown", () => {
  it("is kept fresh in docs (npm run docs renews it)", async () => {
    expect(readFileSync(DICTIONARY_FILE, "utf8")).toBe(await dictionaryText());
  });

  it("follows one added field", () => {
    const schema: EntitySchema = structuredClone(schemaOf("contact"));
    schema.properties["fax"] = {
      title: "Fax number",
      description: "If there still is one.",
      type: "string",
      maxLength: 20,
      "x-messages": { maxLength: "Too long for a fax number." },
      "x-wire": { read: "fax_read", write: "fax_write" },
      examples: ["512-555-0143"],
    };
    const chapter = dictionaryMarkdown([schema]).split("### ").at(-1);
    expect(chapter).toBe(
      [
        "Fax number\n\n`fax` · text · optional\n\nIf there still is one.\n",
        "- Rule: has at most 20 characters – “Too long for a fax number.”",
        "- In answers: `fax_read`",
        "- In saves: `fax_write`",
        "- Example: `512-555-0143`\n",
      ].join("\n"),
    );
  });
});
