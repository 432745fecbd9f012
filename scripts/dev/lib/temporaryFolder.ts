import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();
let isWatched = false;

/** Makes a folder that is gone when this process is, whatever ends it short of kill -9. */
export async function temporaryFolder(prefix: string, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, prefix));
  made.add(folder);
  if (!isWatched) process.once("exit", removeAll);
  isWatched = true;
  return folder;
}

/** A server that was killed a moment ago may still be writing its last file. */
function removeAll(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Ends this process on Ctrl+C and SIGTERM, and with it what it has started: its servers, its folders. */
export function endOnSignals(): void {
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
}
