import { describeCondition } from "../../src/contract/rules/describeRule.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { SchemaRule } from "../../src/contract/schema/schemaRules.ts";

/** A keyword or field in one of the two schemas. */
export interface Place {
  schema: EntitySchema;
  /** Path of the schema node with the keyword. */
  nodePath: string[];
  /** Path of the value; "*" is any entry of a list. */
  valuePath: string[];
  when?: SchemaRule["when"];
}

export interface KeywordDifference {
  keyword: string;
  before: Place;
  after: Place;
  was: unknown;
  is: unknown;
}

export function locate(schema: EntitySchema, path: string[]): Place {
  const valuePath: string[] = [];
  let when: SchemaRule["when"];
  for (let index = 0; index < path.length; index++) {
    const step = path[index]!;
    if (step === "properties") valuePath.push(...path.slice(++index, index + 1));
    else if (step === "items") valuePath.push("*");
    else if (step === "then" || step === "else")
      when = { schemaPath: [...path.slice(0, index), "if"], holds: step === "then" };
  }
  return { schema, nodePath: path, valuePath, ...(when && { when }) };
}

export const formatField = ({ valuePath }: Place, ...below: string[]): string | undefined =>
  [...valuePath, ...below].filter((step) => step !== "*").join(".") || undefined;

/** Begins the line of a change that is no rule. */
export function formatPart({ schema, valuePath, when }: Place): string {
  if (when) return `${when.holds ? "when" : "unless"} ${describeCondition(schema, when.schemaPath)}, `;
  return valuePath.slice(1).includes("*") ? "in each entry, " : "";
}
