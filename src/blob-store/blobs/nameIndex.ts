/** The sorted names of all blobs, so that listing a page takes no longer than its size. */
export interface NameIndex {
  /** Resolves once the initial names are loaded; rejects if they cannot be read. */
  readonly loaded: Promise<void>;
  /** Sorted; incomplete until loaded. */
  readonly names: readonly string[];
  /** Index of the first name that is not less than this one. */
  lowerBound(name: string): number;
  add(name: string): void;
  delete(name: string): void;
}

/** Names can be added and deleted while the initial names are still loading. */
export function createNameIndex(initialNames: Promise<string[]>): NameIndex {
  const names: string[] = [];
  /** Names added (true) or deleted (false) while loading. */
  const pendingChanges = new Map<string, boolean>();
  let isLoaded = false;
  const loaded = initialNames.then((found) => {
    const all = new Set(found);
    for (const [name, isAdded] of pendingChanges)
      if (isAdded) all.add(name);
      else all.delete(name);
    for (const name of [...all].sort()) names.push(name);
    isLoaded = true;
    pendingChanges.clear();
  });
  // Prevents an unhandled rejection; readers of `loaded` still get the error.
  loaded.catch(() => undefined);

  function lowerBound(name: string): number {
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
    loaded,
    names,
    lowerBound: lowerBound,
    add(name) {
      if (!isLoaded) return void pendingChanges.set(name, true);
      const index = lowerBound(name);
      if (names[index] !== name) names.splice(index, 0, name);
    },
    delete(name) {
      if (!isLoaded) return void pendingChanges.set(name, false);
      const index = lowerBound(name);
      if (names[index] === name) names.splice(index, 1);
    },
  };
}
