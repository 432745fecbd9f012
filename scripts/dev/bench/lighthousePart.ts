import { chromium, type BrowserContext } from "playwright-core";
import { findChromium } from "../lib/chromium.ts";
import { findFreePort } from "../lib/freePort.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import type { Vendor } from "../lib/vendor.ts";
import type { BrowserBench } from "./browserBench.ts";
import { createLargestRecord } from "./largestRecord.ts";
import { buildTable, type Table } from "./results.ts";

const CATEGORIES = {
  Performance: "performance",
  Accessibility: "accessibility",
  "Best practices": "best-practices",
};

interface AuditedPage {
  label: string;
  url: string;
  isDesktop?: boolean;
  isPublic?: boolean;
}

/** Measures Lighthouse scores. */
export async function measureLighthouse(bench: BrowserBench): Promise<Table[]> {
  const record = await createLargestRecord(bench.vendor);
  const portal = `${bench.portal}/metadata_app`;
  const formUrl = `${portal}/app/form/${record.id}`;
  const pages: AuditedPage[] = [
    { label: "Login, mobile", url: `${portal}/login`, isPublic: true },
    { label: "Home, desktop", url: `${portal}/app/`, isDesktop: true },
    { label: "Record, desktop", url: `${portal}/app/view/${record.id}`, isDesktop: true },
    { label: "Form, desktop", url: formUrl, isDesktop: true },
    { label: "Form, mobile", url: formUrl },
  ];
  for (const page of pages) for (let run = 0; run < bench.runs; run += 1) await audit(bench, page);
  return [
    buildTable(bench.samples, CATEGORIES, {
      title: "Lighthouse scores",
      note: "The form shows the largest record. Aims: performance 95, accessibility and best practices 100.",
      rows: pages.map(({ label }) => ({ label, key: label })),
    }),
  ];
}

/** Audits a page in a new browser, so that nothing is cached. */
async function audit({ samples, vendor }: BrowserBench, page: AuditedPage): Promise<void> {
  const port = await findFreePort();
  const browser = await launchWithDebuggingPort(port);
  try {
    if (!page.isPublic) await storeSession(browser, page.url, vendor);
    // Imported here, because it takes seconds and no other part needs it.
    const { default: lighthouse, desktopConfig } = await import("lighthouse");
    const onlyCategories = Object.values(CATEGORIES);
    const flags = { port, onlyCategories, disableStorageReset: true, logLevel: "error" as const };
    const result = await lighthouse(page.url, flags, page.isDesktop ? desktopConfig : undefined);
    if (!result) throw new Error(`Lighthouse returned no result for ${page.url}.`);
    for (const category of onlyCategories)
      samples.add(`${category} ${page.label}`, (result.lhr.categories[category]?.score ?? 0) * 100);
  } finally {
    await browser.close();
  }
}

/** Lighthouse connects through the debugging port and uses the browser's default profile. */
async function launchWithDebuggingPort(port: number): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("No Chromium found.");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", `--remote-debugging-port=${port}`];
  const profile = await createTemporaryFolder("flood-lighthouse-");
  return chromium.launchPersistentContext(profile, { executablePath, headless: true, args });
}

/** Local storage can only be written on a page of the same origin; the icon runs no scripts. */
async function storeSession(browser: BrowserContext, url: string, { storage }: Vendor): Promise<void> {
  const page = await browser.newPage();
  await page.goto(new URL("/metadata_app/icon.svg", url).href);
  await page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, storage);
  await page.close();
}
