import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Environment variable that every process started by a test run inherits. */
export const RUN_VARIABLE = "FLOOD_TEST_RUN";

const GRACE_MS = 10_000;
const POLL_INTERVAL_MS = 200;

/**
 * Waits until the processes of a test run have ended, then kills those that have not. Returns their process ids and
 * command lines. Finds none on systems without /proc.
 */
export async function endLeftoverProcesses(runId: string, graceMs = GRACE_MS): Promise<string[]> {
  const deadline = Date.now() + graceMs;
  let leftovers = await findProcesses(runId);
  while (leftovers.length > 0 && Date.now() < deadline) {
    await delay(POLL_INTERVAL_MS);
    leftovers = await findProcesses(runId);
  }
  for (const { pid } of leftovers) killProcess(pid);
  return leftovers.map(({ pid, commandLine }) => `${pid} ${commandLine}`);
}

async function findProcesses(runId: string): Promise<{ pid: number; commandLine: string }[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      if (!environment.split("\0").includes(`${RUN_VARIABLE}=${runId}`)) return [];
      const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return [{ pid, commandLine: words.replaceAll("\0", " ").trim() }];
    }),
  );
  return found.flat();
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended since.
  }
}
