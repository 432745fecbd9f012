/** Does the same with every item, no more than a few at once; the results are in the items' order. */
export async function inBatches<In, Out>(items: In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  const BATCH = 64;
  for (let start = 0; start < items.length; start += BATCH)
    results.push(...(await Promise.all(items.slice(start, start + BATCH).map(work))));
  return results;
}
