import type { StoredEntry } from "./storedEntry.ts";

/** A container's entries by name, and its names in order, so that a page of a list costs only itself. */
export interface NameIndex {
  get(name: string): StoredEntry | undefined;
  set(entry: StoredEntry): void;
  delete(name: string): void;
  all(): Iterable<StoredEntry>;
  /** The place in `names` of the first name that is not before this one. */
  placeOf(name: string): number;
  readonly names: readonly string[];
}

export function createNameIndex(stored: StoredEntry[]): NameIndex {
  const entries = new Map(stored.map((entry) => [entry.name, entry]));
  const names = [...entries.keys()].sort();

  function placeOf(name: string): number {
    let low = 0;
    let high = names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (names[middle]! < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    names,
    placeOf,
    get: (name) => entries.get(name),
    all: () => entries.values(),
    set(entry) {
      if (!entries.has(entry.name)) names.splice(placeOf(entry.name), 0, entry.name);
      entries.set(entry.name, entry);
    },
    delete(name) {
      if (entries.delete(name)) names.splice(placeOf(name), 1);
    },
  };
}
