import type { Bag, EntitySchema } from "../schema/fields.ts";
import { isAbsent } from "../schema/isAbsent.ts";

/** A field that two people changed in different ways. */
export interface ContestedField {
  field: string;
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  /** What only one side changed as that side has it, contested fields as mine has them. */
  values: Bag;
  /** Each to be chosen, in the order of the schema. */
  contested: ContestedField[];
}

interface Versions {
  /** What both sides began with. */
  base: Bag;
  mine: Bag;
  theirs: Bag;
}

/**
 * Merges two changes of one document, field by field. A list counts as one value: of two changed lists nobody can say
 * whether what is missing was removed by one side or added by the other. A derived field follows the one it derives from.
 */
export function mergeChanges(schema: EntitySchema, { base, mine, theirs }: Versions): Merge {
  const values: Bag = {};
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
export const changedFields = (schema: EntitySchema, before: Bag, after: Bag): string[] =>
  Object.entries(schema.properties)
    .filter(([field, { "x-derived": derived }]) => !derived && !isSame(before[field], after[field]))
    .map(([field]) => field);

/** Whether two values say the same. An empty row, such as a contact that is still to be chosen, says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [said(one), said(other)];
  if (a === undefined || b === undefined) return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A value without what is absent in it, its names in order; undefined when nothing is left. */
function said(value: unknown): unknown {
  if (isAbsent(value)) return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const entries = value.map(said).filter((entry) => entry !== undefined);
    return entries.length > 0 ? entries : undefined;
  }
  const parts = Object.entries(value)
    .map(([name, part]) => [name, said(part)] as const)
    .filter(([, part]) => part !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}
