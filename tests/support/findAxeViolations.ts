import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface WithAxe {
  axe: { run(options: RunOptions): Promise<AxeResults> };
}

/** Without it, axe also lists a unique selector of every element that passes a rule. */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ["violations"] };

/** Runs all rules of axe on the page once animations have ended. Returns one line per rule and element. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(waitForAnimations);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as WithAxe).axe.run(options),
    ONLY_VIOLATIONS,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Elements that fade in have too little contrast. On a busy machine, another transition can follow the first. */
async function waitForAnimations(): Promise<void> {
  const listRunning = () =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => {
        return playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
      })
      .map(({ finished }) => finished);
  for (let round = 0; round < 5; round += 1) {
    await Promise.allSettled(listRunning());
    await new Promise(requestAnimationFrame);
  }
}
