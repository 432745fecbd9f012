import type { FieldSchema } from "./fields.ts";

/** One of the values a schema lets a field have. */
export interface Choice {
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
