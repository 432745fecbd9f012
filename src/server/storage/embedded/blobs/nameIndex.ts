/** A container's names in order, so that a page of a list costs only itself. */
export interface NameIndex {
  /** Resolves once the names that were there at the start are known; rejects when they cannot be. */
  readonly known: Promise<void>;
  /** All names, in order; not whole before they are known. */
  readonly names: readonly string[];
  /** The place in `names` of the first name that is not before this one. */
  placeOf(name: string): number;
  add(name: string): void;
  delete(name: string): void;
}

/** An index that learns its first names while it is in use already. */
export function createNameIndex(reading: Promise<string[]>): NameIndex {
  const names: string[] = [];
  /** Whether a name came or went while the first ones were still being read. */
  const changed = new Map<string, boolean>();
  let isKnown = false;
  const known = reading.then((found) => {
    const all = new Set(found);
    for (const [name, isThere] of changed)
      if (isThere) all.add(name);
      else all.delete(name);
    for (const name of [...all].sort()) names.push(name);
    isKnown = true;
    changed.clear();
  });
  // Whoever asks for the names is told.
  known.catch(() => undefined);

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
    known,
    names,
    placeOf,
    add(name) {
      if (!isKnown) return void changed.set(name, true);
      const place = placeOf(name);
      if (names[place] !== name) names.splice(place, 0, name);
    },
    delete(name) {
      if (!isKnown) return void changed.set(name, false);
      const place = placeOf(name);
      if (names[place] === name) names.splice(place, 1);
    },
  };
}
