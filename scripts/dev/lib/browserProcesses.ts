import type { Browser } from "playwright-core";
import { readPeakMemory, resetPeakMemory } from "./processMemory.ts";

async function listProcessIds(browser: Browser, type: "browser" | "renderer"): Promise<number[]> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send("SystemInfo.getProcessInfo");
  await devTools.detach();
  return processInfo.filter((info) => info.type === type).map(({ id }) => id);
}

/** Ends the browser as a crash does. */
export async function killBrowser(browser: Browser): Promise<void> {
  const ended = new Promise((resolve) => browser.once("disconnected", resolve));
  for (const id of await listProcessIds(browser, "browser")) process.kill(id, "SIGKILL");
  await ended;
}

/** The tab's worker runs in the tab's process. */
export async function resetPeakMemoryOfTabs(browser: Browser): Promise<void> {
  await Promise.all((await listProcessIds(browser, "renderer")).map(resetPeakMemory));
}

/** The highest peak of one renderer process, in bytes. */
export async function readPeakMemoryOfTabs(browser: Browser): Promise<number> {
  return Math.max(...(await Promise.all((await listProcessIds(browser, "renderer")).map(readPeakMemory))));
}
