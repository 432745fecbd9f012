import { schemaOf, type Bag } from "../../../contract/fields.ts";

/** The titles of the fields that two versions of a record's metadata hold differently. */
export function changedFields(before: Bag, after: Bag): string[] {
  return Object.entries(schemaOf("metadata").properties)
    .filter(([, field]) => !field["x-derived"])
    .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(([name, { title = name }]) => title);
}
