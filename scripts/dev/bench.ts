import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { detailPart } from "./bench/detailPart.ts";
import { formPart } from "./bench/formPart.ts";
import { homePart } from "./bench/homePart.ts";
import { lighthousePart } from "./bench/lighthousePart.ts";
import { loadPart } from "./bench/loadPart.ts";
import { loginPart } from "./bench/loginPart.ts";
import { PARTS, readOptions, type BenchOptions, type PartName } from "./bench/options.ts";
import { resumePart } from "./bench/resumePart.ts";
import { createSamples, type Samples } from "./bench/samples.ts";
import { openScene, type Scene } from "./bench/scene.ts";
import { SLOWED } from "./bench/slowPage.ts";
import { markdownOf, type Table } from "./bench/table.ts";
import { uploadPart } from "./bench/uploadPart.ts";
import { runCommand } from "../lib/command.ts";
import { endOnSignals } from "./lib/temporaryFolder.ts";

/** Parts without a browser. */
const CALLS: Partial<Record<PartName, (options: BenchOptions, samples: Samples) => Promise<Table[]>>> = {
  upload: ({ runs, large }, samples) => uploadPart(runs, samples, large === true),
  resume: ({ runs }, samples) => resumePart(runs, samples),
  load: (_, samples) => loadPart(samples),
};

const PAGES: Partial<Record<PartName, (scene: Scene) => Promise<Table[]>>> = {
  form: formPart,
  login: loginPart,
  home: homePart,
  detail: detailPart,
  lighthouse: lighthousePart,
};

const USAGE = `npm run bench -- [PART ...] [--runs N] [--large] [--json FILE]

Measures the production build beside its peers and prints tables of medians. Parts: ${PARTS.join(", ")}; all of them
where none is named.

--runs N     how often each measurement is repeated (5)
--large      16 GB in the upload part, too
--json FILE  tables and samples as JSON, too`;

async function bench(args: string[]): Promise<void> {
  endOnSignals();
  const options = readOptions(args);
  const uploads = createSamples();
  const scene = options.parts.every((part) => CALLS[part]) ? undefined : await openScene(options);
  try {
    const browser = scene
      ? `, Chromium ${scene.browser.version()}, where the processor is slowed ${SLOWED} times`
      : "";
    const machine = `${cpus().length} x ${cpus()[0]?.model ?? "processor"}, Node ${process.versions.node}${browser}`;
    console.log(`Medians of ${options.runs} runs. ${machine}.\n`);
    const tables: Table[] = [];
    for (const part of options.parts) {
      const made = (await CALLS[part]?.(options, uploads)) ?? (await PAGES[part]!(scene!));
      for (const table of made) console.log(`${markdownOf(table)}\n`);
      tables.push(...made);
    }
    const samples = { ...scene?.samples.all(), ...uploads.all() };
    const report = { at: new Date(), machine, runs: options.runs, tables, samples };
    if (options.json) await writeFile(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
  } finally {
    await scene?.close();
  }
}

await runCommand(USAGE, bench);
