import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { command, EXIT } from "./lib/command.ts";
import { summarizeTests, summaryLines, type TestSummary, type VitestReport } from "./test/summarizeTests.ts";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const crashed: TestSummary = {
  passed: 0,
  failed: [{ test: "Vitest", error: "ended without a report: see its output" }],
  skipped: new Map(),
  isFailure: true,
};

function runVitest(reportPath: string, args: string[]): Promise<number> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath}`];
  const run = spawn(process.execPath, [vitest, "run", ...reporters, ...args], {
    stdio: "inherit",
  });
  return new Promise((resolve) => run.on("exit", (code) => resolve(code ?? 1)));
}

async function summaryOf(reportPath: string): Promise<TestSummary> {
  const text = await readFile(reportPath, "utf8").catch(() => undefined);
  return text === undefined ? crashed : summarizeTests(JSON.parse(text) as VitestReport, process.cwd());
}

const USAGE = `npm test -- [FILE or argument of Vitest ...]

Runs every test once and closes with what was skipped and the counts. With FAIL_ON_SKIP=1 a skipped test fails the run,
unless it is PowerShell that it lacked.`;

await command(USAGE, async (args) => {
  const folder = await mkdtemp(join(tmpdir(), "flood-tests-"));
  const exitCode = await runVitest(join(folder, "report.json"), args);
  const summary = await summaryOf(join(folder, "report.json"));
  await rm(folder, { recursive: true });

  const forbidden = [...summary.skipped.keys()].filter((reason) => reason !== "no PowerShell");
  const mustNotSkip = process.env["FAIL_ON_SKIP"] === "1" && forbidden.length > 0;
  if (mustNotSkip) console.log(`failed, since tests were skipped: ${forbidden.join(", ")}`);
  if (exitCode !== 0 && summary.failed.length === 0)
    console.log("failed outside any test: see the errors above");
  for (const line of summaryLines(summary)) console.log(line);
  return exitCode !== 0 || summary.isFailure || mustNotSkip ? EXIT.found : EXIT.well;
});
