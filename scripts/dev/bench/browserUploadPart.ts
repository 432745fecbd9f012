import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import {
  readPeakMemoryOfTabs,
  resetPeakMemoryOfTabs,
  watchPrivateMemoryOfTabs,
} from "../lib/browserProcesses.ts";
import { openPlainTab } from "../lib/plainTab.ts";
import { createProgress } from "../lib/progress.ts";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import { writeModelFolder } from "../uploads/modelFolder.ts";
import { senders } from "../uploads/senders.ts";
import {
  createModelRecord,
  requestUpload,
  waitUntilCatalogued,
  type ModelRecord,
} from "../uploads/vendorUploads.ts";
import type { BrowserBench } from "./browserBench.ts";
import { buildTable, type Samples, type Table } from "./results.ts";
import { hasSpaceForLargeZip, LARGE_SIZE, type NamedSize } from "./uploadPart.ts";

const runProgram = promisify(execFile);

const MB = 1000 ** 2;

const listSizes = (megabytes: number): NamedSize[] => [
  { name: `${megabytes.toLocaleString("en-US")} MB, 5,000 files`, files: 5000, bytes: megabytes * MB },
  { name: "30,000 small files", files: 30_000, bytes: 60 * MB },
];

/** Measures the same folder, from the folder to "arrived": zipped and sent by the script, and sent by the browser. */
export async function measureBrowserUpload(bench: BrowserBench): Promise<Table[]> {
  const sizes = listSizes(bench.uploadMegabytes);
  for (const size of sizes)
    for (let run = 1; run <= bench.runs; run += 1) await measureFolder(bench, size, `run ${run}`);
  const hasLarge = bench.large && (await hasSpaceForLargeZip(tmpdir()));
  if (hasLarge) await measureFolder(bench, LARGE_SIZE, "once");
  return [...sizes, ...(hasLarge ? [LARGE_SIZE] : [])].map((size) => buildSizeTable(bench.samples, size));
}

const buildSizeTable = (samples: Samples, { name }: NamedSize): Table =>
  buildTable(
    samples,
    { Script: `${name} script`, Browser: `${name} browser` },
    {
      title: `Uploading a folder: ${name}`,
      note: "From the folder until the model has arrived. The script's time includes zipping the folder with zip -r. Memory is the peak of the tab's process; private memory leaves out what it shares with other processes, such as Chromium's code.",
      rows: [
        { label: "Upload, s", key: "upload", digits: 1 },
        { label: "List and check the folder, s", key: "list", digits: 1 },
        { label: "Peak private memory of the tab, MB", key: "private memory" },
        { label: "Peak memory of the tab, MB", key: "memory" },
        { label: "Longest task of the page, ms", key: "task" },
      ],
    },
  );

async function measureFolder(bench: BrowserBench, size: NamedSize, run: string): Promise<void> {
  const onProgress = createProgress(`browser upload, ${size.name}, ${run}`);
  const parent = await createTemporaryFolder("flood-browser-upload-");
  try {
    onProgress("writing the folder");
    const record = await createModelRecord(bench.vendor);
    const folder = await writeModelFolder(parent, record, size);
    // Compressing holes says nothing about a model.
    if (!size.isSparse) {
      onProgress("sending with the script");
      bench.samples.add(`${size.name} script upload`, (await measureScript(bench, folder, record)) / 1000);
    }
    onProgress("sending with the browser");
    await measureBrowser(bench, folder, size);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
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

const FOLDER_INPUT = `document.querySelector("input[webkitdirectory]")`;
const HAS_ARRIVED = `/(Your model has arrived|The portal has stored your model): /.test(document.querySelector("main").textContent)`;
const CARD = `${FOLDER_INPUT}.closest(".MuiPaper-root")`;
/** What loads above the card moves it: a drop would miss it. */
const IS_CARD_STILL = `(async () => {
  const getTop = () => ${CARD}.getBoundingClientRect().top;
  const before = getTop();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return getTop() === before;
})()`;
const UPLOAD_BUTTON = `[...document.querySelectorAll("button")].find((one) => /^Upload [\\d,]+ files$/.test(one.textContent))`;
const OBSERVE_LONG_TASKS = `
  window.longestTaskMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTaskMs = Math.max(window.longestTaskMs, duration);
  }).observe({ type: "longtask" });`;

async function measureBrowser(bench: BrowserBench, folder: string, { name }: NamedSize): Promise<void> {
  const { browser, vendor, samples } = bench;
  const { id } = await createModelRecord(vendor);
  const tab = await openPlainTab(browser);
  let stopWatching: (() => Promise<number>) | undefined;
  try {
    await tab.open(`${vendor.url}/metadata_app/login`);
    await tab.evaluate(`Object.assign(localStorage, ${JSON.stringify(vendor.storage)})`);
    await tab.open(`${vendor.url}/metadata_app/app/instructions/${id}`);
    await tab.waitFor(`${FOLDER_INPUT} !== null`);
    await tab.waitFor(IS_CARD_STILL);
    await tab.evaluate(OBSERVE_LONG_TASKS);
    await resetPeakMemoryOfTabs(browser);
    stopWatching = await watchPrivateMemoryOfTabs(browser);
    const start = performance.now();
    await tab.drop(CARD, [folder]);
    await tab.waitFor(`${UPLOAD_BUTTON} !== undefined`);
    samples.add(`${name} browser list`, (performance.now() - start) / 1000);
    await tab.evaluate(`${UPLOAD_BUTTON}.click()`);
    await tab.waitFor(HAS_ARRIVED);
    samples.add(`${name} browser upload`, (performance.now() - start) / 1000);
    samples.add(`${name} browser private memory`, (await stopWatching()) / MB);
    samples.add(`${name} browser memory`, (await readPeakMemoryOfTabs(browser)) / MB);
    samples.add(`${name} browser task`, Number(await tab.evaluate("window.longestTaskMs")));
    await waitUntilCatalogued(vendor, id);
  } finally {
    await stopWatching?.();
    await tab.close();
  }
}
