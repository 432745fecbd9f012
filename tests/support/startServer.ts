import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppOptions } from "../../src/server/app.ts";
import type { Config } from "../../src/server/config.ts";
import { runServer, type RunningServer } from "../../src/server/runServer.ts";
import { startPostgres, type TestPostgres } from "../../scripts/dev/lib/postgres.ts";
import { copyPreparedData } from "./copyPreparedData.ts";

export interface StartOptions extends Partial<Config>, AppOptions {
  /** Uses the embedded database in a data folder of its own, though PostgreSQL is there. */
  isEmbedded?: boolean;
}

const SECRET = "a secret for tests that is long enough";
const DAY = 24 * 60 * 60;

/** A complete configuration; the demo data are seeded unless `isDemo` is false. */
export const aConfig = (dataDir: string, overrides: Partial<Config> = {}): Config => ({
  role: "all",
  port: 0,
  host: "127.0.0.1",
  trustProxy: false,
  dataDir,
  storageContainer: "ms2",
  publicUrl: "http://127.0.0.1:0",
  tokenSecret: SECRET,
  tokenLifetimeSeconds: DAY,
  uploadLinkLifetimeSeconds: 7 * DAY,
  uploadLinksEnd: new Date("2027-12-31T23:59:59Z"),
  auditRetentionDays: 3650,
  trashRetentionDays: 90,
  vendorQuotaBytes: 1e12,
  requestsPerMinute: 0,
  workerCount: 2,
  azcopyAddresses: {},
  supportEmail: "",
  documentationUrl: "",
  logLevel: "warn",
  isDemo: true,
  isPublic: false,
  ...overrides,
});

/**
 * A real server on a free port, with the demo data unless `isDemo` is false. Its database is a copy of a PostgreSQL
 * template; it is the embedded one with `dataDir` or `isEmbedded`, and where there is no PostgreSQL. `close` removes
 * database and folder, unless they were given.
 */
export async function startServer({
  log,
  portal,
  hasContentSecurityPolicy,
  bodyTimeoutMs,
  isEmbedded = false,
  ...overrides
}: StartOptions = {}): Promise<RunningServer> {
  const place =
    overrides.dataDir === undefined
      ? await createPlace(overrides, isEmbedded)
      : { dataDir: overrides.dataDir };
  const options: AppOptions = {
    ...(log && { log }),
    ...(portal && { portal }),
    ...(hasContentSecurityPolicy !== undefined && { hasContentSecurityPolicy }),
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
  };
  const config = aConfig(place.dataDir, {
    ...(place.database && { databaseUrl: place.database.url }),
    ...overrides,
  });
  const server = await runServer(config, options).catch((error: unknown) => {
    // Another process may have taken the free port between looking and listening.
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return runServer(config, options);
    throw error;
  });
  await server.demoFilesStored;
  return {
    ...server,
    async close() {
      await server.close();
      await place.database?.stop();
      if (overrides.dataDir === undefined) await rm(place.dataDir, { recursive: true, force: true });
    },
  };
}

interface Place {
  dataDir: string;
  database?: TestPostgres | undefined;
}

/** A new data folder and, unless the caller names one, a database; both with the demo data where the server has them. */
async function createPlace(
  { isDemo = true, databaseUrl, storageConnectionString }: Partial<Config>,
  isEmbedded: boolean,
): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "flood-server-"));
  if (databaseUrl) return { dataDir };
  const isSeeded = isDemo && !storageConnectionString;
  const template = process.env[isSeeded ? "DEMO_TEMPLATE" : "MIGRATED_TEMPLATE"];
  if (isEmbedded || template === undefined) {
    copyPreparedData(isSeeded ? "DEMO_DATA" : "EMPTY_DATA", dataDir);
    return { dataDir };
  }
  if (isSeeded) copyPreparedData("DEMO_TEMPLATE_FOLDER", dataDir);
  return { dataDir, database: await startPostgres(template) };
}
