/** Like Promise.all over a map, but with at most 64 items at a time. */
export async function mapInBatches<In, Out>(items: In[], map: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  const BATCH_SIZE = 64;
  for (let start = 0; start < items.length; start += BATCH_SIZE)
    results.push(...(await Promise.all(items.slice(start, start + BATCH_SIZE).map(map))));
  return results;
}

export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Runs tasks with the same key one after the other, in order, and tasks with different keys in parallel. */
export function createKeyedMutex(): KeyedMutex {
  const lastTasks = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const previous = lastTasks.get(key) ?? Promise.resolve();
    const task = previous.then(work, work);
    lastTasks.set(key, task);
    try {
      return await task;
    } finally {
      if (lastTasks.get(key) === task) lastTasks.delete(key);
    }
  };
}
