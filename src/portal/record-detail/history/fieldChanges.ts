import type { Bag, EntitySchema, FieldSchema } from "../../../contract/fields.ts";
import { isAbsent } from "../../../contract/isAbsent.ts";

/**
 * The fields that differ between two versions, each under its read names: told by comparing what was answered, so that
 * a hundred versions cost no more than that until one of them is opened.
 *
 * @param before null for a record's first version: all that it holds is new
 */
export function changedFields(schema: EntitySchema, before: Bag | null, after: Bag): string[] {
  const compared = Object.entries(schema.properties).filter(([, field]) => field["x-history"] !== false);
  return compared
    .filter(([, field]) => {
      const now = answered(field, after);
      return before ? answered(field, before) !== now : now !== NOTHING;
    })
    .map(([name]) => name);
}

const NOTHING = JSON.stringify(null);

function answered({ "x-wire": wire }: FieldSchema, values: Bag): string {
  const names = [wire?.read ?? []].flat();
  const value = names.map((name) => values[name]).find((one) => !isAbsent(one));
  return JSON.stringify(value ?? null);
}
