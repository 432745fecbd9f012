import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { EXIT_CODES, runCommand } from "../lib/command.ts";
import { projectCopy } from "./lib/projectCopy.ts";
import { exitOnSignals } from "./lib/temporaryFolder.ts";
import { listMutants, pickRandom, type Mutant } from "./mutate/mutants.ts";

const USAGE = `npm run mutate -- [COUNT] [SEED]

Changes COUNT random places (default 60) of the logic in src/, one at a time, in a copy of the project, and runs the
related tests of "npm test". Lists the mutants that no test detects. Fails if fewer than 90 % are detected.`;

const MIN_DETECTED_SHARE = 0.9;
const TEST_TIMEOUT_MS = 20 * 60_000;
const PROJECTS = ["contract", "portal", "server"];
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** Logic files: the demo data and the generated code contain none. */
const listLogicFiles = (): string[] =>
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => posix.join("src", name))
    .filter((file) => /\.tsx?$/.test(file) && !/\/(generated|seed)\//.test(file));

/**
 * Resolves to whether a related test failed. A run that does not end counts as a failure: the mutant loops. Throws if
 * Vitest ended without a report, which no mutant causes.
 */
async function hasFailingTest(folder: string, file: string): Promise<boolean> {
  const projects = PROJECTS.flatMap((name) => ["--project", name]);
  const reportPath = join(folder, "mutant-report.json");
  rmSync(reportPath, { force: true });
  const reporter = ["--reporter=json", `--outputFile=${reportPath}`];
  const args = [vitest, "related", file, "--run", "--bail=1", "--passWithNoTests", ...reporter, ...projects];
  const run = spawn(process.execPath, args, {
    cwd: folder,
    stdio: "ignore",
    timeout: TEST_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const [code, signal] = (await once(run, "exit")) as [number | null, NodeJS.Signals | null];
  if (code === 0) return false;
  if (run.killed) return true;
  const report = JSON.parse(readFileSync(reportPath, "utf8")) as { numFailedTestSuites: number };
  if (report.numFailedTestSuites === 0)
    throw new Error(`Vitest ended with ${code ?? signal}, but no test failed.`);
  return true;
}

async function isDetected(folder: string, mutant: Mutant): Promise<boolean> {
  const path = join(folder, mutant.file);
  const original = readFileSync(path, "utf8");
  writeFileSync(path, mutant.text);
  try {
    return await hasFailingTest(folder, mutant.file);
  } finally {
    writeFileSync(path, original);
  }
}

await runCommand(USAGE, async ([count = "60", seed = String(Date.now() % 1_000_000)]) => {
  exitOnSignals();
  const all = listLogicFiles().flatMap((file) => listMutants(file, readFileSync(file, "utf8")));
  const sample = pickRandom(all, Number(count), Number(seed));
  console.log(`${sample.length} of ${all.length} mutants, seed ${seed}`);
  const copy = projectCopy();
  process.once("exit", () => copy.remove());
  let detected = 0;
  for (const mutant of sample) {
    const isKilled = await isDetected(copy.folder, mutant);
    if (isKilled) detected += 1;
    const { file, line, before, after } = mutant;
    console.log(
      `${isKilled ? "detected" : "SURVIVED"}  ${file}:${line}  ${before}  ->  ${after || "(removed)"}`,
    );
  }
  console.log(`${detected} of ${sample.length} mutants detected`);
  return detected >= MIN_DETECTED_SHARE * sample.length ? EXIT_CODES.success : EXIT_CODES.problemsFound;
});
