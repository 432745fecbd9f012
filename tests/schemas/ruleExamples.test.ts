import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../../scripts/generate/compileSchema.ts";
import { readRuleCases, formatRuleFile, RULES_FOLDER } from "../../scripts/rule-examples/ruleFiles.ts";
import { buildRuleCases } from "../../scripts/rule-examples/ruleCases.ts";
import { findFailingCases, findSurvivors } from "../../scripts/dev/mutate-schemas/mutants.ts";
import { getSchema, type SchemaName } from "../../src/contract/schema/fields.ts";
import { schemas } from "../../src/contract/generated/schemas.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { listSchemaRules } from "../../src/contract/schema/schemaRules.ts";

const names = Object.keys(schemas) as SchemaName[];
const getValidators = (name: SchemaName) =>
  name in validators ? validators[name as keyof typeof validators] : compileSchema(getSchema(name));

describe.each(names)("%s", (name) => {
  const schema = getSchema(name);
  const { cases, missing } = buildRuleCases(schema, compileSchema(schema));

  it("has valid and invalid examples of each rule", () => {
    expect(missing).toEqual([]);
    expect(cases).toHaveLength(listSchemaRules(schema).length);
  });

  it("has up-to-date example files (run npm run generate)", async () => {
    expect(formatRuleFile(await readRuleCases(name))).toBe(formatRuleFile(cases));
  });

  it("validates every example as expected", async () => {
    expect(findFailingCases(schema, getValidators(name), await readRuleCases(name))).toEqual([]);
  });

  it(
    "has an example that fails if a rule, a choice or an error text is removed",
    { timeout: 300_000 },
    async () => {
      const { mutantCount, survivors } = findSurvivors(schema, await readRuleCases(name));
      expect(survivors).toEqual([]);
      expect(mutantCount).toBeGreaterThan(0);
    },
  );
});

it("has no example files of removed schemas", () => {
  expect(readdirSync(RULES_FOLDER).sort()).toEqual(names.map((name) => `${name}.json`).sort());
});
