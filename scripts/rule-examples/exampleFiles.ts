import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { applyChange } from "./exampleChange.ts";
import type { RuleCase } from "./ruleCases.ts";

/** File name -> content of each valid and invalid document. */
export function buildExampleFiles(schema: EntitySchema, cases: RuleCase[]): Map<string, string> {
  const files = new Map<string, string>();
  const add = (rule: string, kind: string, document: unknown) =>
    files.set(`${schema.$id}/${toFileName(rule)}.${kind}.json`, `${JSON.stringify(document, null, 2)}\n`);
  for (const { rule, valid, invalid } of cases) {
    valid.forEach((change, index) => add(rule, `valid-${index + 1}`, applyChange(schema, change)));
    add(rule, "invalid", applyChange(schema, invalid));
  }
  return files;
}

export const isExampleFile = (file: string): boolean => /\.(valid-\d+|invalid)\.json$/.test(file);

const toFileName = (rule: string) => rule.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
