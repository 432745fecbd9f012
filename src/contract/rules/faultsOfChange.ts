import type { Fault } from "./faults.ts";
import type { Bag } from "../schema/fields.ts";

/**
 * The faults that a change can be blamed for. A value that its author cannot edit, and that is as it was, is not
 * refused: it may have been given under other rules, and nobody could mend it there.
 *
 * @param kept names of the fields that cannot be edited
 */
export function faultsOfChange(faults: Fault[], before: Bag, after: Bag, kept: string[]): Fault[] {
  const same = kept.filter((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]));
  return faults.filter(({ path }) => !same.includes(path[0] ?? ""));
}
