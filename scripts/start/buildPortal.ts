import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PORTAL_FOLDER } from "../../src/server/site/portalFiles.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCE_PATHS = [
  "index.html",
  "vite.config.ts",
  "scripts/start",
  "package-lock.json",
  "public",
  "schemas",
  "src/contract",
  "src/portal",
];
const BUILT_PAGE = join(PORTAL_FOLDER, "index.html");

/** Builds the portal if there is no build or its sources have changed since. */
export async function buildPortal(): Promise<void> {
  const sources = SOURCE_PATHS.map((source) => join(ROOT, source));
  if (!(await isStale(BUILT_PAGE, sources))) return;
  console.log("Building the portal (up to a minute) ...");
  await runBuildProcess();
}

/** In a separate process: a build needs several times as much memory as the server. */
async function runBuildProcess(): Promise<void> {
  const script = fileURLToPath(new URL("../build.ts", import.meta.url));
  const build = spawn(process.execPath, ["--import", "tsx", script, "--portal"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const killBuild = () => void build.kill();
  process.once("exit", killBuild);
  const [code] = (await once(build, "exit")) as [number | null];
  process.off("exit", killBuild);
  if (code !== 0) throw new Error("The portal could not be built. See the errors above.");
}

/** Whether the built file is missing or older than any file in the sources. */
export async function isStale(built: string, sources: string[]): Promise<boolean> {
  const builtAt = await getChangeTime(built);
  if (builtAt === undefined) return true;
  for (const source of sources) if (await hasChangedSince(source, builtAt)) return true;
  return false;
}

async function hasChangedSince(path: string, since: number): Promise<boolean> {
  const at = await getChangeTime(path);
  if (at === undefined) return false;
  if (at > since) return true;
  const entries = await readdir(path).catch(() => []);
  for (const entry of entries) if (await hasChangedSince(join(path, entry), since)) return true;
  return false;
}

async function getChangeTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}
