import type { JsonObject, EntitySchema } from "../schema/fields.ts";
import { isSame } from "../schema/isSame.ts";

/** A field that two people changed in different ways. */
export interface ContestedField {
  field: string;
  mine: unknown;
  theirs: unknown;
}

interface Merge {
  /** What only one side changed as that side has it, contested fields as mine has them. */
  values: JsonObject;
  /** Each to be chosen, in the order of the schema. */
  contested: ContestedField[];
}

interface Versions {
  /** What both sides began with. */
  base: JsonObject;
  mine: JsonObject;
  theirs: JsonObject;
}

/**
 * Merges two changes of one document, field by field. A list counts as one value: of two changed lists nobody can say
 * whether what is missing was removed by one side or added by the other. A derived field follows the one it derives from.
 */
export function mergeChanges(schema: EntitySchema, { base, mine, theirs }: Versions): Merge {
  const values: JsonObject = {};
  const contested: ContestedField[] = [];
  for (const [field, { "x-derived": derived }] of Object.entries(schema.properties)) {
    const source = derived?.from ?? field;
    const isTheirs = isSame(mine[source], base[source]) && !isSame(theirs[source], base[source]);
    const value = (isTheirs ? theirs : mine)[field];
    if (value !== undefined) values[field] = value;
    const isBoth = !isSame(mine[field], base[field]) && !isSame(theirs[field], base[field]);
    if (isBoth && !derived && !isSame(mine[field], theirs[field]))
      contested.push({ field, mine: mine[field], theirs: theirs[field] });
  }
  return { values, contested };
}

/** The fields that two versions of a document hold differently, but for derived ones. */
export const changedFields = (schema: EntitySchema, before: JsonObject, after: JsonObject): string[] =>
  Object.entries(schema.properties)
    .filter(([field, { "x-derived": derived }]) => !derived && !isSame(before[field], after[field]))
    .map(([field]) => field);
