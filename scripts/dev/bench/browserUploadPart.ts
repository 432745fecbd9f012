import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { createProgress } from "../lib/progress.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { senders } from "../uploads/senders.ts";
import {
  createModelRecord,
  requestUpload,
  waitUntilCatalogued,
  type ModelRecord,
} from "../uploads/vendorUploads.ts";
import type { BrowserBench } from "./browserBench.ts";
import { buildTable, type Table } from "./results.ts";

const runProgram = promisify(execFile);

const MB = 1000 ** 2;
const FILE_COUNT = 5000;
const FOLDER_COUNT = 50;
const TIMEOUT_MS = 30 * 60_000;

/** Measures the same folder, from the folder to "arrived": zipped and sent by the script, and sent by the browser. */
export async function measureBrowserUpload(bench: BrowserBench): Promise<Table[]> {
  const { samples, runs, uploadMegabytes } = bench;
  for (let run = 1; run <= runs; run += 1) {
    const onProgress = createProgress(`browser upload, run ${run}`);
    const parent = await createTemporaryFolder("flood-browser-upload-");
    try {
      onProgress("writing the folder");
      const record = await createModelRecord(bench.vendor);
      const folder = await writeModelFolder(parent, record, uploadMegabytes * MB);
      onProgress("sending with the script");
      samples.add("script upload", (await measureScript(bench, folder, record)) / 1000);
      onProgress("sending with the browser");
      await measureBrowser(bench, folder);
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  }
  return [
    buildTable(
      samples,
      { Script: "script", Browser: "browser" },
      {
        title: `Uploading a folder of ${uploadMegabytes.toLocaleString("en-US")} MB in ${FILE_COUNT.toLocaleString("en-US")} files`,
        note: "From the folder until the model has arrived. The script's time includes zipping the folder with zip -r. Memory is the peak of the tab's process.",
        rows: [
          { label: "Upload, s", key: "upload", digits: 1 },
          { label: "List and check the folder, s", key: "list", digits: 1 },
          { label: "Peak memory of the tab, MB", key: "memory" },
          { label: "Longest task of the page, ms", key: "task" },
        ],
      },
    ),
  ];
}

/** Random bytes, as most results of models: compression cannot make them much smaller. */
async function writeModelFolder(parent: string, record: ModelRecord, bytes: number): Promise<string> {
  const folder = join(parent, record.rootFolder);
  for (const [name, content] of Object.entries(record.requiredFiles)) {
    const path = join(folder, name);
    await mkdir(content ? dirname(path) : path, { recursive: true });
    if (content) await writeFile(path, content);
  }
  const content = randomBytes(Math.floor(bytes / FILE_COUNT));
  for (let index = 0; index < FILE_COUNT; index += 1) {
    const path = join(folder, "Model_Files", `part-${index % FOLDER_COUNT}`, `run-${index}.dat`);
    if (index < FOLDER_COUNT) await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "w");
    await file.write(`file ${index}\n`);
    await file.write(content);
    await file.close();
  }
  return folder;
}

async function measureScript({ vendor }: BrowserBench, folder: string, record: ModelRecord): Promise<number> {
  const ticket = await requestUpload(vendor, record.id);
  const zip = `${folder}.zip`;
  const start = performance.now();
  await runProgram("zip", ["-qr", zip, record.rootFolder], { cwd: dirname(folder) });
  await senders.script(zip, ticket, record);
  const time = performance.now() - start;
  await waitUntilCatalogued(vendor, record.id);
  await rm(zip);
  return time;
}

async function measureBrowser(bench: BrowserBench, folder: string): Promise<void> {
  const { browser, portal, vendor, samples } = bench;
  const { id } = await createModelRecord(vendor);
  const context = await browser.newContext();
  try {
    await context.addInitScript((stored) => Object.assign(localStorage, stored), vendor.storage);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(`${portal}/metadata_app/app/instructions/${id}`);
    const input = page.getByLabel("Folder to upload");
    await input.waitFor({ state: "attached" });
    await observeLongTasks(page);
    await resetPeakMemory(browser);
    const start = performance.now();
    await input.setInputFiles(folder);
    const uploadButton = page.getByRole("button", { name: /^Upload [\d,]+ files$/ });
    await uploadButton.waitFor();
    samples.add("browser list", (performance.now() - start) / 1000);
    await uploadButton.click();
    await page.getByText(/^(Your model has arrived|The portal has stored your model): /).waitFor();
    samples.add("browser upload", (performance.now() - start) / 1000);
    samples.add("browser memory", (await readPeakMemory(browser)) / MB);
    samples.add("browser task", await page.evaluate(() => (window as LongTaskWindow).longestTaskMs ?? 0));
    await waitUntilCatalogued(vendor, id);
  } finally {
    await context.close();
  }
}

type LongTaskWindow = Window & { longestTaskMs?: number };

const observeLongTasks = (page: Page) =>
  page.evaluate(() => {
    const target = window as LongTaskWindow;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        target.longestTaskMs = Math.max(target.longestTaskMs ?? 0, duration);
    }).observe({ type: "longtask" });
  });

async function listRendererIds(browser: Browser): Promise<number[]> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send("SystemInfo.getProcessInfo");
  await devTools.detach();
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/** See proc(5), clear_refs. */
async function resetPeakMemory(browser: Browser): Promise<void> {
  for (const id of await listRendererIds(browser)) await writeFile(`/proc/${id}/clear_refs`, "5");
}

/** The highest peak of one renderer process (Linux). The tab's worker runs in the tab's process. */
async function readPeakMemory(browser: Browser): Promise<number> {
  const peaks = await Promise.all(
    (await listRendererIds(browser)).map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, "utf8");
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    }),
  );
  return Math.max(...peaks);
}
