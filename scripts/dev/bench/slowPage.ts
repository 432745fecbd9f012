import type { Browser, Locator, Page } from "playwright-core";
import { installProbe, type ExpectedElements } from "./probe.ts";

export const CPU_SLOWDOWN = 4;

/** The network that Lighthouse's mobile tests simulate: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** All results are milliseconds. */
export interface SlowPage {
  page: Page;
  /** Opens an address without cache; measures until the page shows its opening elements. */
  open(url: string): Promise<number>;
  /** Measures from the event that `act` causes until the expected elements are painted. */
  measure(eventType: string, act: () => Promise<unknown>, expected?: ExpectedElements): Promise<number>;
  measureClick(
    eventType: "pointerdown" | "click",
    target: Locator,
    expected: ExpectedElements,
  ): Promise<number>;
  /** Types at the end of a field; measures from each key until it is painted. */
  measureTyping(field: string, text: string): Promise<number[]>;
  takeLongestTask(): Promise<number>;
  close(): Promise<void>;
}

interface SlowPageOptions {
  opening: ExpectedElements;
  /** Local storage entries. */
  storage?: Record<string, string>;
  isNetworkSlow?: boolean;
}

const TIMEOUT_MS = 120_000;
/** Shorter than any form waits before it handles typed text. */
const KEY_INTERVAL_MS = 40;
const SETTLE_MS = 500;

/** Opens a page in a new browser profile with a slowed processor and optionally a slow network. */
export async function openSlowPage(browser: Browser, options: SlowPageOptions): Promise<SlowPage> {
  const { opening, storage = {}, isNetworkSlow = false } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  if (isNetworkSlow) {
    await devTools.send("Network.enable");
    await devTools.send("Network.emulateNetworkConditions", SLOW_4G);
  }
  // tsx wraps inner functions in a helper of this name, which a page does not have.
  await page.addInitScript("globalThis.__name = (given) => given");
  await page.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, storage);
  await page.addInitScript(installProbe, opening);

  const measure: SlowPage["measure"] = async (eventType, act, expected) => {
    await page.evaluate(([type, elements]) => window.bench.start(type, elements), [
      eventType,
      expected,
    ] as const);
    await act();
    return page.evaluate(() => window.bench.result);
  };
  return {
    page,
    measure,
    async open(url) {
      await page.goto(url, { waitUntil: "commit", timeout: TIMEOUT_MS });
      await page.waitForFunction(() => window.bench?.paintedAt !== undefined, undefined, {
        timeout: TIMEOUT_MS,
      });
      return page.evaluate(() => window.bench.paintedAt!);
    },
    // Finds the position before the measurement; Playwright's own click would search during it.
    async measureClick(eventType, target, expected) {
      // Centered, so that no sticky bar covers it.
      await target.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const box = await target.boundingBox();
      if (!box) throw new Error(`Nothing to click: ${String(target)}`);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.waitForTimeout(300);
      return measure(eventType, () => page.mouse.click(x, y), expected);
    },
    async measureTyping(field, text) {
      const input = page.locator(field);
      await input.focus();
      await input.evaluate((element: HTMLInputElement | HTMLTextAreaElement) =>
        element.setSelectionRange?.(element.value.length, element.value.length),
      );
      await page.waitForTimeout(SETTLE_MS);
      const times: number[] = [];
      for (const key of text) {
        const press = () => page.keyboard.press(key === " " ? "Space" : key);
        times.push(await measure("keydown", press));
        await page.waitForTimeout(KEY_INTERVAL_MS);
      }
      return times;
    },
    takeLongestTask: () => page.evaluate(() => window.bench.takeLongestTask()),
    close: () => context.close(),
  };
}
