import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { readRuleCases, ruleFileText, RULES_FOLDER } from "../../scripts/rule-examples/ruleFiles.ts";
import { ruleCases, type RuleCase } from "../../scripts/rule-examples/ruleCases.ts";
import { survivorsOf, unmetCases } from "../../scripts/rule-examples/mutants.ts";
import { schemaOf, type EntitySchema, type SchemaName } from "../../src/contract/schema/fields.ts";
import { schemas } from "../../src/contract/generated/schemas.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { rulesOf } from "../../src/contract/schema/schemaRules.ts";

vi.setConfig({ testTimeout: 60_000 });

const names = Object.keys(schemas) as SchemaName[];
const validatorsOf = (name: SchemaName) =>
  name in validators ? validators[name as keyof typeof validators] : compileSchema(schemaOf(name));

const BY_HAND = "tests/fixtures/rules-by-hand";
const byHand = readdirSync(BY_HAND).map((file) => file.replace(".json", "") as SchemaName);

describe.each(names)("%s", (name) => {
  const schema = schemaOf(name);
  const { cases, missing } = ruleCases(schema, compileSchema(schema));

  it("has an example that keeps and one that breaks each of its rules", () => {
    expect(missing).toEqual([]);
    expect(cases).toHaveLength(rulesOf(schema).length);
  });

  it("is served by the kept examples (npm run generate renews them)", async () => {
    expect(ruleFileText(await readRuleCases(name))).toBe(ruleFileText(cases));
  });

  it("treats every kept example as it says", async () => {
    expect(unmetCases(schema, validatorsOf(name), await readRuleCases(name))).toEqual([]);
  });

  it("cannot lose a rule, a choice or a wording unnoticed", { timeout: 120_000 }, async () => {
    const { tried, survivors } = survivorsOf(schema, await readRuleCases(name));
    expect(survivors).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  });
});

describe.each(byHand)("%s, as the specification has it", (name) => {
  it("treats every hand-written example as it says", () => {
    const cases = JSON.parse(readFileSync(`${BY_HAND}/${name}.json`, "utf8")) as RuleCase[];
    expect(unmetCases(schemaOf(name), validatorsOf(name), cases)).toEqual([]);
  });
});

it("keeps no examples of schemas that are gone", () => {
  expect(readdirSync(RULES_FOLDER).sort()).toEqual(names.map((name) => `${name}.json`).sort());
});

describe("a changed schema", () => {
  const withField = (field: object, more: object = {}): EntitySchema => ({
    ...(structuredClone(schemaOf("agency")) as EntitySchema),
    ...more,
    properties: { ...schemaOf("agency").properties, added: field },
  });
  const madeOf = (schema: EntitySchema) => ruleCases(schema, compileSchema(schema));

  it("says which rule lacks an example, and what to add", () => {
    const schema = withField({ type: "string", pattern: "^[^]*$", examples: ["a"] });
    expect(madeOf(schema).missing).toEqual([
      'agency / added: pattern: no example breaks it. Add "x-counterexample": {"pattern": ...} beside it.',
    ]);
    const unruled = withField({ type: "array", contains: { const: "a" }, examples: [["a"]] });
    expect(madeOf(unruled).missing.join()).toMatch(/contains: no example breaks it/);
  });

  it("says that an example breaks a rule", () => {
    expect(madeOf(withField({ type: "string", maxLength: 2, examples: ["abc"] })).missing.join()).toMatch(
      /the examples break a rule \(added: .*\)\. Correct them/,
    );
  });

  it("takes an example of a broken rule from x-counterexample", () => {
    const counterexample = { "x-counterexample": { contains: ["b"] } };
    const schema = withField({
      type: "array",
      contains: { const: "a" },
      examples: [["a"]],
      ...counterexample,
    });
    expect(madeOf(schema).missing).toEqual([]);
  });

  it("has examples of a rule that counts only under a condition, and notices when it goes", () => {
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
    const { cases, missing } = madeOf(schema);
    expect(missing).toEqual([]);
    expect(cases.find(({ rule }) => rule.startsWith("allOf / 0 / then"))).toEqual({
      rule: "allOf / 0 / then: required detail",
      valid: [{ set: { added: "Other" } }],
      invalid: { set: { added: "Other" }, drop: ["detail"] },
      says: ["detail: Required"],
    });
    const [first] = survivorsOf({ ...schema, allOf: schema.allOf!.slice(0, 1) }, []).survivors;
    expect(first).toBeDefined();
    expect(
      survivorsOf(
        { ...schema, allOf: schema.allOf!.slice(0, 1) },
        cases.filter(({ rule }) => !rule.includes("/ 1 /")),
      ).survivors,
    ).toEqual([]);
  });
});
