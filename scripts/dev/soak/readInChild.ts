import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryFolder } from "../lib/temporaryFolder.ts";
import type { MutationResult } from "./damageModels.ts";

/** An input that takes longer counts as an endless loop. */
const MAX_INPUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;
const HEAP_MEGABYTES = 256;

export interface MeasuredMutationResult extends MutationResult {
  /** Largest resident memory of the process, including Node itself. */
  maxMegabytes: number;
}

interface Task {
  name: string;
  firstSeed: number;
  lastSeed: number;
  seedFile: string;
}

/** Reads damaged copies in a process with limited memory. If an input stops it, continues with the next one. */
export async function readInChild(name: string, count: number): Promise<MeasuredMutationResult> {
  const total = { inputs: count, rejected: 0, crashes: [] as string[], maxReadMs: 0, maxMegabytes: 0 };
  const seedFile = join(await createTemporaryFolder("flood-mutations-"), "seed");
  for (let firstSeed = 1; firstSeed <= count;) {
    const result = await runChild({ name, firstSeed, lastSeed: count, seedFile });
    if ("failure" in result) {
      const seed = readSeed(seedFile);
      if (seed < firstSeed) throw new Error(`${name}: ${result.failure}`);
      total.crashes.push(`${name}, seed ${seed}: ${result.failure}`);
      firstSeed = seed + 1;
      continue;
    }
    total.rejected += result.rejected;
    total.crashes.push(...result.crashes);
    total.maxReadMs = Math.max(total.maxReadMs, result.maxReadMs);
    total.maxMegabytes = Math.max(total.maxMegabytes, result.maxMegabytes);
    break;
  }
  return total;
}

/** 0 before the first input. */
function readSeed(seedFile: string): number {
  try {
    return Number(readFileSync(seedFile, "utf8"));
  } catch {
    return 0;
  }
}

function runChild({ name, firstSeed, lastSeed, seedFile }: Task) {
  const child = fork(
    join(import.meta.dirname, "mutationChild.ts"),
    [name, String(firstSeed), String(lastSeed), seedFile],
    { execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_MEGABYTES}`] },
  );
  return new Promise<MeasuredMutationResult | { failure: string }>((resolve) => {
    let last = { seed: 0, since: Date.now() };
    const timer = setInterval(() => {
      const seed = readSeed(seedFile);
      if (seed !== last.seed) last = { seed, since: Date.now() };
      else if (seed >= firstSeed && Date.now() - last.since > MAX_INPUT_MS) {
        resolve({ failure: `no result after ${MAX_INPUT_MS / 1000} s` });
        child.kill("SIGKILL");
      }
    }, CHECK_INTERVAL_MS);
    child.on("message", (result) => resolve(result as MeasuredMutationResult));
    child.on("exit", (code, signal) => {
      clearInterval(timer);
      resolve({ failure: `the reader ended with ${signal ?? `exit code ${code}`}` });
    });
  });
}
