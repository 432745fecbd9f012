import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { hasRoomForLarge, LARGE, SENDERS } from "./bench/uploadPart.ts";
import { EXIT_CODES, runCommand } from "../lib/command.ts";
import { measureUpload } from "./load/measureUpload.ts";
import { progressOf } from "./load/progress.ts";
import { killDuringProcessing } from "./soak/killDuringProcessing.ts";
import { killDuringUpload } from "./soak/killDuringUpload.ts";
import { MODEL_FILES, mutate, type Mutated } from "./soak/mutateModels.ts";
import { endOnSignals, temporaryFolder } from "./lib/temporaryFolder.ts";

const USAGE = `npm run soak -- [--upload-kills N] [--processing-kills N] [--model-mutations N] [--no-large]

What takes too long for npm test: reads a hundred thousand damaged model files, kills the server a hundred times during
uploads and twenty during processing, and sends 16 GB where 60 GB of disk are free. Prints its figures. The options do
less.

Exit code: 0 nothing was lost, 1 something was, 2 it could not run.`;

const OPTIONS = {
  "upload-kills": { type: "string", default: "100" },
  "processing-kills": { type: "string", default: "20" },
  "model-mutations": { type: "string", default: "100000" },
  "no-large": { type: "boolean", default: false },
} as const;

const number = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 0 });

async function uploads(kills: number): Promise<boolean> {
  const {
    uploads: sent,
    acknowledged,
    lost,
    sentAgainAfterOneKill,
    ...result
  } = await killDuringUpload(kills);
  console.log(
    `Uploads: ${result.kills} kills -9 during ${sent} uploads; of ${number(acknowledged)} acknowledged blocks ${lost} were ` +
      `lost; at most ${sentAgainAfterOneKill} blocks were sent again after one kill (three are sent at a time).`,
  );
  return lost === 0;
}

async function processing(kills: number): Promise<boolean> {
  const { uploads: sent, killedAfter, differences, ...result } = await killDuringProcessing(kills);
  const stages = Object.entries(killedAfter).map(([stage, count]) => `${count} after ${stage}`);
  console.log(
    `Processing: ${result.kills} kills -9 (${stages.join(", ")}) during ${sent} uploads; ` +
      `${differences.length === 0 ? "every file is stored once, as its receipt says" : differences.join("; ")}.`,
  );
  return differences.length === 0;
}

async function mutatedModels(count: number): Promise<boolean> {
  const results: Mutated[] = [];
  for (const [name, content] of Object.entries(MODEL_FILES)) results.push(await mutate(name, content, count));
  const crashes = results.flatMap((result) => result.crashes);
  const longest = Math.max(...results.map((result) => result.longest));
  console.log(
    `Models: ${number(count)} broken forms for each of ${results.length} readers; the longest reading took ` +
      `${number(longest)} ms; ${crashes.length === 0 ? "none failed" : crashes.slice(0, 10).join("; ")}.`,
  );
  return crashes.length === 0;
}

async function sixteenGigabytes(): Promise<boolean> {
  const folder = await temporaryFolder("flood-soak-");
  try {
    if (!(await hasRoomForLarge(folder))) {
      console.log("16 GB: skipped, since 60 GB of disk are not free.");
      return true;
    }
    const { sending, checking, extracting, cataloguing, differences, ...measured } = await measureUpload(
      folder,
      LARGE,
      SENDERS.script,
      { tell: progressOf("16 GB") },
    );
    const seconds = [sending, checking, extracting, cataloguing].map((time) => `${number(time / 1000)} s`);
    console.log(
      `16 GB: sent by the script in ${seconds[0]}, hashed and checked in ${seconds[1]}, extracted in ${seconds[2]}, ` +
        `catalogued in ${seconds[3]}; most memory over idle ${number((measured.peak - measured.idle) / 1e6)} MB; ` +
        `${differences} files differ from the receipt.`,
    );
    return differences === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runCommand(USAGE, async (args) => {
  endOnSignals();
  const { values } = parseArgs({ args, options: OPTIONS });
  const parts = [
    () => mutatedModels(Number(values["model-mutations"])),
    () => uploads(Number(values["upload-kills"])),
    () => processing(Number(values["processing-kills"])),
    ...(values["no-large"] ? [] : [sixteenGigabytes]),
  ];
  let isWell = true;
  for (const part of parts) isWell = (await part()) && isWell;
  return isWell ? EXIT_CODES.success : EXIT_CODES.problemsFound;
});
