import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface WithAxe {
  axe: { run(): Promise<AxeResults> };
}

/** Runs all rules of axe on the page once animations have ended. Returns one line per rule and element. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(waitForAnimations);
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => (window as unknown as WithAxe).axe.run());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Elements that fade in have too little contrast. Endless animations are not waited for. */
async function waitForAnimations(): Promise<void> {
  const animations = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(animations.map(({ finished }) => finished));
}
