import type { JsonObject } from "../json.ts";
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

/** The schema of one entry of a list. `x-options` and `x-unit` are keywords of the list. */
export const getEntrySchema = ({
  items,
  "x-options": options,
  "x-unit": unit,
}: FieldSchema): FieldSchema => ({
  ...items,
  ...(options && { "x-options": options }),
  ...(unit && { "x-unit": unit }),
});

export function listSchemaOptions(field: FieldSchema): SchemaOption[] {
  const { enum: values, oneOf, items, deprecated } = field;
  const retired = Array.isArray(deprecated) ? deprecated : [];
  if (values)
    return values.map((value) => ({ value, label: String(value), isDeprecated: retired.includes(value) }));
  if (oneOf?.every((option) => option.const !== undefined))
    return oneOf.map((option) => ({
      value: option.const,
      label: option.title ?? String(option.const),
      isDeprecated: option.deprecated === true,
    }));
  return items ? listSchemaOptions(items) : [];
}

/** The key of a list stored by region. */
export const REGION_KEY = "regionId";

/** Without a value of the filtering field, every entry is offered. */
export function isInFilter(entry: JsonObject, filterKey: string, filterValue: unknown): boolean {
  const wanted = [filterValue ?? []]
    .flat()
    .filter((one) => one !== "")
    .map(String);
  return wanted.length === 0 || [entry[filterKey] ?? []].flat().some((one) => wanted.includes(String(one)));
}
