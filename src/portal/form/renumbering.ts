import { deepEquals } from "@rjsf/utils";

/** Where an entry of a list stands once the list is numbered anew; undefined where it is gone. */
export type PlaceOf = (index: number) => number | undefined;

/** Where the entries of a list stand in another, found by what they say: of those alike the first is the first. */
export function placesIn(before: unknown[], after: unknown[]): PlaceOf {
  const free = [...after.entries()];
  const places = before.map((entry) => {
    const found = free.findIndex(([, other]) => deepEquals(entry, other));
    return found < 0 ? undefined : free.splice(found, 1)[0]?.[0];
  });
  return (index) => places[index];
}

/** The steps of a path that is joined by dots: a number leads into a list. */
export const stepsOf = (path: string) =>
  path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** What is kept by path, once the entries of a list are numbered anew: what is kept of one that is gone goes with it. */
export const renumbered = <Kept>(kept: Map<string, Kept>, list: string, placeOf: PlaceOf) =>
  new Map(
    [...kept].flatMap(([path, one]): [string, Kept][] => {
      if (!path.startsWith(`${list}.`)) return [[path, one]];
      const [index, ...rest] = path.slice(list.length + 1).split(".");
      const place = placeOf(Number(index));
      return place === undefined ? [] : [[[list, place, ...rest].join("."), one]];
    }),
  );
