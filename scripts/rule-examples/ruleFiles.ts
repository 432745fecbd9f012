import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { changed } from "./change.ts";
import type { RuleCase } from "./ruleCases.ts";

/** The cases of a schema as they are kept, one to a line, so that a review shows which rules changed. */
export const ruleFileText = (cases: RuleCase[]): string =>
  `[\n${cases.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n")}\n]\n`;

/** Every example of a schema as a whole document in a file of its own: name -> text. */
export function exampleFiles(schema: EntitySchema, cases: RuleCase[]): Map<string, string> {
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
