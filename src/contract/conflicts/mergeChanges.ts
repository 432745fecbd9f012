import type { JsonObject } from "../json.ts";
import type { EntitySchema } from "../schema/fields.ts";
import { isEqualIgnoringEmpty } from "../schema/emptyValues.ts";

export interface MergeConflict {
  field: string;
  mine: unknown;
  theirs: unknown;
}

interface MergeResult {
  /** Changes of both sides; conflicting fields have my value. */
  values: JsonObject;
  /** In schema order. */
  conflicts: MergeConflict[];
}

interface Versions {
  base: JsonObject;
  mine: JsonObject;
  theirs: JsonObject;
}

/** Three-way merge per field. Lists are merged as one value: a missing entry could be removed by one side or added by the other. */
export function mergeChanges(schema: EntitySchema, { base, mine, theirs }: Versions): MergeResult {
  const values: JsonObject = {};
  const conflicts: MergeConflict[] = [];
  for (const [field, { "x-derived": derived }] of Object.entries(schema.properties)) {
    const source = derived?.from ?? field;
    const isTheirs =
      isEqualIgnoringEmpty(mine[source], base[source]) && !isEqualIgnoringEmpty(theirs[source], base[source]);
    const value = (isTheirs ? theirs : mine)[field];
    if (value !== undefined) values[field] = value;
    const changedByBoth =
      !isEqualIgnoringEmpty(mine[field], base[field]) && !isEqualIgnoringEmpty(theirs[field], base[field]);
    if (changedByBoth && !derived && !isEqualIgnoringEmpty(mine[field], theirs[field]))
      conflicts.push({ field, mine: mine[field], theirs: theirs[field] });
  }
  return { values, conflicts };
}

export const listDifferingFields = (schema: EntitySchema, before: JsonObject, after: JsonObject): string[] =>
  Object.entries(schema.properties)
    .filter(
      ([field, { "x-derived": derived }]) => !derived && !isEqualIgnoringEmpty(before[field], after[field]),
    )
    .map(([field]) => field);
