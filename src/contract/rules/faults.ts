import type { JsonObject } from "../schema/fields.ts";

/** One broken rule of a document: where, which rule, and the words for it. */
export interface Fault {
  /** Steps from the document's root to the value, e.g. ["periods", "0", "end"]. */
  path: string[];
  /** The JSON Schema keyword or the name of the rule. */
  rule: string;
  message: string;
}

/** The first fault of each place: an empty text breaks both its length and its pattern, and the user is told one. */
export function onePerPlace(faults: Fault[]): Fault[] {
  const places = new Map<string, Fault>();
  for (const fault of faults) {
    const place = fault.path.join("/");
    if (!places.has(place)) places.set(place, fault);
  }
  return [...places.values()];
}

/**
 * The faults that a change can be blamed for. A value that its author cannot edit, and that is as it was, is not
 * refused: it may have been given under other rules, and nobody could mend it there.
 *
 * @param kept names of the fields that cannot be edited
 */
export function faultsOfChange(
  faults: Fault[],
  before: JsonObject,
  after: JsonObject,
  kept: string[],
): Fault[] {
  const same = kept.filter((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]));
  return faults.filter(({ path }) => !same.includes(path[0] ?? ""));
}
