import { readFile, writeFile } from "node:fs/promises";
import type { Browser } from "playwright-core";

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

/** See proc(5), clear_refs. */
export async function resetPeakMemory(browser: Browser): Promise<void> {
  for (const id of await listProcessIds(browser, "renderer")) await writeFile(`/proc/${id}/clear_refs`, "5");
}

/** The highest peak of one renderer process, in bytes (Linux). The tab's worker runs in the tab's process. */
export async function readPeakMemory(browser: Browser): Promise<number> {
  const peaks = await Promise.all(
    (await listProcessIds(browser, "renderer")).map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, "utf8");
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    }),
  );
  return Math.max(...peaks);
}
