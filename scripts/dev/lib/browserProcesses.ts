import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { readPeakMemory, readPrivateMemory, resetPeakMemory } from "./processMemory.ts";

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

const SAMPLE_INTERVAL_MS = 200;

/** Samples the private memory of the renderer processes until it is stopped, which returns the highest peak in bytes. */
export async function watchPrivateMemoryOfTabs(browser: Browser): Promise<() => Promise<number>> {
  const processIds = await listProcessIds(browser, "renderer");
  const stopping = new AbortController();
  const watching = (async () => {
    let peak = 0;
    while (!stopping.signal.aborted) {
      const samples = await Promise.all(processIds.map((id) => readPrivateMemory(id).catch(() => 0)));
      peak = Math.max(peak, ...samples);
      await delay(SAMPLE_INTERVAL_MS);
    }
    return peak;
  })();
  return () => {
    stopping.abort();
    return watching;
  };
}
