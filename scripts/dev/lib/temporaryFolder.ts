import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = new Set<string>();
let hasExitListener = false;

/** The folder is deleted when this process exits. */
export async function createTemporaryFolder(prefix: string, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, prefix));
  folders.add(folder);
  if (!hasExitListener) process.once("exit", removeAll);
  hasExitListener = true;
  return folder;
}

/** Retries, because a server that was just killed may still write a file. */
function removeAll(): void {
  for (const folder of folders)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

const exitOnInterrupt = () => process.exit(130);
const exitOnTermination = () => process.exit(143);

/** Exits on Ctrl+C and SIGTERM, so the exit listeners stop servers and delete folders. Repeated calls do nothing more. */
export function exitOnSignals(): void {
  process.off("SIGINT", exitOnInterrupt).once("SIGINT", exitOnInterrupt);
  process.off("SIGTERM", exitOnTermination).once("SIGTERM", exitOnTermination);
}
