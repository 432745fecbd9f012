/** Shares one run among all calls. After a failed run, the next call runs it again. */
export function cacheSuccess<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let cached: Promise<Result> | undefined;
  return () =>
    (cached ??= run().catch((error: unknown) => {
      cached = undefined;
      throw error;
    }));
}
