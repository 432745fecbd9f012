import { diffWordsWithSpace } from "diff";
import type { JsonObject } from "../../../contract/json.ts";
import { isVisibleIn, type EntitySchema, type FieldSchema } from "../../../contract/schema/fields.ts";
import { isEmptyValue } from "../../../contract/schema/emptyValues.ts";

/**
 * Compares the undecoded values, which is fast enough for hundreds of entries.
 *
 * @param before null for a record's first entry: all its fields count as changed
 */
export function listChangedFields(
  schema: EntitySchema,
  before: JsonObject | null,
  after: JsonObject,
): string[] {
  const compared = Object.entries(schema.properties).filter(([, field]) => isVisibleIn("history", field));
  return compared
    .filter(([, field]) => {
      const now = readFieldJson(field, after);
      return before ? readFieldJson(field, before) !== now : now !== NULL_JSON;
    })
    .map(([name]) => name);
}

const NULL_JSON = JSON.stringify(null);

function readFieldJson({ "x-wire": wire }: FieldSchema, values: JsonObject): string {
  const names = [wire?.read ?? []].flat();
  const value = names.map((name) => values[name]).find((one) => !isEmptyValue(one));
  return JSON.stringify(value ?? null);
}

export interface ListDifference {
  added: string[];
  removed: string[];
  kept: number;
  isReordered: boolean;
}

/** Duplicate entries count separately. */
export function diffLists(before: string[], after: string[]): ListDifference {
  const added = subtractEntries(after, before);
  const removed = subtractEntries(before, after);
  const kept = after.length - added.length;
  const hasSameEntries = added.length === 0 && removed.length === 0;
  return {
    added,
    removed,
    kept,
    isReordered: hasSameEntries && before.some((entry, at) => entry !== after[at]),
  };
}

function subtractEntries(entries: string[], others: string[]): string[] {
  const remaining = new Map<string, number>();
  for (const entry of others) remaining.set(entry, (remaining.get(entry) ?? 0) + 1);
  return entries.filter((entry) => {
    const count = remaining.get(entry) ?? 0;
    remaining.set(entry, count - 1);
    return count <= 0;
  });
}

export interface TextPart {
  /** `gap` replaces a long unchanged part. */
  kind: "added" | "removed" | "kept" | "gap";
  text: string;
}

/** Above this, a word diff is slow and unreadable. */
const MAX_EDITS = 600;

/** Unchanged characters shown on each side of a change. */
const CONTEXT_LENGTH = 80;

/** Undefined if the texts have too little in common. */
export function diffTexts(before: string, after: string): TextPart[] | undefined {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  const parts = changes?.map(({ added, removed, value }): TextPart => ({
    kind: added ? "added" : removed ? "removed" : "kept",
    text: value,
  }));
  const kept = parts?.filter(({ kind }) => kind === "kept").reduce((sum, { text }) => sum + text.length, 0);
  if (!parts || (kept ?? 0) < Math.min(before.length, after.length) / 4) return undefined;
  return parts.flatMap((part, index) => shortenUnchanged(part, index === 0, index === parts.length - 1));
}

function shortenUnchanged(part: TextPart, isFirst: boolean, isLast: boolean): TextPart[] {
  if (part.kind !== "kept" || part.text.length <= CONTEXT_LENGTH * 3) return [part];
  const start = isFirst ? "" : part.text.slice(0, CONTEXT_LENGTH);
  const end = isLast ? "" : part.text.slice(-CONTEXT_LENGTH);
  const kept = (text: string): TextPart[] => (text === "" ? [] : [{ kind: "kept", text }]);
  return [...kept(start), { kind: "gap", text: " … " }, ...kept(end)];
}
