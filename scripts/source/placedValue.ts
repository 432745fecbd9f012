import type { Position, Source } from "./source.ts";

/** Offsets of a value, of its name, and of what is in it. */
export interface Placed {
  at: number;
  nameAt?: number;
  children?: Map<string, Placed>;
}

/** A source from a value and the offsets of its parts. */
export function placedValue(value: unknown, root: Placed, positionAt: (offset: number) => Position): Source {
  const nearest = (path: string[]): Placed => {
    let placed = root;
    for (const step of path) {
      const next = placed.children?.get(step);
      if (!next) return placed;
      placed = next;
    }
    return placed;
  };
  return {
    value,
    positionOf: (path) => positionAt(nearest(path).at),
    nameOf: (path) => {
      const { nameAt, at } = nearest(path);
      return positionAt(nameAt ?? at);
    },
  };
}
