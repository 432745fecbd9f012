import { diffWordsWithSpace } from "diff";
import {
  isShownIn,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../../../contract/schema/fields.ts";
import { isAbsent } from "../../../contract/schema/isSame.ts";

/**
 * The fields that differ between two versions, each under its read names: told by comparing what was answered, so that
 * a hundred versions cost no more than that until one of them is opened.
 *
 * @param before null for a record's first version: all that it holds is new
 */
export function changedFields(schema: EntitySchema, before: JsonObject | null, after: JsonObject): string[] {
  const compared = Object.entries(schema.properties).filter(([, field]) => isShownIn("history", field));
  return compared
    .filter(([, field]) => {
      const now = answered(field, after);
      return before ? answered(field, before) !== now : now !== NOTHING;
    })
    .map(([name]) => name);
}

const NOTHING = JSON.stringify(null);

function answered({ "x-wire": wire }: FieldSchema, values: JsonObject): string {
  const names = [wire?.read ?? []].flat();
  const value = names.map((name) => values[name]).find((one) => !isAbsent(one));
  return JSON.stringify(value ?? null);
}

/** What became of a list's entries. */
export interface ListDifference {
  added: string[];
  removed: string[];
  kept: number;
  /** True where the same entries only stand in another order. */
  isReordered: boolean;
}

/** Compares two lists of texts; an entry that is there twice counts twice. */
export function listDifference(before: string[], after: string[]): ListDifference {
  const added = without(after, before);
  const removed = without(before, after);
  const kept = after.length - added.length;
  const isSame = added.length === 0 && removed.length === 0;
  return { added, removed, kept, isReordered: isSame && before.some((entry, at) => entry !== after[at]) };
}

function without(entries: string[], others: string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of others) left.set(entry, (left.get(entry) ?? 0) + 1);
  return entries.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}

/** A stretch of text that was added, removed, kept, or kept and left out because it is long. */
export interface TextPart {
  kind: "added" | "removed" | "kept" | "gap";
  text: string;
}

/** Texts that differ in more words than this are shown whole: the pieces would not be readable, nor quick to find. */
const MOST_EDITS = 600;

/** So much of what was kept stands on either side of a change. */
const AROUND = 80;

/** Two versions of a text as one, word by word; undefined where they have too little in common. */
export function textDifference(before: string, after: string): TextPart[] | undefined {
  const found = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  const parts = found?.map(({ added, removed, value }): TextPart => ({
    kind: added ? "added" : removed ? "removed" : "kept",
    text: value,
  }));
  const kept = parts?.filter(({ kind }) => kind === "kept").reduce((sum, { text }) => sum + text.length, 0);
  if (!parts || (kept ?? 0) < Math.min(before.length, after.length) / 4) return undefined;
  return parts.flatMap((part, index) => shortened(part, index === 0, index === parts.length - 1));
}

/** Leaves out the middle of a long stretch that is the same in both. */
function shortened(part: TextPart, isFirst: boolean, isLast: boolean): TextPart[] {
  if (part.kind !== "kept" || part.text.length <= AROUND * 3) return [part];
  const start = isFirst ? "" : part.text.slice(0, AROUND);
  const end = isLast ? "" : part.text.slice(-AROUND);
  const kept = (text: string): TextPart[] => (text === "" ? [] : [{ kind: "kept", text }]);
  return [...kept(start), { kind: "gap", text: " … " }, ...kept(end)];
}
