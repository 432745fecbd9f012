import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppOptions } from "../../src/server/app.ts";
import type { Config } from "../../src/server/config.ts";
import { runServer, type RunningServer } from "../../src/server/runServer.ts";
import { fillWith } from "./fillWith.ts";

export interface StartOptions extends Partial<Config>, AppOptions {}

const SECRET = "a secret for tests that is long enough";
const DAY = 24 * 60 * 60;

/** A whole configuration on a folder of its own; demo data are seeded unless `isDemo` says otherwise. */
export const aConfig = (dataDir: string, overrides: Partial<Config> = {}): Config => ({
  port: 0,
  host: "127.0.0.1",
  trustProxy: false,
  dataDir,
  storageContainer: "ms2",
  publicUrl: "http://127.0.0.1:0",
  tokenSecret: SECRET,
  tokenLifetime: DAY,
  uploadLinkLifetime: 7 * DAY,
  vendorQuota: 1e12,
  azcopyAddresses: {},
  supportEmail: "",
  documentationUrl: "",
  isDemo: true,
  isPublic: false,
  ...overrides,
});

/**
 * A real server on a free port, with a data folder of its own that `close` removes. On the embedded database unless
 * `databaseUrl` names a PostgreSQL; the demo data are there on either.
 */
export async function startServer({
  log,
  portal,
  isGuarded,
  bodyWithin,
  ...overrides
}: StartOptions = {}): Promise<RunningServer> {
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), "flood-server-")));
  if (overrides.dataDir === undefined) fillWithMade(dataDir, aConfig(dataDir, overrides));
  const options: AppOptions = {
    ...(log && { log }),
    ...(portal && { portal }),
    ...(isGuarded !== undefined && { isGuarded }),
    ...(bodyWithin !== undefined && { bodyWithin }),
  };
  const config = aConfig(dataDir, overrides);
  const server = await runServer(config, options).catch((error: unknown) => {
    // Another process may have taken the free port between looking and listening.
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return runServer(config, options);
    throw error;
  });
  await server.filesStored;
  return {
    ...server,
    async close() {
      await server.close();
      if (overrides.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What is made once for all tests, where the server would make it by itself. */
function fillWithMade(dataDir: string, { isDemo, databaseUrl, storageConnectionString }: Config) {
  if (!databaseUrl) fillWith(isDemo && !storageConnectionString ? "DEMO_DATA" : "EMPTY_DATA", dataDir);
}
