import { parseArgs } from "node:util";
import { MAX_PARALLEL_BLOCKS } from "../../src/portal/browser-upload/worker/runUpload.ts";
import { EXIT_CODES, runCommand } from "../lib/command.ts";
import { LARGE_SIZE, hasSpaceForLargeZip } from "./bench/uploadPart.ts";
import { createProgress } from "./lib/progress.ts";
import { exitOnSignals, createTemporaryFolder } from "./lib/temporaryFolder.ts";
import { MODEL_FILES } from "./soak/damageModels.ts";
import { killBrowserDuringUpload } from "./soak/killBrowserDuringUpload.ts";
import { killDuringProcessing } from "./soak/killDuringProcessing.ts";
import { killDuringUpload } from "./soak/killDuringUpload.ts";
import { killProcesses } from "./soak/killProcesses.ts";
import { killWhileMailing } from "./soak/killWhileMailing.ts";
import { readInChild } from "./soak/readInChild.ts";
import { measureUpload } from "./uploads/measureUpload.ts";
import { senders } from "./uploads/senders.ts";

const USAGE = `npm run soak -- [PART ...] [--upload-kills N] [--processing-kills N] [--process-kills N] [--mail-kills N]
  [--browser-kills N] [--megabytes N] [--model-mutations N]

Tests that take too long for npm test. Parts (default: all):

models      reads 100,000 damaged files with each reader of model files
uploads     kills the server 100 times during uploads
processing  kills the server 20 times during processing
processes   kills two web processes, two workers and their store 50 times; needs PostgreSQL's server programs
mails       kills the server 200 times while it sends mail
browser     kills the browser 20 times during one upload of 1,000 MB (--megabytes); needs Chromium
large       uploads 16 GB if 60 GB of disk space are free

Exit code: 0 no problem found, 1 data was lost or a reader failed, 2 could not run.`;

const OPTIONS = {
  "upload-kills": { type: "string", default: "100" },
  "processing-kills": { type: "string", default: "20" },
  "process-kills": { type: "string", default: "50" },
  "mail-kills": { type: "string", default: "200" },
  "browser-kills": { type: "string", default: "20" },
  megabytes: { type: "string", default: "1000" },
  "model-mutations": { type: "string", default: "100000" },
} as const;

const format = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 0 });
const formatSeconds = (ms: number) => `${format(ms / 1000)} s`;

async function checkUploads(kills: number): Promise<boolean> {
  const result = await killDuringUpload(kills);
  console.log(
    `Uploads: ${result.kills} kills during ${result.uploads} uploads; ${result.lostBlocks} of ` +
      `${format(result.confirmedBlocks)} confirmed blocks lost; at most ${result.maxResentBlocks} blocks sent again ` +
      "after one kill (3 are sent at a time).",
  );
  return result.lostBlocks === 0;
}

async function checkProcessing(kills: number): Promise<boolean> {
  const result = await killDuringProcessing(kills);
  const stages = Object.entries(result.killsAfterStage).map(([stage, count]) => `${count} after ${stage}`);
  const problems = result.differences.join("; ") || "every file is stored exactly once";
  console.log(
    `Processing: ${result.kills} kills (${stages.join(", ")}) during ${result.uploads} uploads; ${problems}.`,
  );
  return result.differences.length === 0;
}

const MAX_TAKEOVER_MS = 60_000;

async function checkProcesses(kills: number): Promise<boolean> {
  const result = await killProcesses(kills, createProgress("processes"));
  const roles = Object.entries(result.killsByRole).map(([role, count]) => `${count} of ${role}`);
  const problems = result.differences.join("; ") || "every upload is stored exactly once";
  console.log(
    `Processes: ${result.kills} kills (${roles.join(", ")}) during ${result.uploads} uploads; ${result.takeovers} jobs ` +
      `taken over, the slowest after ${formatSeconds(result.slowestTakeoverMs)} (at most ${formatSeconds(MAX_TAKEOVER_MS)}); ${problems}.`,
  );
  return result.differences.length === 0 && result.slowestTakeoverMs <= MAX_TAKEOVER_MS;
}

async function checkMails(kills: number): Promise<boolean> {
  const result = await killWhileMailing(kills);
  const problems = result.problems.join("; ") || "every mail arrived once or twice";
  console.log(
    `Mails: ${result.kills} kills, ${result.lostAnswers} of them before the mail server's answer; ${result.mails} mails ` +
      `arrived, ${result.repeatedMails} of them twice with the same Message-ID; ${problems}.`,
  );
  return result.problems.length === 0;
}

async function checkBrowserUpload(kills: number, megabytes: number): Promise<boolean> {
  const result = await killBrowserDuringUpload({ kills, megabytes });
  const problems = result.differences.slice(0, 10).join("; ") || "what arrived is the zip of the folder";
  console.log(
    `Browser: ${result.kills} kills during an upload of ${format(megabytes)} MB in ${result.blocks} blocks; at most ` +
      `${result.maxResentBlocks} blocks sent again after one kill (${MAX_PARALLEL_BLOCKS} are sent at a time); ${problems}.`,
  );
  // Only blocks that are on their way at a kill are sent again.
  const isComplete = result.kills === kills && result.maxResentBlocks <= MAX_PARALLEL_BLOCKS;
  return isComplete && result.differences.length === 0;
}

async function checkModelReaders(count: number): Promise<boolean> {
  const crashes: string[] = [];
  let [maxReadMs, maxMegabytes] = [0, 0];
  for (const name of Object.keys(MODEL_FILES)) {
    const result = await readInChild(name, count);
    crashes.push(...result.crashes);
    maxReadMs = Math.max(maxReadMs, result.maxReadMs);
    maxMegabytes = Math.max(maxMegabytes, result.maxMegabytes);
    console.log(
      `  ${name}: ${format(result.rejected)} rejected, ${result.crashes.length} failures, slowest read ${format(result.maxReadMs)} ms`,
    );
  }
  const problems = crashes.slice(0, 10).join("; ") || "no failure";
  const readers = Object.keys(MODEL_FILES).length;
  console.log(
    `Models: ${format(count)} damaged files for each of ${readers} readers; slowest read ${format(maxReadMs)} ms, ` +
      `at most ${format(maxMegabytes)} MB of memory; ${problems}.`,
  );
  return crashes.length === 0;
}

async function checkLargeUpload(): Promise<boolean> {
  const folder = await createTemporaryFolder("flood-soak-");
  if (!(await hasSpaceForLargeZip(folder))) {
    console.log("16 GB: skipped, because less than 60 GB of disk space are free.");
    return true;
  }
  const options = { folder, size: LARGE_SIZE, send: senders.script, onProgress: createProgress("16 GB") };
  const result = await measureUpload(options);
  console.log(
    `16 GB: sent by the script in ${formatSeconds(result.sendMs)}, checked in ${formatSeconds(result.checkMs)}, ` +
      `extracted in ${formatSeconds(result.extractMs)}, cataloged in ${formatSeconds(result.catalogueMs)}; memory grew by ` +
      `${format(result.memoryGrowthBytes / 1e6)} MB; ${result.differenceCount} files differ from the receipt.`,
  );
  return result.differenceCount === 0;
}

await runCommand(USAGE, async (args) => {
  exitOnSignals();
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const parts: Record<string, () => Promise<boolean>> = {
    models: () => checkModelReaders(Number(values["model-mutations"])),
    uploads: () => checkUploads(Number(values["upload-kills"])),
    processing: () => checkProcessing(Number(values["processing-kills"])),
    processes: () => checkProcesses(Number(values["process-kills"])),
    mails: () => checkMails(Number(values["mail-kills"])),
    browser: () => checkBrowserUpload(Number(values["browser-kills"]), Number(values.megabytes)),
    large: checkLargeUpload,
  };
  const names = positionals.length > 0 ? positionals : Object.keys(parts);
  const unknown = names.filter((name) => !parts[name]);
  if (unknown.length > 0)
    throw new Error(`Unknown part "${unknown.join('", "')}". Parts: ${Object.keys(parts).join(", ")}.`);
  let isSuccess = true;
  for (const name of names) isSuccess = (await parts[name]!()) && isSuccess;
  return isSuccess ? EXIT_CODES.success : EXIT_CODES.problemsFound;
});
