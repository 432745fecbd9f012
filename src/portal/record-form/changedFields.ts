import { schemaOf, type Bag } from "../../contract/fields.ts";
import { isAbsent } from "../../contract/isAbsent.ts";

/** The fields that two versions of a record's metadata hold differently. */
export function changesOf(before: Bag, after: Bag): string[] {
  return Object.entries(schemaOf("metadata").properties)
    .filter(([, field]) => !field["x-derived"])
    .map(([name]) => name)
    .filter((name) => textOf(before[name]) !== textOf(after[name]));
}

const textOf = (value: unknown) => (isAbsent(value) ? undefined : JSON.stringify(value));

/** The titles of those fields. */
export const changedFields = (before: Bag, after: Bag): string[] =>
  changesOf(before, after).map((name) => schemaOf("metadata").properties[name]?.title ?? name);
