import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import type { AppOptions } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { settings } from "./settings.ts";
import { runServer } from "./runServer.ts";
import { DEMO_PASSWORD, demoPeople } from "./seed/demoData.ts";
import { PORTAL_PATH } from "./site/portalFiles.ts";

/** Longer than any answer under way is waited for. */
const END_WITHIN = 25_000;

interface MainOptions extends AppOptions {
  /** Done once the configuration is known to be good, before anything is opened. */
  prepare?: () => Promise<void>;
}

/**
 * Starts the server as the environment says, tells where it is, and ends it cleanly on Ctrl+C or SIGTERM. When the
 * start fails, says why and leaves with 1.
 */
export async function main({ prepare, ...options }: MainOptions = {}): Promise<void> {
  let close: (() => Promise<void>) | undefined;
  // From the start on: whoever hears "Ready" may end the server at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end(close));
  try {
    const config = readConfig(process.env);
    await prepare?.();
    const server = await runServer(config, options);
    close = server.close;
    const words = [`Ready: ${server.url}${PORTAL_PATH}`, ...(config.isDemo ? [demoSignIns()] : [])];
    console.log(words.join("\n"));
  } catch (error) {
    console.error((await fullDiskOf(process.env["DATA_DIR"]?.trim() || DATA_DIR)) ?? reasonOf(error));
    process.exit(1);
  }
}

const DATA_DIR = settings.find(({ name }) => name === "DATA_DIR")?.fallback ?? "";
/** No start can do with less. */
const LEAST_FREE = 1024 ** 2;

/**
 * What to say of a start that failed where the disk of the data folder has no room: the parts that hit upon it say so
 * in their own ways, and most of them not where.
 */
async function fullDiskOf(dataDir: string, least = LEAST_FREE): Promise<string | undefined> {
  const folder = resolve(dataDir);
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk || disk.bavail * disk.bsize >= least) return undefined;
  return `The server could not start: the disk of ${folder} (DATA_DIR) is full. Make room there, and start it again.`;
}

/** Before the server runs there is nothing to close: what a start leaves half done, the next one does again. */
async function end(close: (() => Promise<void>) | undefined): Promise<void> {
  setTimeout(() => process.exit(1), END_WITHIN).unref();
  try {
    await close?.();
    process.exit(0);
  } catch (error) {
    console.error(reasonOf(error));
    process.exit(1);
  }
}

function demoSignIns(): string {
  const names = demoPeople.flatMap(({ account }) => account?.username ?? []);
  return `Demo sign-ins: ${names.join(", ")}; password ${DEMO_PASSWORD}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
    return `${error.message}. Another program uses this port; set PORT to another one.`;
  return `The server could not start: ${error.message}`;
}
