import { randomUUID } from "node:crypto";
import { createServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { buildApp, type AppOptions } from "./app.ts";
import { ConfigError, type Config } from "./config.ts";
import type { Workers } from "./jobs/startWorkers.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { startMetricsServer } from "./metrics/metricsServer.ts";
import { openServices } from "./openServices.ts";
import { listActiveDemoAccounts, seedDemo, storeDemoFiles } from "./seed/seedDemo.ts";
import type { Services } from "./services.ts";
import { processesUploads } from "./settings.ts";
import { findSetting, setSettingOnce } from "./stores/settingStore.ts";
import { expireAllLeases } from "./stores/jobStore.ts";
import { startProcessing } from "./background/startProcessing.ts";
import { warnOfUploadLinksEnd } from "./background/warnOfUploadLinksEnd.ts";

export interface RunningServer {
  url: string;
  app: FastifyInstance;
  services: Services;
  /** Resolves after the start, once the demo files are stored. */
  demoFilesStored: Promise<void>;
  /** A second call waits for the first. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 20_000;

/** Starts the server and the processing of uploads. Port 0 selects a free port. Closes everything if a step fails. */
export async function runServer(initialConfig: Config, options?: AppOptions): Promise<RunningServer> {
  const config = await withFreePort(initialConfig);
  const { services, close: closeServices } = await openServices(config);
  const metrics = config.metricsPort === undefined ? undefined : createMetrics(services);
  let metricsServer: Server | undefined;
  let app: FastifyInstance | undefined;
  let processing: Workers | undefined;
  let stopWarning: (() => void) | undefined;
  let filesStored = Promise.resolve();
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    stopWarning?.();
    // From here on, no request is accepted. Jobs stop while the running requests finish.
    await Promise.all([app && closeApp(app), processing?.stop(), filesStored]);
    metricsServer?.close();
    await closeServices();
  };
  const close = () => (closing ??= closeAll());
  try {
    await rejectPublicDemoAccounts(services);
    app = await buildApp(services, { ...options, observe: metrics?.observeRequests });
    await services.storage.prepare();
    await requireMatchingStore(services);
    if (config.isDemo) await seedDemo(services);
    // Only one process uses an embedded database: leases of an earlier process are stale.
    if (!config.databaseUrl) await expireAllLeases(services.db);
    // Listen last, so that the first request does not fail.
    await app.listen({ port: config.port, host: config.host });
    const { log } = app;
    if (processesUploads(config.role)) {
      processing = startProcessing(services, {
        workerCount: config.workerCount,
        onStageReached: metrics?.onStageReached,
      });
      stopWarning = warnOfUploadLinksEnd(services, log);
    }
    if (metrics)
      metricsServer = await startMetricsServer(metrics.registry, {
        port: config.metricsPort!,
        host: config.host,
      });
    if (config.isDemo)
      filesStored = storeDemoFiles(services).catch((err: unknown) =>
        log.error({ err }, "The demo files could not be stored. The next start tries again."),
      );
    return { url: formatServerUrl(config), app, services, demoFilesStored: filesStored, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A data folder that once ran with demo data still contains the demo accounts. */
async function rejectPublicDemoAccounts(services: Services): Promise<void> {
  const { isPublic, isDemo } = services.config;
  if (!isPublic || isDemo) return;
  const activeAccounts = await listActiveDemoAccounts(services);
  if (activeAccounts.length > 0)
    throw new ConfigError([
      `The demo accounts ${activeAccounts.join(", ")} still have their public password, and other machines can reach this server. ` +
        "Disable them (npm run account -- disable NAME), use another DATA_DIR, or, if this is a public demo, set DEMO to true.",
    ]);
}

/** The embedded store needs its address before the server listens. */
async function withFreePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, config.host, resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) };
}

function formatServerUrl({ host, port }: Config): string {
  const name = ["0.0.0.0", "::", ""].includes(host) ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await app.close().finally(() => clearTimeout(timeout));
}

const STORE_ID_BLOB = "store-id";
const STORE_ID_SETTING = "store-id";

/** Servers that share a database must share the store. @throws ConfigError if the store has another id */
export async function requireMatchingStore({ db, storage }: Pick<Services, "db" | "storage">): Promise<void> {
  if ((await findSetting(db, STORE_ID_SETTING)) === undefined)
    await storage.writeIfAbsent(STORE_ID_BLOB, randomUUID());
  else if (!(await storage.find(STORE_ID_BLOB))) throw new ConfigError([STORE_MISMATCH]);
  const id = await text(await storage.read(STORE_ID_BLOB));
  await setSettingOnce(db, STORE_ID_SETTING, id);
  if ((await findSetting(db, STORE_ID_SETTING)) !== id) throw new ConfigError([STORE_MISMATCH]);
}

const STORE_MISMATCH =
  "This store does not contain the files of this database. Servers that share DATABASE_URL must also share the store. " +
  "Set AZURE_STORAGE_CONNECTION_STRING, or use the database from one server only, with its DATA_DIR.";
