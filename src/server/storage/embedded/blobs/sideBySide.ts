/** Does the same with every item, no more than a few at once; the results are in the items' order. */
export async function inBatches<In, Out>(items: In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  const BATCH = 64;
  for (let start = 0; start < items.length; start += BATCH)
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(work))));
  return results;
}

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
