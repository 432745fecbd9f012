import { parseArgs } from "node:util";
import { EXIT_CODES, runCommand } from "../lib/command.ts";
import { LARGE_SIZE, hasSpaceForLargeZip } from "./bench/uploadPart.ts";
import { createProgress } from "./lib/progress.ts";
import { exitOnSignals, createTemporaryFolder } from "./lib/temporaryFolder.ts";
import { MODEL_FILES } from "./soak/damageModels.ts";
import { killDuringProcessing } from "./soak/killDuringProcessing.ts";
import { killDuringUpload } from "./soak/killDuringUpload.ts";
import { readInChild } from "./soak/readInChild.ts";
import { measureUpload } from "./uploads/measureUpload.ts";
import { senders } from "./uploads/senders.ts";

const USAGE = `npm run soak -- [--upload-kills N] [--processing-kills N] [--model-mutations N] [--no-large]

Tests that take too long for npm test: reads 100,000 damaged files with each reader of model files, kills the server 100
times during uploads and 20 times during processing, and uploads 16 GB if 60 GB of disk space are free.

Exit code: 0 no problem found, 1 data was lost or a reader failed, 2 could not run.`;

const OPTIONS = {
  "upload-kills": { type: "string", default: "100" },
  "processing-kills": { type: "string", default: "20" },
  "model-mutations": { type: "string", default: "100000" },
  "no-large": { type: "boolean", default: false },
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
  const { values } = parseArgs({ args, options: OPTIONS });
  const checks = [
    () => checkModelReaders(Number(values["model-mutations"])),
    () => checkUploads(Number(values["upload-kills"])),
    () => checkProcessing(Number(values["processing-kills"])),
    ...(values["no-large"] ? [] : [checkLargeUpload]),
  ];
  let isSuccess = true;
  for (const check of checks) isSuccess = (await check()) && isSuccess;
  return isSuccess ? EXIT_CODES.success : EXIT_CODES.problemsFound;
});
