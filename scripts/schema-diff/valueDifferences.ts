import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { isSameValue } from "./differences.ts";

interface ValueDifference {
  /** Keys from the value to what differs. */
  steps: string[];
  was: unknown;
  is: unknown;
  /** Only the order of the keys differs. */
  isOrder?: boolean;
}

/** Compares objects key by key, and other values as a whole. */
export function listValueDifferences(was: unknown, is: unknown, steps: string[] = []): ValueDifference[] {
  if (isSameValue(was, is)) return [];
  const parts = [was, is].filter((value) => value !== undefined);
  const keys = new Set(parts.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])));
  if (keys.size === 0 || !parts.every(isJsonObject)) return [{ steps, was, is }];
  const [before, after] = [was ?? {}, is ?? {}] as [JsonObject, JsonObject];
  const below = [...keys].flatMap((key) => listValueDifferences(before[key], after[key], [...steps, key]));
  if (below.length > 0) return below;
  // Equal in content: the entries of an object inside are in another order.
  const moved = [...keys].filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return moved.map((key) => ({ steps: [...steps, key], was: before[key], is: after[key], isOrder: true }));
}

export const formatValue = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "string" ? `“${value}”` : `\`${JSON.stringify(value)}\``;

/** Entries that only one of two lists has, and whether the others are in another order. */
export function compareLists(was: unknown[], is: unknown[]) {
  const [old, current] = [was, is].map((list) => new Set(list.map((entry) => JSON.stringify(entry))));
  const isIn = (texts: Set<string>) => (entry: unknown) => texts.has(JSON.stringify(entry));
  return {
    removed: was.filter((entry) => !isIn(current!)(entry)),
    added: is.filter((entry) => !isIn(old!)(entry)),
    isReordered: !isDeepStrictEqual(was.filter(isIn(current!)), is.filter(isIn(old!))),
  };
}
