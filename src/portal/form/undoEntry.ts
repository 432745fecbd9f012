import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, type EntitySchema, type FieldSchema } from "../../contract/schema/fields.ts";
import { listSchemaOptions } from "../../contract/schema/fieldSchema.ts";
import { isEmptyValue } from "../../contract/schema/emptyValues.ts";
import { isOriginator, type RecordContact } from "../../contract/schema/originator.ts";
import { formatEntryList } from "../../contract/schema/parseEntry.ts";
import type { References } from "../../contract/schema/references.ts";

/** The last removal of data, which the user can undo. */
export interface UndoEntry {
  field: string;
  message: string;
  previousValues: JsonObject;
  /** Filling one of these again ends the undo. */
  clearedFields: string[];
}

export interface FormUiState {
  failedSubmits: number;
  undoEntry: UndoEntry | undefined;
}

export const INITIAL_UI_STATE: FormUiState = { failedSubmits: 0, undoEntry: undefined };

export const fieldsClearedBy = (schema: EntitySchema, changed: string[], values: JsonObject): string[] =>
  changed
    .flatMap((field) => schema.properties[field]?.["x-clears"] ?? [])
    .filter((name) => values[name] !== undefined);

interface Change {
  schema: EntitySchema;
  references: References;
  changed: string[];
  toClear: string[];
  before: JsonObject;
  after: JsonObject;
  undoEntry: UndoEntry | undefined;
}

/**
 * The undo entry after a change: for removed entries, files and choices, and for fields that the change clears.
 * Repeated removals at one field are undone together. Typed text has no undo.
 */
export function nextUndoEntry(change: Change): UndoEntry | undefined {
  const { changed, before, after, undoEntry } = change;
  const clearingUndo = buildClearingUndo(change);
  if (clearingUndo) return clearingUndo;
  const isCovered = (name: string) =>
    undoEntry?.clearedFields.includes(name)
      ? undoEntry.field !== name && isEmptyValue(after[name])
      : undoEntry?.field === name;
  const name = changed.find((field) => !isCovered(field) && hasLostData(change, field));
  if (name !== undefined)
    return buildRemovalUndo(change, name, undoEntry?.field === name ? undoEntry.previousValues : before);
  const isFilledAgain = undoEntry?.clearedFields.some(
    (field) => changed.includes(field) && !isEmptyValue(after[field]),
  );
  return isFilledAgain ? undefined : undoEntry;
}

function buildClearingUndo({ schema, changed, toClear, before }: Change): UndoEntry | undefined {
  const field = changed.find((name) => schema.properties[name]?.["x-clears"] !== undefined);
  const clearedFields = toClear.filter((name) => !isEmptyValue(before[name]));
  if (field === undefined || clearedFields.length === 0) return undefined;
  const titles = clearedFields.map((name) => {
    const value = before[name];
    return Array.isArray(value) ? `${getTitle(schema, name)} (${value.length})` : getTitle(schema, name);
  });
  return {
    field,
    message: `${getTitle(schema, field)} was changed, which cleared: ${titles.join(", ")}.`,
    previousValues: pickFields(before, [field, ...clearedFields]),
    clearedFields,
  };
}

const getTitle = (schema: EntitySchema, name: string) => schema.properties[name]?.title ?? name;

const pickFields = (values: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** Compares as multisets: of two equal entries, one may have been removed. */
function listRemovedEntries(before: unknown, after: unknown): unknown[] {
  if (!Array.isArray(before)) return [];
  const remaining = (Array.isArray(after) ? after : []).map((entry) => JSON.stringify(entry));
  return before.filter((entry) => {
    const index = remaining.indexOf(JSON.stringify(entry));
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
}

function hasLostData({ schema, before, after }: Change, name: string): boolean {
  const [oldValue, newValue] = [before[name], after[name]];
  const field = schema.properties[name];
  if (Array.isArray(oldValue))
    return (
      (oldValue.length > getLength(newValue) && !isEmptyValue(oldValue)) ||
      findClearedCardTitle(field, oldValue, newValue) !== undefined
    );
  return field !== undefined && isChoiceField(field) && !isEmptyValue(oldValue) && isEmptyValue(newValue);
}

const getLength = (list: unknown) => (Array.isArray(list) ? list.length : 0);

function findClearedCardTitle(
  field: FieldSchema | undefined,
  before: unknown[],
  after: unknown,
): string | undefined {
  if (before.length !== getLength(after)) return undefined;
  const choiceFields = Object.entries(field?.items?.properties ?? {}).filter(
    ([, property]) => isChoiceField(property) || field?.["x-role"] === "contacts",
  );
  const isCleared = ([key]: [string, FieldSchema]) =>
    before.some(
      (entry, index) =>
        !isEmptyValue((entry as JsonObject)[key]) && isEmptyValue((after as JsonObject[])[index]?.[key]),
    );
  const [name, choiceField] = choiceFields.find(isCleared) ?? [];
  return choiceField?.title ?? name;
}

const isChoiceField = (field: FieldSchema) =>
  field["x-options"] !== undefined ||
  field["x-widget"] === "geodatabase" ||
  listSchemaOptions(field).length > 0;

function buildRemovalUndo(
  { schema, references, after }: Change,
  name: string,
  before: JsonObject,
): UndoEntry {
  const removed = listRemovedEntries(before[name], after[name]);
  const originator = removed.find((entry) =>
    isOriginator(entry as Partial<RecordContact>, references.contactRoles),
  );
  const isOriginatorRemoved = schema.properties[name]?.["x-role"] === "contacts" && originator !== undefined;
  const field = isOriginatorRemoved ? getFieldNameByRole(schema, "originator") : name;
  const clearedTitle = findClearedCardTitle(
    schema.properties[name],
    [before[name] ?? []].flat(),
    after[name],
  );
  const message = formatRemovalMessage(
    getTitle(schema, name),
    clearedTitle === undefined ? removed : [],
    clearedTitle,
  );
  return { field, message, previousValues: pickFields(before, [name, field]), clearedFields: [name] };
}

function formatRemovalMessage(title: string, removed: unknown[], clearedTitle = title): string {
  if (removed.length === 0) return `${clearedTitle} was cleared.`;
  const texts = removed.filter((entry) => typeof entry !== "object").map(String);
  if (texts.length > 0) return `Removed from ${title}: ${formatEntryList(texts)}.`;
  return `Removed from ${title}: ${removed.length === 1 ? "1 entry" : `${removed.length} entries`}.`;
}
