export type KeyedLock = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Runs work on the same key one after the other, in the order it came; work on different keys side by side. */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
