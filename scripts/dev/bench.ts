import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { runCommand } from "../lib/command.ts";
import { openBrowserBench, type BrowserBench } from "./bench/browserBench.ts";
import { measureBrowserUpload } from "./bench/browserUploadPart.ts";
import { measureDetail } from "./bench/detailPart.ts";
import { measureForm } from "./bench/formPart.ts";
import { measureHome } from "./bench/homePart.ts";
import { measureLighthouse } from "./bench/lighthousePart.ts";
import { measureLoad } from "./bench/loadPart.ts";
import { measureLogin } from "./bench/loginPart.ts";
import { parseBenchOptions, PARTS, type BenchOptions, type PartName } from "./bench/options.ts";
import { createSamples, formatTable, type Samples, type Table } from "./bench/results.ts";
import { measureProcessing } from "./bench/processingPart.ts";
import { measureResume } from "./bench/resumePart.ts";
import { measureScale } from "./bench/scalePart.ts";
import { CPU_SLOWDOWN } from "./bench/slowPage.ts";
import { measureStudio } from "./bench/studioPart.ts";
import { measureUploads } from "./bench/uploadPart.ts";
import { exitOnSignals } from "./lib/temporaryFolder.ts";

type ServerPart = (options: BenchOptions, samples: Samples) => Promise<Table[]>;
type BrowserPart = (bench: BrowserBench) => Promise<Table[]>;

const SERVER_PARTS: Partial<Record<PartName, ServerPart>> = {
  upload: measureUploads,
  resume: measureResume,
  load: measureLoad,
  processing: measureProcessing,
  scale: measureScale,
  studio: measureStudio,
};

const BROWSER_PARTS: Partial<Record<PartName, BrowserPart>> = {
  form: measureForm,
  login: measureLogin,
  home: measureHome,
  detail: measureDetail,
  lighthouse: measureLighthouse,
  "browser-upload": measureBrowserUpload,
};

const USAGE = `npm run bench -- [PART ...] [--runs N] [--large] [--json FILE]

Measures the production build next to its peers and prints tables of medians.
Parts: ${PARTS.join(", ")} (default: all).

--runs N       repetitions of each measurement (default: 5)
--large        also upload 16 GB in the parts upload and browser-upload; needs 60 GB of free disk space
--megabytes N  size of the folder of 5,000 files in the browser-upload part (default: 2000)
--json FILE    also write tables and all samples as JSON

load, processing and scale need PostgreSQL's server programs, load and scale also Azurite (npm ci --prefix tests/azurite).`;

await runCommand(USAGE, async (args) => {
  exitOnSignals();
  const options = parseBenchOptions(args);
  const samples = createSamples();
  const needsBrowser = options.parts.some((part) => BROWSER_PARTS[part]);
  const bench = needsBrowser ? await openBrowserBench(options, samples) : undefined;
  try {
    const browser = bench
      ? `, Chromium ${bench.browser.version()} with the processor slowed ${CPU_SLOWDOWN} times`
      : "";
    const machine = `${cpus().length} x ${cpus()[0]?.model ?? "processor"}, Node ${process.versions.node}${browser}`;
    console.log(`Medians of ${options.runs} runs. ${machine}.\n`);
    const tables: Table[] = [];
    for (const part of options.parts) {
      const measured = (await SERVER_PARTS[part]?.(options, samples)) ?? (await BROWSER_PARTS[part]!(bench!));
      for (const table of measured) console.log(`${formatTable(table)}\n`);
      tables.push(...measured);
    }
    const report = { at: new Date(), machine, runs: options.runs, tables, samples: samples.all() };
    if (options.json) await writeFile(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
  } finally {
    await bench?.close();
  }
});
