import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { compileSchema } from "../generate/compileSchema.ts";
import type { NamedSchema } from "../generate/readSchemas.ts";
import { changed } from "./change.ts";
import { ruleCases, type RuleCase } from "./ruleCases.ts";

/**
 * The files of all schemas' examples: as they are kept, or each as a whole document.
 *
 * @returns file name -> text, and the rules without an example, each with what to add
 */
export function ruleExamples(schemas: NamedSchema[], kind: "kept" | "whole") {
  const files = new Map<string, string>();
  const missing: string[] = [];
  for (const { name, schema } of schemas) {
    const made = ruleCases(schema, compileSchema(schema));
    missing.push(...made.missing.map((line) => `schemas/${name}.schema.json: ${line}`));
    if (kind === "kept") files.set(`${name}.json`, ruleFileText(made.cases));
    else for (const [file, text] of exampleFiles(schema, made.cases)) files.set(file, text);
  }
  return { files, missing };
}

/** The cases of a schema as they are kept, one to a line, so that a review shows which rules changed. */
export const ruleFileText = (cases: RuleCase[]): string =>
  `[\n${cases.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n")}\n]\n`;

/** Every example of a schema as a whole document in a file of its own: name -> text. */
function exampleFiles(schema: EntitySchema, cases: RuleCase[]): Map<string, string> {
  const files = new Map<string, string>();
  const add = (rule: string, kind: string, document: unknown) =>
    files.set(`${schema.$id}/${slug(rule)}.${kind}.json`, `${JSON.stringify(document, null, 2)}\n`);
  for (const { rule, valid, invalid } of cases) {
    valid.forEach((change, index) => add(rule, `valid-${index + 1}`, changed(schema, change)));
    add(rule, "invalid", changed(schema, invalid));
  }
  return files;
}

const slug = (rule: string) => rule.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");

/** Where the examples are kept, a file for each schema. */
export const RULES_FOLDER = "tests/fixtures/rules";

/** The kept cases of a schema; none when there is no file yet. */
export async function readRuleCases(schemaName: string, folder = RULES_FOLDER): Promise<RuleCase[]> {
  const text = await readFile(join(folder, `${schemaName}.json`), "utf8").catch(() => "[]");
  return JSON.parse(text) as RuleCase[];
}
