import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { formPart } from "./bench/formPart.ts";
import { homePart } from "./bench/homePart.ts";
import { lighthousePart } from "./bench/lighthousePart.ts";
import { loginPart } from "./bench/loginPart.ts";
import { readOptions, type PartName } from "./bench/options.ts";
import { openScene, type Scene } from "./bench/scene.ts";
import { SLOWED } from "./bench/slowPage.ts";
import { markdownOf, type Table } from "./bench/table.ts";

/** `npm run bench`: measures the production build beside its peers and prints tables of medians. */
const PARTS: Record<PartName, (scene: Scene) => Promise<Table[]>> = {
  form: formPart,
  login: loginPart,
  home: homePart,
  lighthouse: lighthousePart,
};

const options = readOptions(process.argv.slice(2));
const scene = await openScene(options);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void scene.close().finally(() => process.exit(130)));
try {
  const browser = `Chromium ${scene.browser.version()}`;
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "processor"}, Node ${process.versions.node}, ${browser}`;
  console.log(`Medians of ${options.runs} runs, the processor slowed ${SLOWED} times. ${machine}.\n`);
  const tables: Table[] = [];
  for (const part of options.parts) {
    const made = await PARTS[part](scene);
    for (const table of made) console.log(`${markdownOf(table)}\n`);
    tables.push(...made);
  }
  const report = { at: new Date(), machine, runs: options.runs, tables, samples: scene.samples.all() };
  if (options.json) await writeFile(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
} finally {
  await scene.close();
}
