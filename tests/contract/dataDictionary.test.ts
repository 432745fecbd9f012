import { describe, expect, it } from "vitest";
import { formatDictionary } from "../../scripts/generate/dictionaryMarkdown.ts";
import { buildDataDictionary } from "../../src/contract/schema/dataDictionary.ts";
import { getSchema, type EntitySchema } from "../../src/contract/schema/fields.ts";

const rows = buildDataDictionary(getSchema("metadata"));
const rowOf = (name: string) => rows.find((row) => row.name === name)!;

it("lists rules with error messages, wire names, YAML key and default", () => {
  expect(rowOf("modelName")).toMatchObject({
    label: "Model name",
    valueType: "text",
    isRequired: true,
    section: "Model details",
    readNames: ["model_title"],
    writeNames: ["model_name"],
    yamlKey: "title",
    rules: [
      { appliesTo: "", description: "is required", errorMessage: "Required" },
      { appliesTo: "", description: "is not blank", errorMessage: "Required" },
    ],
  });
  expect(rowOf("modelUpdateFrequency")).toMatchObject({ default: "None", yamlKey: "update_freq" });
  expect(rowOf("modelUpdateFrequency").options).toHaveLength(13);
});

it("lists the rules of list entries, of values within an entry, and rules that have a name", () => {
  expect(rowOf("hydrologicUnitCode").rules).toEqual([
    {
      appliesTo: "each entry",
      description: "matches ^[0-9]{12}$",
      errorMessage: "Each entry must be a 12 digit number",
    },
  ]);
  expect(rowOf("timePeriodCovered")).toMatchObject({ valueType: "list of groups (Start date, End date)" });
  expect(rowOf("timePeriodCovered").rules).toContainEqual({
    appliesTo: "each entry, end",
    description: "is a date, YYYY-MM-DD, from 1900 to ten years ahead",
    errorMessage: "At least one date is invalid",
  });
  expect(rowOf("timePeriodCovered").rules).toContainEqual({
    appliesTo: "each entry",
    description: "follows the rule “period ends after it starts”",
    errorMessage: "End date cannot be before the start date.",
  });
});

it("names the source of a derived field and omits the YAML key of a hidden field", () => {
  expect(rowOf("tdisCollectionIdentifier")).toMatchObject({
    derivedFrom: "twdbFloodPlanningRegionID",
    readNames: [],
    writeNames: ["collection_id"],
  });
  expect(rowOf("showOriginatorContact").yamlKey).toBeUndefined();
});

it("names the condition of a part that is shown only under one", () => {
  const mark = { title: "Mark", type: "string", "x-when": true } as const;
  const events = { type: "array", items: { type: "object", properties: { mark } } };
  const [row] = buildDataDictionary({ $id: "test", title: "Test", properties: { events } });
  expect(row?.rules).toEqual([
    {
      appliesTo: "each entry, mark",
      description: "is shown in the form only while a condition names it, or while it has a value",
    },
  ]);
});

describe("as Markdown", () => {
  it("includes an added field", () => {
    const schema: EntitySchema = structuredClone(getSchema("contact"));
    schema.properties["fax"] = {
      title: "Fax number",
      description: "If there still is one.",
      type: "string",
      maxLength: 20,
      "x-messages": { maxLength: "Too long for a fax number." },
      "x-wire": { read: "fax_read", write: "fax_write" },
      examples: ["512-555-0143"],
    };
    const chapter = formatDictionary([schema]).split("### ").at(-1);
    expect(chapter).toBe(
      [
        "Fax number\n\n`fax` · text · optional\n\nIf there still is one.\n",
        "- Rule: has at most 20 characters – “Too long for a fax number.”",
        "- Name in responses: `fax_read`",
        "- Name in requests: `fax_write`",
        "- Example: `512-555-0143`\n",
      ].join("\n"),
    );
  });
});
