import { describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { validateEntity } from "../../src/contract/rules/validateEntity.ts";
import { getCodec } from "../../src/contract/wire/codecs.ts";
import { buildDataDictionary } from "../../src/contract/schema/dataDictionary.ts";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";
import { parseNumber } from "../../src/contract/wire/parseValues.ts";

const text = (title: string, more: FieldSchema = {}): FieldSchema => ({ title, type: "string", ...more });

const aSchema = (condition: object, properties: Record<string, FieldSchema> = {}): EntitySchema => ({
  $id: "survey",
  title: "Survey",
  type: "object",
  properties: {
    day: text("Survey day"),
    surveyor: text("Surveyor", { "x-messages": { required: "Who was it?" } }),
    methods: { title: "Methods", type: "array", items: { type: "string" } },
    ...properties,
  },
  ...condition,
});

const saidOf = (schema: EntitySchema, document: Record<string, unknown>) =>
  validateEntity(schema, compileSchema(schema), document).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

describe("a field that a condition requires", () => {
  const then = { required: ["surveyor", "methods"] };
  const schema = aSchema({ if: { required: ["day"] }, then });

  it("is reported missing only while the condition holds, with the message of the field or its type", () => {
    expect(saidOf(schema, {})).toEqual([]);
    expect(saidOf(schema, { day: "today" })).toEqual([
      "surveyor: Who was it?",
      "methods: Required, must add at least one entry",
    ]);
  });

  it("is reported missing with the condition's own message if there is one", () => {
    const own = { surveyor: { "x-messages": { required: "A day needs its surveyor." } } };
    const worded = aSchema({ allOf: [{ if: { required: ["day"] }, then: { ...then, properties: own } }] });
    expect(saidOf(worded, { day: "today" })).toContain("surveyor: A day needs its surveyor.");
  });

  it.each([
    [{ required: ["day"] }, "“Survey day” is given"],
    [{ properties: { day: { const: "today" } } }, "“Survey day” is “today”"],
    [{ properties: { day: { enum: ["today", 7] } } }, "“Survey day” is “today” or 7"],
    [{ properties: { isNew: { const: true } } }, "“Is new” is yes"],
    [{ properties: { methods: { contains: { const: "lidar" } } } }, "“Methods” contains “lidar”"],
    [
      { properties: { methods: { minItems: 1 } }, required: ["day"] },
      "“Methods” is given and “Survey day” is given",
    ],
    [{ properties: { day: { pattern: "^2" } } }, "“Survey day” meets a condition"],
    [{ not: { required: ["day"] } }, "a condition holds"],
  ])("has its condition described in plain words: %j", (condition, words) => {
    const isNew = { title: "Is new", type: "boolean" };
    const rows = buildDataDictionary(aSchema({ if: condition, then }, { isNew }));
    expect(rows.find(({ name }) => name === "surveyor")!.rules).toContainEqual({
      appliesTo: "",
      description: `is required, when ${words}`,
      errorMessage: "Who was it?",
    });
  });
});

describe("a number", () => {
  const sized = (rules: FieldSchema) => aSchema({}, { size: { title: "Size", ...rules } });

  it.each([
    [{ type: "number" }, "a lot", "Must be a number."],
    [{ type: "integer" }, 1.5, "Must be a whole number."],
    [{ type: "number", minimum: 1 }, 0, "Must be 1 or more."],
    [{ type: "number", maximum: 1 }, 2, "Must be 1 or less."],
    [{ type: "number", exclusiveMinimum: 0 }, 0, "Must be more than 0."],
    [{ type: "number", exclusiveMaximum: 5 }, 5, "Must be less than 5."],
  ])("that breaks the rule %j is reported in plain words", (rules, size, words) => {
    expect(saidOf(sized(rules), { size })).toEqual([`size: ${words}`]);
  });

  it.each([
    ["12", 12],
    [" 1,250.5 ", 1250.5],
    ["-.5", -0.5],
    ["1e3", 1000],
    ["1,2", undefined],
    ["0x10", undefined],
    ["12 feet", undefined],
    ["1e999", undefined],
    ["", undefined],
  ])("is parsed from %j", (typed, value) => {
    expect(parseNumber(typed)).toBe(value);
  });

  it("is decoded from text; text that is not a number stays text for validation", () => {
    const { decode, encode } = getCodec(undefined, "number");
    expect([decode("12.5", NO_REFERENCES), decode(12.5, NO_REFERENCES), decode("?", NO_REFERENCES)]).toEqual([
      12.5,
      12.5,
      "?",
    ]);
    expect([encode(0, "write", NO_REFERENCES), encode(undefined, "write", NO_REFERENCES)]).toEqual([0, null]);
  });
});
