import type { Bag, EntitySchema } from "../../contract/fields.ts";
import { isAbsent } from "../../contract/isAbsent.ts";
import type { Clearing } from "./formState.ts";

/** The fields that hold something which a change of another makes void. */
export const voidedBy = (schema: EntitySchema, by: string, values: Bag): string[] =>
  (schema.properties[by]?.["x-clears"] ?? []).filter((name) => values[name] !== undefined);

/**
 * What it takes to take a change and all that it made void back; undefined where nothing is lost.
 *
 * @param by the changed field
 * @param voided the fields made void
 * @param before the values before the change
 */
export function clearingOf(by: string, voided: string[], before: Bag): Clearing | undefined {
  if (voided.every((name) => isAbsent(before[name]))) return undefined;
  return { by, before: Object.fromEntries([by, ...voided].map((name) => [name, before[name]])) };
}

/** True when a change has filled again what was emptied: that needs no way back. */
export const isFilledAgain = (clearing: Clearing, changed: string[], values: Bag): boolean =>
  Object.keys(clearing.before).some(
    (name) => name !== clearing.by && changed.includes(name) && !isAbsent(values[name]),
  );
