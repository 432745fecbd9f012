import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EXIT_CODES, runCommand } from "../lib/command.ts";
import { endLeftoverProcesses, RUN_VARIABLE } from "./test/leftoverProcesses.ts";
import { FULL_ONLY_PROJECTS, selectProjects } from "./test/projects.ts";
import { summarizeTests, summaryLines, type TestSummary, type VitestReport } from "./test/summarizeTests.ts";

const USAGE = `npm test -- [FILE or Vitest option ...]
npm run test:full -- [FILE or Vitest option ...]

npm test runs every test except those of the Vitest projects ${FULL_ONLY_PROJECTS.join(", ")}.
npm run test:full runs all of them. With a FILE, both run the tests of that file.

The run ends with the skipped tests and the counts. With FAIL_ON_SKIP=1, a skipped test fails the run, unless PowerShell
is what it needs. A process that a test left running fails the run.`;

/**
 * Some tests wait for minutes for a process that was killed, and leave their core to one more worker. In Vitest's
 * configuration, the number would take precedence over the option --maxWorkers.
 */
const VITEST_MAX_WORKERS = String(availableParallelism() + 1);
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const noReport: TestSummary = {
  passed: 0,
  failed: [{ test: "Vitest", error: "ended without a report: see its output" }],
  skipped: new Map(),
  isFailure: true,
};

await runCommand(USAGE, async (args) => {
  const isFull = args[0] === "--full";
  const vitestArguments = isFull ? args.slice(1) : args;
  const selection = isFull ? [] : selectProjects(vitestArguments);
  const folder = await mkdtemp(join(tmpdir(), "flood-tests-"));
  const reportPath = join(folder, "report.json");
  const runId = `${process.pid}-${Date.now()}`;
  const exitCode = await runVitest(reportPath, [...vitestArguments, ...selection], {
    ...(isFull && { TEST_FULL: "1" }),
    [RUN_VARIABLE]: runId,
  });
  const leftovers = await endLeftoverProcesses(runId);
  const summary = await readSummary(reportPath);
  await rm(folder, { recursive: true });

  const problems = listProblems(summary, exitCode, leftovers);
  for (const problem of problems) console.log(`failed: ${problem}`);
  if (selection.length > 0)
    console.log(`not run (npm run test:full runs them): ${FULL_ONLY_PROJECTS.join(", ")}`);
  for (const line of summaryLines(summary)) console.log(line);
  return problems.length > 0 || summary.isFailure ? EXIT_CODES.problemsFound : EXIT_CODES.success;
});

/** What makes the run fail besides failed tests. */
function listProblems(summary: TestSummary, exitCode: number, leftovers: string[]): string[] {
  const reasons = [...summary.skipped.keys()].filter((reason) => reason !== "no PowerShell");
  const mustNotSkip = process.env["FAIL_ON_SKIP"] === "1";
  return [
    ...(mustNotSkip && reasons.length > 0 ? [`tests were skipped: ${reasons.join(", ")}`] : []),
    ...leftovers.map((leftover) => `a process was left running: ${leftover}`),
    ...(exitCode !== 0 && summary.failed.length === 0 ? ["an error outside any test, see above"] : []),
  ];
}

/** Runs Vitest in a process group of its own, so that Ctrl+C and SIGTERM end its workers too. */
function runVitest(reportPath: string, args: string[], environment: Record<string, string>): Promise<number> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath}`];
  const run = spawn(process.execPath, [vitest, "run", ...reporters, ...args], {
    stdio: "inherit",
    detached: true,
    env: { VITEST_MAX_WORKERS, ...process.env, ...environment },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => process.kill(-run.pid!, signal));
  return new Promise((resolve) => run.on("exit", (code) => resolve(code ?? 1)));
}

async function readSummary(reportPath: string): Promise<TestSummary> {
  const text = await readFile(reportPath, "utf8").catch(() => undefined);
  return text === undefined ? noReport : summarizeTests(JSON.parse(text) as VitestReport, process.cwd());
}
