import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PORTAL_FOLDER } from "../../src/server/site/portalFiles.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = [
  "index.html",
  "vite.config.ts",
  "scripts/start",
  "package-lock.json",
  "public",
  "schemas",
  "src/contract",
  "src/portal",
];
const PAGE = join(PORTAL_FOLDER, "index.html");

/**
 * Builds the portal when it was never built, or when its sources have changed since. An installation without what
 * builds it serves the build it has.
 *
 * @throws Error saying what to do where there is neither
 */
export async function buildPortal(): Promise<void> {
  if (!isInstalled("vite")) {
    if (existsSync(PAGE)) return;
    throw new Error(
      "The portal was never built, and what builds it is not installed here. Run npm ci and npm run build " +
        "where it is, and bring the folder dist along.",
    );
  }
  const sources = SOURCES.map((source) => join(ROOT, source));
  if (!(await isStale(PAGE, sources))) return;
  console.log("Building the portal; this takes a minute at most and happens only after a change.");
  await buildApart();
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** In a process of its own, whose memory is given back: a build takes several times as much as the server. */
async function buildApart(): Promise<void> {
  const script = fileURLToPath(new URL("../build.ts", import.meta.url));
  const build = spawn(process.execPath, ["--import", "tsx", script], { cwd: ROOT, stdio: "inherit" });
  const endWithUs = () => void build.kill();
  process.once("exit", endWithUs);
  const [code] = (await once(build, "exit")) as [number | null];
  process.off("exit", endWithUs);
  if (code !== 0) throw new Error("The portal could not be built; what went wrong is said above.");
}

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
