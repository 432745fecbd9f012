import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { nodeAt } from "../schema/nodeAt.ts";

/** What a condition may ask of one field. */
interface Asked extends FieldSchema {
  const?: unknown;
  contains?: Asked;
}

/**
 * The condition of an `if` in words, such as “Survey date” is given, to be read after "when" or "unless".
 *
 * @param steps to the `if`, from the schema's root
 */
export function conditionWords(schema: EntitySchema, steps: string[]): string {
  const condition = nodeAt(schema, steps) ?? {};
  const owner = nodeAt(schema, steps.slice(0, -1));
  const fields = owner?.properties ?? schema.properties;
  const names = new Set([...Object.keys(condition.properties ?? {}), ...(condition.required ?? [])]);
  if (names.size === 0) return "a condition holds";
  return [...names]
    .map((name) => `“${fields[name]?.title ?? name}” ${askedWords(condition.properties?.[name] ?? {})}`)
    .join(" and ");
}

function askedWords({ const: only, enum: some, contains, ...rest }: Asked): string {
  if (only !== undefined) return `is ${valueWords(only)}`;
  if (some) return `is ${some.map(valueWords).join(" or ")}`;
  if (contains) return askedWords(contains).replace(/^is /, "holds ");
  const isMore = Object.keys(rest).some((keyword) => !GIVEN.includes(keyword));
  return isMore ? "meets a condition" : "is given";
}

/** Keywords by which a condition only asks that there is something. */
const GIVEN = ["type", "minItems", "minLength"];

function valueWords(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? `“${value}”` : String(value);
}
