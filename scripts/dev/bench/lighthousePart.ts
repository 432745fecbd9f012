import { rm } from "node:fs/promises";
import { chromium, type BrowserContext } from "playwright-core";
import { chromiumPath } from "../lib/chromium.ts";
import { freePort } from "../lib/freePort.ts";
import { signInVendor, type Vendor } from "./benchPortal.ts";
import { addLargestRecord } from "./largestRecord.ts";
import { VENDOR, type Scene } from "./scene.ts";
import type { Table } from "./table.ts";
import { temporaryFolder } from "../lib/temporaryFolder.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const AIMS: Record<(typeof CATEGORIES)[number], number> = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
};

interface Audited {
  words: string;
  address: string;
  isDesktop: boolean;
  isSignedIn: boolean;
}

/** Lighthouse's own scores of the login page and the form (mobile), Home, a record and the form (desktop). */
export async function lighthousePart(scene: Scene): Promise<Table[]> {
  const vendor = await signInVendor(scene.portal, VENDOR);
  const record = await addLargestRecord(scene.portal, vendor);
  const portal = `${scene.portal}/metadata_app`;
  const pages: Audited[] = [
    { words: "Login, mobile", address: `${portal}/login`, isDesktop: false, isSignedIn: false },
    { words: "Home, desktop", address: `${portal}/app/`, isDesktop: true, isSignedIn: true },
    {
      words: "Record, desktop",
      address: `${portal}/app/view/${record.id}`,
      isDesktop: true,
      isSignedIn: true,
    },
    { words: "Form, desktop", address: `${portal}/app/form/${record.id}`, isDesktop: true, isSignedIn: true },
    { words: "Form, mobile", address: `${portal}/app/form/${record.id}`, isDesktop: false, isSignedIn: true },
  ];
  const shortfalls = new Set<string>();
  for (const page of pages)
    for (let run = 0; run < scene.runs; run += 1)
      for (const fault of await audit(scene, page, vendor)) shortfalls.add(`${page.words}: ${fault}`);
  for (const shortfall of shortfalls) console.log(`- ${shortfall}`);
  return [scoresTable(scene, pages)];
}

/** Audits a page in a browser of its own, so that nothing of an earlier audit is cached; answers what it lost points for. */
async function audit({ samples }: Scene, page: Audited, vendor: Vendor): Promise<string[]> {
  const profile = await temporaryFolder("flood-lighthouse-");
  const port = await freePort();
  const browser = await launchWithPort(profile, port);
  try {
    if (page.isSignedIn) await storeSession(browser, page.address, vendor);
    // Loaded only here: the other parts start without it.
    const { default: lighthouse, desktopConfig } = await import("lighthouse");
    const flags = {
      port,
      onlyCategories: [...CATEGORIES],
      disableStorageReset: true,
      logLevel: "error" as const,
    };
    const result = await lighthouse(page.address, flags, page.isDesktop ? desktopConfig : undefined);
    if (!result) throw new Error(`Lighthouse answered nothing about ${page.address}.`);
    const { categories, audits } = result.lhr;
    for (const name of CATEGORIES) samples.add(`${page.words} ${name}`, (categories[name]?.score ?? 0) * 100);
    for (const [id, what] of Object.entries(METRICS))
      samples.add(`${page.words} ${what}`, audits[id]?.numericValue ?? 0);
    return CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => audits[id])
      .filter((found) => found !== undefined && found.score !== null && found.score < 0.9)
      .map((found) => [found!.title, found!.displayValue].filter(Boolean).join(", "));
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Lighthouse comes in through a debugging port, and looks at the browser's own profile. */
function launchWithPort(profile: string, port: number): Promise<BrowserContext> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", `--remote-debugging-port=${port}`];
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error("No Chromium found.");
  return chromium.launchPersistentContext(profile, { executablePath, headless: true, args });
}

/** Puts a session where the portal looks for it, on a page of its origin that runs none of the portal. */
async function storeSession(browser: BrowserContext, address: string, { storage }: Vendor): Promise<void> {
  const page = await browser.newPage();
  await page.goto(new URL("/metadata_app/icon.svg", address).href);
  await page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, storage);
  await page.close();
}

const METRICS = {
  "first-contentful-paint": "first",
  "largest-contentful-paint": "largest",
  "total-blocking-time": "blocked",
  "cumulative-layout-shift": "shift",
};

function scoresTable({ samples }: Scene, pages: Audited[]): Table {
  const score = (words: string) => CATEGORIES.map((name) => samples.cell(`${words} ${name}`));
  return {
    title: "Lighthouse",
    note: "Scores of 100; then, in milliseconds, first and largest contentful paint and blocking time, and the layout shift. Form: the largest record.",
    columns: ["", "Performance", "Accessibility", "Best practices", "FCP", "LCP", "TBT", "CLS"],
    rows: [
      ...pages.map(({ words }) => [
        words,
        ...score(words),
        ...["first", "largest", "blocked"].map((what) => samples.cell(`${words} ${what}`)),
        samples.cell(`${words} shift`, 3),
      ]),
      ["Aim", ...CATEGORIES.map((name) => `>= ${AIMS[name]}`), "", "", "", ""],
    ],
  };
}
