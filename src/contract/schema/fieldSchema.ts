import type { FieldSchema, RuleEntry } from "./fields.ts";

// Separate from fields.ts, which loads all schemas: the login page must stay small.

type Comparison = keyof Exclude<RuleEntry, string>;

/** Name of the other field in a rule that compares two fields. */
export const getComparedField = (rule: Comparison, { "x-rules": rules = [] }: FieldSchema) =>
  rules.flatMap((entry) => (typeof entry === "string" ? [] : (entry[rule] ?? [])))[0];

export function getSchemaNode(schema: FieldSchema, steps: string[]): FieldSchema | undefined {
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    schema,
  ) as FieldSchema | undefined;
}

/** The label of the field's inputs and column, for example "Height (ft)". */
export const getLabelWithUnit = ({ title, "x-unit": unit }: FieldSchema, name: string): string =>
  unit === undefined ? (title ?? name) : `${title ?? name} (${unit})`;

interface SchemaOption {
  value: unknown;
  label: string;
  isDeprecated: boolean;
}

export function listSchemaOptions({ enum: values, oneOf, items }: FieldSchema): SchemaOption[] {
  if (values) return values.map((value) => ({ value, label: String(value), isDeprecated: false }));
  if (oneOf?.every((option) => option.const !== undefined))
    return oneOf.map(({ const: value, title, deprecated }) => ({
      value,
      label: title ?? String(value),
      isDeprecated: deprecated === true,
    }));
  return items ? listSchemaOptions(items) : [];
}
