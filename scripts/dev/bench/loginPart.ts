import type { Page } from "playwright-core";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import { signIn } from "../lib/vendor.ts";
import type { BrowserBench } from "./browserBench.ts";
import { LIST_COLUMNS, LOGIN_PAGE, buildListApps, type ListApp } from "./listApps.ts";
import { buildTable, type Table } from "./results.ts";
import { openSlowPage } from "./slowPage.ts";

/** Long enough for everything that a page loads without user input. */
const IDLE_MS = 5000;
const KEY_DELAY_MS = 120;
/** Without the large models of the detail part. */
const LOGIN_VENDOR = "vendor2";
const KILOBYTE = 1024;

/** Measures the login page: its JavaScript, its opening, and the time from Log in to the first record. */
export async function measureLogin(bench: BrowserBench): Promise<Table[]> {
  const apps = await buildListApps(bench, await signIn(bench.portal, LOGIN_VENDOR));
  for (let run = 0; run < bench.runs; run += 1) for (const app of apps) await measureSignIn(bench, app);
  for (const app of apps) await measureScripts(bench, app);
  return [
    buildTable(bench.samples, LIST_COLUMNS, {
      title: "JavaScript loaded to log in, in KB",
      note: "Until the login page can be used. The plain react-admin application has the same records in a List and DataTable.",
      rows: [{ label: "gzip", key: "gzip", digits: 1 }],
    }),
    buildTable(bench.samples, LIST_COLUMNS, {
      title: "Signing in on slow 4G, in milliseconds",
      note: "No cache, typed by hand, 1.6 Mbit/s and 150 ms. The plain react-admin application accepts any password.",
      rows: [
        { label: "Open the login page", key: "open" },
        { label: "Log in until the first record", key: "login" },
      ],
    }),
  ];
}

async function measureSignIn({ browser, samples }: BrowserBench, app: ListApp): Promise<void> {
  const slow = await openSlowPage(browser, { opening: LOGIN_PAGE, isNetworkSlow: true });
  const { page } = slow;
  samples.add(`${app.name} open`, await slow.open(app.loginUrl));
  const typing = { delay: KEY_DELAY_MS };
  await page.locator("input[name=username]").pressSequentially(app.username, typing);
  await page.locator("input[type=password]").pressSequentially(DEMO_PASSWORD, typing);
  const button = page.locator("button[type=submit]");
  const record = { selector: app.record };
  samples.add(`${app.name} login`, await slow.measureClick("click", button, record));
  await slow.close();
}

async function measureScripts({ browser, samples }: BrowserBench, app: ListApp): Promise<void> {
  const slow = await openSlowPage(browser, { opening: LOGIN_PAGE });
  await slow.open(app.loginUrl);
  await slow.page.waitForTimeout(IDLE_MS);
  const sizes = await Promise.all((await listNeededScripts(slow.page)).map(getGzipSize));
  samples.add(`${app.name} gzip`, sizes.reduce((total, size) => total + size, 0) / KILOBYTE);
  await slow.close();
}

/** Lists the addresses of scripts requested before the page could be used. */
async function listNeededScripts(page: Page): Promise<string[]> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ startTime }) => startTime <= window.bench.frameAt!)
      .map(({ name }) => name),
  );
  return [...new Set(urls)].filter((url) => new URL(url).pathname.endsWith(".js"));
}

async function getGzipSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "gzip" } });
  await response.arrayBuffer();
  return Number(response.headers.get("content-length"));
}
