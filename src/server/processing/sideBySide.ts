/**
 * Does several works at once. The first failure asks the others to stop; it is thrown when all of them have ended, so
 * that nothing goes on behind the caller's back.
 */
export async function sideBySide(works: ((stopping: AbortSignal) => Promise<void>)[]): Promise<void> {
  const stop = new AbortController();
  const failures: unknown[] = [];
  const run = (work: (stopping: AbortSignal) => Promise<void>) =>
    work(stop.signal).catch((error: unknown) => {
      failures.push(error);
      stop.abort();
    });
  await Promise.all(works.map(run));
  if (failures.length > 0) throw failures[0];
}
