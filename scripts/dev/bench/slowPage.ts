import type { Browser, Locator, Page } from "playwright-core";
import { installProbe, type Shown } from "./probe.ts";

/** How much slower than it is the machine's processor is made. */
export const SLOWED = 4;

/** The line Lighthouse's mobile tests simulate: 1.6 Mbit/s down, 750 kbit/s up, 150 ms to the server and back. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export interface SlowPage {
  page: Page;
  /** Goes to an address in a browser that has nothing in its cache; answers the time until what it opens with. */
  open(address: string): Promise<number>;
  /** The time from an event that `act` causes until the page has painted what is awaited. */
  timed(type: string, act: () => Promise<unknown>, shown?: Shown): Promise<number>;
  /**
   * The same for the mouse on an element. Where to click is found out before; Playwright's own click would look for
   * it again while the clock runs.
   */
  clicked(type: "pointerdown" | "click", target: Locator, shown: Shown): Promise<number>;
  close(): Promise<void>;
}

export interface SlowPageOptions {
  /** What the page shows once it can be used. */
  opening: Shown;
  /** Written to the page's local storage before its scripts run. */
  storage?: Record<string, string>;
  isLineSlow?: boolean;
}

const PATIENCE = 120_000;

/** A page of a new, empty browser profile, on a slowed processor and, where asked, a slow line. */
export async function openSlowPage(browser: Browser, options: SlowPageOptions): Promise<SlowPage> {
  const { opening, storage = {}, isLineSlow = false } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  if (isLineSlow) {
    await devTools.send("Network.enable");
    await devTools.send("Network.emulateNetworkConditions", SLOW_4G);
  }
  // TypeScript's runner wraps inner functions in a helper of this name, which a page does not have.
  await page.addInitScript("globalThis.__name = (given) => given");
  await page.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, storage);
  await page.addInitScript(installProbe, opening);
  const timed: SlowPage["timed"] = async (type, act, shown) => {
    await page.evaluate(({ type, shown }) => window.bench.arm(type, shown), { type, shown });
    await act();
    return page.evaluate(() => window.bench.result);
  };
  return {
    page,
    timed,
    async clicked(type, target, shown) {
      // In the middle, where nothing that sticks to an edge of the page covers it.
      await target.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const box = await target.boundingBox();
      if (!box) throw new Error(`Nothing to click: ${String(target)}`);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.waitForTimeout(300);
      return timed(type, () => page.mouse.click(x, y), shown);
    },
    async open(address) {
      await page.goto(address, { waitUntil: "commit", timeout: PATIENCE });
      await page.waitForFunction(() => window.bench?.opened !== undefined, undefined, { timeout: PATIENCE });
      return page.evaluate(() => window.bench.opened!);
    },
    close: () => context.close(),
  };
}
