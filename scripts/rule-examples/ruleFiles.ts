import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { compileSchema } from "../generate/compileSchema.ts";
import type { NamedSchema } from "../generate/readSchemas.ts";
import { buildExampleFiles } from "./exampleFiles.ts";
import { buildRuleCases, type RuleCase } from "./ruleCases.ts";

/**
 * @param format "cases": one file per schema, as in RULES_FOLDER; "documents": one file per document
 * @param generated validators by name of the schema; those of the other schemas are compiled
 * @returns file name -> content, and the rules without an example, each with what to add
 */
export function buildRuleExamples(
  schemas: NamedSchema[],
  format: "cases" | "documents",
  generated: Record<string, ValidatorFunctions> = {},
) {
  const files = new Map<string, string>();
  const missing: string[] = [];
  for (const { name, schema } of schemas) {
    const ruleCases = buildRuleCases(schema, generated[name] ?? compileSchema(schema));
    missing.push(...ruleCases.missing.map((line) => `schemas/${name}.schema.json: ${line}`));
    if (format === "cases") files.set(`${name}.json`, formatRuleFile(ruleCases.cases));
    else for (const [file, text] of buildExampleFiles(schema, ruleCases.cases)) files.set(file, text);
  }
  return { files, missing };
}

/** One case per line, so a diff shows which rules changed. */
export const formatRuleFile = (cases: RuleCase[]): string =>
  `[\n${cases.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n")}\n]\n`;

export const RULES_FOLDER = "tests/fixtures/rules";

/** Returns no cases if the file does not exist yet. */
export async function readRuleCases(schemaName: string, folder = RULES_FOLDER): Promise<RuleCase[]> {
  const text = await readFile(join(folder, `${schemaName}.json`), "utf8").catch(() => "[]");
  return JSON.parse(text) as RuleCase[];
}
