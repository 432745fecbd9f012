import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PORTAL_FOLDER } from "../../src/server/site/portalFiles.ts";
import { isStale } from "./isStale.ts";
import { precompress } from "./precompress.ts";

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

/** Builds the portal when it was never built, or when its sources have changed since. */
export async function buildPortal(): Promise<void> {
  const page = join(PORTAL_FOLDER, "index.html");
  const sources = SOURCES.map((source) => join(ROOT, source));
  if (!(await isStale(page, sources))) return;
  console.log("Building the portal; this takes a minute at most and happens only after a change.");
  // Loaded only here: a start without a build is quicker without it.
  const { build } = await import("vite");
  await build({ root: ROOT, logLevel: "warn" });
  await precompress(PORTAL_FOLDER);
}
