import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { buildRuleCases, type RuleCase } from "../../scripts/rule-examples/ruleCases.ts";
import { findFailingCases, findSurvivors } from "../../scripts/dev/mutate-schemas/mutants.ts";
import { getSchema, type EntitySchema } from "../../src/contract/schema/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";

const HAND_WRITTEN_FOLDER = "tests/fixtures/rules-by-hand";
const handWritten = readdirSync(HAND_WRITTEN_FOLDER).map(
  (file) => file.replace(".json", "") as keyof typeof validators,
);

describe.each(handWritten)("%s, hand-written from the specification", (name) => {
  it("validates every example as expected", () => {
    const cases = JSON.parse(readFileSync(`${HAND_WRITTEN_FOLDER}/${name}.json`, "utf8")) as RuleCase[];
    expect(findFailingCases(getSchema(name), validators[name], cases)).toEqual([]);
  });
});

describe("a changed schema", () => {
  const withField = (field: object, more: object = {}): EntitySchema => ({
    ...(structuredClone(getSchema("agency")) as EntitySchema),
    ...more,
    properties: { ...getSchema("agency").properties, added: field },
  });
  const buildCases = (schema: EntitySchema) => buildRuleCases(schema, compileSchema(schema));

  it("reports a rule without an example and what to add", () => {
    const schema = withField({ type: "string", pattern: "^[^]*$", examples: ["a"] });
    expect(buildCases(schema).missing).toEqual([
      'agency / added: pattern: no example breaks it. Add "x-counterexample": {"pattern": ...} beside it.',
    ]);
    const unruled = withField({ type: "array", contains: { const: "a" }, examples: [["a"]] });
    expect(buildCases(unruled).missing.join()).toMatch(/contains: no example breaks it/);
  });

  it("has examples of labelled choices that detect the removal of each", () => {
    const choices = {
      type: "string",
      oneOf: [
        { const: "a", title: "A" },
        { const: "b", title: "B" },
      ],
    };
    const schema = withField({ type: "array", items: choices, examples: [["a"]] });
    const { cases, missing } = buildCases(schema);
    expect(missing).toEqual([]);
    expect(findSurvivors(schema, cases).survivors).toEqual([]);
  });

  it("reports an example that breaks a rule", () => {
    expect(buildCases(withField({ type: "string", maxLength: 2, examples: ["abc"] })).missing.join()).toMatch(
      /the examples break a rule \(added: .*\)\. Correct them/,
    );
  });

  it("uses x-counterexample as the invalid example", () => {
    const counterexample = { "x-counterexample": { contains: ["b"] } };
    const schema = withField({
      type: "array",
      contains: { const: "a" },
      examples: [["a"]],
      ...counterexample,
    });
    expect(buildCases(schema).missing).toEqual([]);
  });

  it("has examples of conditional rules that detect their removal", () => {
    const schema = withField(
      { type: "string", enum: ["Plain", "Other"], examples: ["Plain"] },
      {
        allOf: [
          { if: { properties: { added: { const: "Other" } } }, then: { required: ["detail"] } },
          { if: { properties: { added: { const: "Plain" } } }, else: { required: ["detail"] } },
        ],
      },
    );
    schema.properties["detail"] = { type: "string", examples: ["more"] };
    const { cases, missing } = buildCases(schema);
    expect(missing).toEqual([]);
    expect(cases.find(({ rule }) => rule.startsWith("allOf / 0 / then"))).toEqual({
      rule: "allOf / 0 / then: required detail",
      valid: [{ set: { added: "Other" } }],
      invalid: { set: { added: "Other" }, drop: ["detail"] },
      errors: ["detail: Required"],
    });
    const [first] = findSurvivors({ ...schema, allOf: schema.allOf!.slice(0, 1) }, []).survivors;
    expect(first).toBeDefined();
    expect(
      findSurvivors(
        { ...schema, allOf: schema.allOf!.slice(0, 1) },
        cases.filter(({ rule }) => !rule.includes("/ 1 /")),
      ).survivors,
    ).toEqual([]);
  });
});
