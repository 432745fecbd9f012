import type { JsonObject } from "../json.ts";
import type { EntitySchema } from "../schema/fields.ts";
import { isEqualIgnoringEmpty } from "../schema/emptyValues.ts";

/** A field that two users changed in different ways. */
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
  /** The revision both sides started from. */
  base: JsonObject;
  mine: JsonObject;
  theirs: JsonObject;
}

/**
 * Three-way merge, field by field. A list counts as one value: it is unknown whether a missing entry was removed by one
 * side or added by the other. A derived field follows its source field.
 */
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

/** Ignores derived fields. */
export const listDifferingFields = (schema: EntitySchema, before: JsonObject, after: JsonObject): string[] =>
  Object.entries(schema.properties)
    .filter(
      ([field, { "x-derived": derived }]) => !derived && !isEqualIgnoringEmpty(before[field], after[field]),
    )
    .map(([field]) => field);
