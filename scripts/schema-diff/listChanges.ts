import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { compareLists, formatValue, listValueDifferences } from "./valueDifferences.ts";

const MAX_NAMED_ENTRIES = 20;

/** Describes what differs between two versions of a reference list. */
export function describeListChanges(was: unknown, is: unknown): string[] {
  if (isDeepStrictEqual(was, is)) return [];
  const [before, after] = indexEntries(was, is);
  if (!before || !after) return ["The entries cannot be matched: the list has another form."];
  const names = compareLists([...before.keys()], [...after.keys()]);
  const edited = [...after].flatMap(([name, entry]) =>
    before.has(name)
      ? listValueDifferences(before.get(name), entry).map(
          ({ steps, was: old, is: current }) =>
            `“${name}”: ${steps.join(" ") || "the value"}: ${formatValue(old)} is now ${formatValue(current)}.`,
        )
      : [],
  );
  return [
    ...(names.removed.length > 0 ? [`Removed: ${formatNames(names.removed)}.`] : []),
    ...(names.added.length > 0 ? [`Added: ${formatNames(names.added)}.`] : []),
    ...edited,
    ...(names.isReordered ? ["The order of the entries changed."] : []),
  ];
}

const formatNames = (names: unknown[]) => {
  const named = names.slice(0, MAX_NAMED_ENTRIES).map((name) => `“${String(name)}”`);
  const unnamed = names.length - named.length;
  return named.join(", ") + (unnamed > 0 ? ` and ${unnamed} more` : "");
};

/** Entries of both lists by their key, or by the first property that no two entries of a list share. */
function indexEntries(was: unknown, is: unknown): Map<string, unknown>[] {
  if (isJsonObject(was) && isJsonObject(is)) return [was, is].map((list) => new Map(Object.entries(list)));
  if (!Array.isArray(was) || !Array.isArray(is)) return [];
  const lists: unknown[][] = [was, is];
  const entries = lists.flat();
  const [first] = entries;
  const namers = isJsonObject(first)
    ? Object.keys(first).map((key) => (entry: unknown) => String((entry as JsonObject)[key]))
    : [(entry: unknown) => JSON.stringify(entry).replace(/^"(.*)"$/, "$1")];
  const isUnique = (getName: (entry: unknown) => string) =>
    lists.every((list) => new Set(list.map(getName)).size === list.length);
  const isAlike = entries.every((entry) => isJsonObject(entry) === isJsonObject(first));
  const getName = isAlike ? namers.find(isUnique) : undefined;
  return getName ? lists.map((list) => new Map(list.map((entry) => [getName(entry), entry]))) : [];
}
