import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Whether a built file is missing, or older than any of the files and folders it is made of. */
export async function isStale(built: string, sources: string[]): Promise<boolean> {
  const builtAt = await changedAt(built);
  if (builtAt === undefined) return true;
  for (const source of sources) if (await hasNewer(source, builtAt)) return true;
  return false;
}

async function hasNewer(path: string, since: number): Promise<boolean> {
  const at = await changedAt(path);
  if (at === undefined) return false;
  if (at > since) return true;
  const entries = await readdir(path).catch(() => []);
  for (const entry of entries) if (await hasNewer(join(path, entry), since)) return true;
  return false;
}

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}
