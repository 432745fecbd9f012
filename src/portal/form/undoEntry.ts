import type { JsonObject } from "../../contract/json.ts";
import { isEmptyValue } from "../../contract/schema/emptyValues.ts";
import type { EntitySchema } from "../../contract/schema/fields.ts";

/** The last change that removed data. Typed text and single entries of a list have no undo. */
export interface UndoEntry {
  /** Shows the message. */
  field: string;
  message: string;
  previousValues: JsonObject;
  clearedFields: string[];
}

export function buildClearingUndo(
  schema: EntitySchema,
  changed: string[],
  toClear: string[],
  before: JsonObject,
): UndoEntry | undefined {
  const clearedFields = toClear.filter((name) => !isEmptyValue(before[name]));
  const field = changed.find((name) =>
    schema.properties[name]?.["x-clears"]?.some((cleared) => clearedFields.includes(cleared)),
  );
  if (field === undefined) return undefined;
  const getTitle = (name: string) => schema.properties[name]?.title ?? name;
  const titles = clearedFields.map((name) => {
    const value = before[name];
    return Array.isArray(value) ? `${getTitle(name)} (${value.length})` : getTitle(name);
  });
  return {
    field,
    message: `${getTitle(field)} was changed, which cleared: ${titles.join(", ")}.`,
    previousValues: Object.fromEntries([field, ...clearedFields].map((name) => [name, before[name]])),
    clearedFields,
  };
}

/** Undo would discard what the user has filled in since. */
export const isUndoOutdated = (entry: UndoEntry | undefined, changed: string[], after: JsonObject): boolean =>
  entry?.clearedFields.some((name) => changed.includes(name) && !isEmptyValue(after[name])) ?? false;
