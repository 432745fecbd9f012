import type { Page } from "playwright-core";

/** The JavaScript a page has loaded, in bytes. */
export interface ScriptBytes {
  /** As it came over the line. */
  sent: number;
  /** As gzip makes it, by which budgets are usually told. */
  gzip: number;
}

/** What a page has loaded until now; or only what it had asked for when it first showed what it opens with. */
export async function scriptBytes(page: Page, { onlyNeeded = false } = {}): Promise<ScriptBytes> {
  const loaded = await page.evaluate(
    (limit) =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name, startTime }) => new URL(name).pathname.endsWith(".js") && startTime <= limit)
        .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
    onlyNeeded ? await page.evaluate(() => window.bench.shown!) : Number.MAX_VALUE,
  );
  const sizes = new Map(loaded.filter(([, size]) => size > 0));
  const gzips = await Promise.all([...sizes.keys()].map(gzipSizeOf));
  return { sent: sumOf([...sizes.values()]), gzip: sumOf(gzips) };
}

async function gzipSizeOf(address: string): Promise<number> {
  const answer = await fetch(address, { headers: { "accept-encoding": "gzip" } });
  await answer.arrayBuffer();
  return Number(answer.headers.get("content-length"));
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);
