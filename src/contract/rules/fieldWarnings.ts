import type { JsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { getComparedField, isInFilter, REGION_KEY } from "../schema/fieldSchema.ts";
import { isIsoDate } from "../wire/parseValues.ts";

/** The entries of reference lists by source and value. */
export type OptionEntries = Partial<Record<string, ReadonlyMap<string, JsonObject>>>;

/**
 * Requests to correct a valid value that breaks a rule which does not block saving: `startsWith`, `notBefore`, or the filter of
 * its list. Invalid values have an error instead.
 *
 * @param lists without a list, its filter is not checked
 */
export function listFieldWarnings(
  schema: EntitySchema,
  field: FieldSchema,
  value: unknown,
  entity: JsonObject,
  lists: OptionEntries = {},
): string[] {
  return [
    describeMissingPrefix(schema, field, value, entity),
    describeTooEarly(schema, field, value, entity),
    describeOutsideFilter(schema, field, value, entity, lists),
  ].filter((text) => text !== undefined);
}

/** Of all fields, in schema order. */
export const listEntityWarnings = (
  schema: EntitySchema,
  entity: JsonObject,
  lists: OptionEntries = {},
): { field: string; text: string }[] =>
  Object.entries(schema.properties).flatMap(([name, field]) =>
    listFieldWarnings(schema, field, entity[name], entity, lists).map((text) => ({ field: name, text })),
  );

function describeMissingPrefix(schema: EntitySchema, field: FieldSchema, value: unknown, entity: JsonObject) {
  const other = getComparedField("startsWith", field);
  const prefix = other === undefined ? undefined : entity[other];
  if (typeof prefix !== "string" || prefix === "") return undefined;
  const mismatches = [value]
    .flat()
    .filter(
      (text) =>
        typeof text === "string" && isWellFormed(field.items ?? field, text) && !text.startsWith(prefix),
    );
  if (mismatches.length === 0) return undefined;
  const verb = mismatches.length === 1 ? "does" : "do";
  return `${requestCorrection(schema, other!)}: ${mismatches.join(", ")} ${verb} not start with ${prefix}.`;
}

function describeTooEarly(schema: EntitySchema, field: FieldSchema, value: unknown, entity: JsonObject) {
  const other = getComparedField("notBefore", field);
  const earliest = other === undefined ? undefined : entity[other];
  const areDates =
    typeof value === "string" && typeof earliest === "string" && [value, earliest].every(isIsoDate);
  if (!areDates || value >= earliest) return undefined;
  return `${requestCorrection(schema, other!)}: ${value} is before ${earliest}.`;
}

function describeOutsideFilter(
  schema: EntitySchema,
  { "x-options": options }: FieldSchema,
  value: unknown,
  entity: JsonObject,
  lists: OptionEntries,
) {
  if (options?.filterBy === undefined) return undefined;
  const { source, filterBy, filterKey = REGION_KEY } = options;
  const outside = [value].flat().filter((one) => {
    const entry = lists[source]?.get(String(one));
    return entry && !isInFilter(entry, filterKey, entity[filterBy]);
  });
  if (outside.length === 0) return undefined;
  const verb = outside.length === 1 ? "is" : "are";
  return `${requestCorrection(schema, filterBy)}: ${outside.join(", ")} ${verb} outside it.`;
}

const requestCorrection = (schema: EntitySchema, otherField: string) =>
  `Correct this or the ${(schema.properties[otherField]?.title ?? otherField).toLowerCase()}`;

/** Whether the text follows the field's pattern. */
export const isWellFormed = ({ pattern = "" }: FieldSchema, text: string): boolean =>
  text !== "" && new RegExp(pattern, "u").test(text);

export const canHaveWarnings = (field: FieldSchema): boolean =>
  getComparedField("startsWith", field) !== undefined || getComparedField("notBefore", field) !== undefined;
