import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";

export interface Difference {
  /** Whether a field, another keyword or the order of entries differs. */
  kind: "field" | "keyword" | "order";
  /** Path in the old schema, and in the new one: an entry of allOf can have moved. */
  oldPath: string[];
  path: string[];
  was: unknown;
  is: unknown;
}

/** Keywords with a schema for the same document or its entries. Other keywords are compared as values. */
const NODE_KEYWORDS = ["items", "additionalProperties", "then", "else"];

/** Lists every keyword that differs. The order of the keywords themselves has no meaning. */
export const findDifferences = (before: object, after: object): Difference[] =>
  compareNodes(before as JsonObject, after as JsonObject, { oldPath: [], path: [] });

type Paths = Pick<Difference, "oldPath" | "path">;

const below = ({ oldPath, path }: Paths, step: string): Paths => ({
  oldPath: [...oldPath, step],
  path: [...path, step],
});

function compareNodes(before: JsonObject, after: JsonObject, at: Paths): Difference[] {
  return unite(Object.keys(before), Object.keys(after)).flatMap((keyword): Difference[] => {
    const [was, is, paths] = [before[keyword], after[keyword], below(at, keyword)];
    if (hasContent(was, is)) {
      if (keyword === "properties" && isNode(was) && isNode(is))
        return compareFields(was ?? {}, is ?? {}, paths);
      if (keyword === "allOf") return compareConditions(toObjects(was), toObjects(is), paths);
      if (NODE_KEYWORDS.includes(keyword) && isNode(was) && isNode(is))
        return compareNodes(was ?? {}, is ?? {}, paths);
    }
    return isSameValue(was, is) ? [] : [{ kind: "keyword", ...paths, was, is }];
  });
}

const isNode = (value: unknown): value is JsonObject | undefined =>
  value === undefined || isJsonObject(value);
/** Two empty values, or an empty and a missing one, have no parts that could be compared. */
const hasContent = (...values: unknown[]) =>
  values.some((value) => typeof value === "object" && value !== null && Object.keys(value).length > 0);
const toObjects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.map((entry) => (isJsonObject(entry) ? entry : {})) : [];
const unite = (names: string[], others: string[]) => [...new Set([...names, ...others])];

/** Objects whose entries are written in their order, such as the constants of the metadata YAML. */
const ORDERED_KEYS = ["constants", "with"];

export function isSameValue(was: unknown, is: unknown): boolean {
  if (!isDeepStrictEqual(was, is)) return false;
  if (!isJsonObject(was) || !isJsonObject(is)) return true;
  return ORDERED_KEYS.every((key) => JSON.stringify(was[key]) === JSON.stringify(is[key]));
}

const CONDITION_KEYWORDS = ["allOf", "if", "then", "else"];

export const isInCondition = (path: string[]) =>
  path.some((step, index) => CONDITION_KEYWORDS.includes(step) && path[index - 1] !== "properties");

function compareFields(before: JsonObject, after: JsonObject, at: Paths): Difference[] {
  const names = unite(Object.keys(before), Object.keys(after));
  const fields = names.flatMap((name): Difference[] => {
    const [was, is, paths] = [before[name], after[name], below(at, name)];
    if (isJsonObject(was) && isJsonObject(is)) return compareNodes(was, is, paths);
    // A condition adds rules to the fields of the schema around it, and no fields.
    const isRule = isInCondition(paths.path);
    if (isRule && isNode(was) && isNode(is) && hasContent(was, is))
      return compareNodes(was ?? {}, is ?? {}, paths);
    return isSameValue(was, is) ? [] : [{ kind: isRule ? "keyword" : "field", ...paths, was, is }];
  });
  const [was, is] = [Object.keys(before), Object.keys(after)];
  const isReordered = !isDeepStrictEqual(
    was.filter((name) => name in after),
    is.filter((name) => name in before),
  );
  return isReordered ? [...fields, { kind: "order", ...at, was, is }] : fields;
}

/** Pairs equal conditions first, then those with the same `if` or the same `then`. */
function compareConditions(before: JsonObject[], after: JsonObject[], at: Paths): Difference[] {
  /** Index in the new list -> index in the old one. */
  const pairs = new Map<number, number>();
  const pairUp = (isMatch: (was: JsonObject, is: JsonObject) => boolean) =>
    after.forEach((is, index) => {
      const taken = [...pairs.values()];
      const found = before.findIndex((was, oldIndex) => !taken.includes(oldIndex) && isMatch(was, is));
      if (!pairs.has(index) && found >= 0) pairs.set(index, found);
    });
  pairUp(isDeepStrictEqual);
  for (const keyword of ["if", "then"])
    pairUp((was, is) => was[keyword] !== undefined && isDeepStrictEqual(was[keyword], is[keyword]));
  const compareEntries = (oldIndex: number | undefined, index: number | undefined): Difference[] => {
    const paths = { oldPath: [...at.oldPath, String(oldIndex)], path: [...at.path, String(index)] };
    const [was, is] = [before[oldIndex ?? -1], after[index ?? -1]];
    return hasContent(was, is)
      ? compareNodes(was ?? {}, is ?? {}, paths)
      : isSameValue(was, is)
        ? []
        : [{ kind: "keyword", ...paths, was, is }];
  };
  const paired = [...pairs].toSorted(([a], [b]) => a - b).map(([, oldIndex]) => oldIndex);
  const isReordered = paired.some((oldIndex, position) => oldIndex < (paired[position - 1] ?? 0));
  return [
    ...before.flatMap((_, oldIndex) =>
      paired.includes(oldIndex) ? [] : compareEntries(oldIndex, undefined),
    ),
    ...after.flatMap((_, index) => compareEntries(pairs.get(index), index)),
    ...(isReordered ? [{ kind: "order" as const, ...at, was: before, is: after }] : []),
  ];
}
