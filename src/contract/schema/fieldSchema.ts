import type { FieldSchema } from "./fields.ts";

// What a field's schema says by itself. Apart from the schemas of all entities: the login checks its two fields
// without those.

/** The field that a rule compares another one with. */
export const comparedBy = (rule: "equals" | "startsWith", { "x-rules": rules = [] }: FieldSchema) =>
  rules.flatMap((entry) => (typeof entry === "string" ? [] : (entry[rule] ?? [])))[0];

/** The node of a schema that steps such as ["properties", "city", "items"] lead to. */
export function nodeAt(schema: FieldSchema, steps: string[]): FieldSchema | undefined {
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    schema,
  ) as FieldSchema | undefined;
}

/** One of the values a schema lets a field have. */
interface Choice {
  value: unknown;
  label: string;
  /** Kept where it is stored, and offered no more. */
  isDeprecated: boolean;
}

/**
 * The choices that a field's own schema lists, for the field or for the entries of its list: an `enum`, or a `oneOf`
 * of constants with titles, of which `deprecated` ones are no longer offered.
 */
export function choicesOf({ enum: values, oneOf, items }: FieldSchema): Choice[] {
  if (values) return values.map((value) => ({ value, label: String(value), isDeprecated: false }));
  if (oneOf?.every((choice) => choice.const !== undefined))
    return oneOf.map(({ const: value, title, deprecated }) => ({
      value,
      label: title ?? String(value),
      isDeprecated: deprecated === true,
    }));
  return items ? choicesOf(items) : [];
}
