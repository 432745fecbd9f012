import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import type { AppOptions } from "./app.ts";
import { ConfigError, PORTAL_PATH, readConfig } from "./config.ts";
import { migrateDatabase } from "./openServices.ts";
import { servesPortal, settings } from "./settings.ts";
import { runServer } from "./runServer.ts";
import { DEMO_PASSWORD, demoPeople } from "./seed/demoData.ts";

/** Longer than CLOSE_TIMEOUT_MS in runServer. */
const SHUTDOWN_TIMEOUT_MS = 25_000;

interface MainOptions extends AppOptions {
  /** Overrides the setting ROLE. */
  role?: string | undefined;
  /** Runs after the configuration was validated, before the server starts. */
  prepare?: () => Promise<void>;
}

/** Starts the server and prints its address. Closes it on Ctrl+C and SIGTERM. Exits with 1 if the start fails. */
export async function main({ prepare, role, ...options }: MainOptions = {}): Promise<void> {
  let close: (() => Promise<void>) | undefined;
  // Registered first: a signal may arrive right after "Ready" is printed.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void shutDown(close));
  try {
    const config = readConfig({ ...process.env, ...(role && { ROLE: role }) });
    if (config.role === "migrate") {
      await migrateDatabase(config);
      console.log("The database is migrated.");
      return;
    }
    const hasPortal = servesPortal(config.role);
    if (hasPortal) await prepare?.();
    const server = await runServer(config, options);
    close = server.close;
    const lines = [
      `Ready: ${server.url}${hasPortal ? PORTAL_PATH : ""}`,
      ...(config.isDemo ? [formatDemoAccounts()] : []),
    ];
    console.log(lines.join("\n"));
  } catch (error) {
    console.error(
      (await describeFullDisk(process.env["DATA_DIR"]?.trim() || DATA_DIR)) ?? formatStartError(error),
    );
    process.exit(1);
  }
}

const DATA_DIR = settings.find(({ name }) => name === "DATA_DIR")?.defaultValue ?? "";
const MIN_FREE_BYTES = 1024 ** 2;

/** A full disk causes various errors, most of which do not mention the disk. */
async function describeFullDisk(dataDir: string, minBytes = MIN_FREE_BYTES): Promise<string | undefined> {
  const folder = resolve(dataDir);
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk || disk.bavail * disk.bsize >= minBytes) return undefined;
  return `The server could not start: the disk of ${folder} (DATA_DIR) is full. Free some space and start again.`;
}

/** Nothing to close during the start: the next start repeats unfinished steps. */
async function shutDown(close: (() => Promise<void>) | undefined): Promise<void> {
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
  try {
    await close?.();
    process.exit(0);
  } catch (error) {
    console.error(formatStartError(error));
    process.exit(1);
  }
}

function formatDemoAccounts(): string {
  const names = demoPeople.flatMap(({ account }) => account?.username ?? []);
  return `Demo accounts: ${names.join(", ")} (password: ${DEMO_PASSWORD})`;
}

function formatStartError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
    return `${error.message}. Another program uses this port. Set PORT to a different port.`;
  return `The server could not start: ${error.message}`;
}
