import { deepEquals } from "@rjsf/utils";

/** The new index of a list entry; undefined for a removed entry. */
export type MapIndex = (index: number) => number | undefined;

/** Matches entries by content; equal entries keep their order. */
export function matchIndexes(before: unknown[], after: unknown[]): MapIndex {
  const unmatched = [...after.entries()];
  const newIndexes = before.map((entry) => {
    const match = unmatched.findIndex(([, other]) => deepEquals(entry, other));
    return match < 0 ? undefined : unmatched.splice(match, 1)[0]?.[0];
  });
  return (index) => newIndexes[index];
}

export const parsePath = (path: string) =>
  path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** Renames the keys below a list after its entries moved. Drops the keys of removed entries. */
export const remapPaths = <Value>(byPath: Map<string, Value>, list: string, mapIndex: MapIndex) =>
  new Map(
    [...byPath].flatMap(([path, value]): [string, Value][] => {
      if (!path.startsWith(`${list}.`)) return [[path, value]];
      const [index, ...rest] = path.slice(list.length + 1).split(".");
      const newIndex = mapIndex(Number(index));
      return newIndex === undefined ? [] : [[[list, newIndex, ...rest].join("."), value]];
    }),
  );
