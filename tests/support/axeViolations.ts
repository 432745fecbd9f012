import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface WithAxe {
  axe: { run(): Promise<AxeResults> };
}

/** What axe finds wrong with the page once it has come to rest, with every rule on: one line for each rule and place. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(atRest);
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => (window as unknown as WithAxe).axe.run());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** What fades in is half transparent on its way. What turns for ever is not waited for. */
async function atRest(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
