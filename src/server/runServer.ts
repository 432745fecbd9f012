import { randomUUID } from "node:crypto";
import { createServer, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { buildApp, type AppOptions } from "./app.ts";
import { ConfigError, type Config } from "./config.ts";
import { openServices } from "./openServices.ts";
import { openDemoAccounts, seedDemo, storeDemoFiles } from "./seed/seedDemo.ts";
import type { Services } from "./services.ts";
import { findSetting, takeSetting } from "./stores/settingStore.ts";
import { dropLeases } from "./stores/uploads/uploadBatchStore.ts";
import { startProcessing, type Processing } from "./uploads/queue/processingLoop.ts";

/** A server that listens and works. */
export interface RunningServer {
  /** Where it is reached, without a path. */
  url: string;
  app: FastifyInstance;
  services: Services;
  /** Resolves once the files of the demo data are stored, which users need not wait for. */
  filesStored: Promise<void>;
  /** Ends everything in order. A second call waits for the first. */
  close(): Promise<void>;
}

/** How long answers under way may take once the server is told to end. */
const GRACE = 20_000;

/**
 * Starts the whole server: services, port, store, demo data, processing of uploads. Port 0 takes any free one.
 *
 * @throws when a part cannot be had; what was opened until then is closed again
 */
export async function runServer(given: Config, options?: AppOptions): Promise<RunningServer> {
  const config = await withPort(given);
  const { services, close: closeServices } = await openServices(config);
  let app: FastifyInstance | undefined;
  let processing: Processing | undefined;
  let filesStored = Promise.resolve();
  let closing: Promise<void> | undefined;
  const end = async () => {
    await Promise.all([processing?.stop(), filesStored]);
    if (app) await closeApp(app);
    await closeServices();
  };
  const close = () => (closing ??= end());
  try {
    await refuseOpenDemo(services);
    app = await buildApp(services, options);
    await services.storage.prepare();
    await requireOwnStore(services);
    if (config.isDemo) await seedDemo(services);
    // One process holds an embedded database: whoever had claimed an upload before is gone.
    if (!config.databaseUrl) await dropLeases(services.db);
    // Not before everything stands: whoever reaches the page can sign in, and is not told to try again.
    await app.listen({ port: config.port, host: config.host });
    processing = startProcessing(services);
    const { log } = app;
    if (config.isDemo)
      filesStored = storeDemoFiles(services).catch((err: unknown) =>
        log.error({ err }, "The files of the demo data could not be stored; the next start tries again"),
      );
    return { url: addressOf(config), app, services, filesStored, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A data folder that was tried out with demo data keeps its accounts, which must not be found on the internet. */
async function refuseOpenDemo(services: Services): Promise<void> {
  const { isPublic, isDemo } = services.config;
  if (!isPublic || isDemo) return;
  const open = await openDemoAccounts(services);
  if (open.length > 0)
    throw new ConfigError([
      `The demo accounts ${open.join(", ")} still have the password everybody knows, and other machines reach this server. ` +
        "Disable them (npm run account -- disable NAME), use another DATA_DIR, or set DEMO to true",
    ]);
}

/** The embedded store must know its address before the server listens, so a free port is looked for beforehand. */
async function withPort(config: Config): Promise<Config> {
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

function addressOf({ host, port }: Config): string {
  const name = ["0.0.0.0", "::", ""].includes(host) ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), GRACE);
  await app.close().finally(() => clearTimeout(cut));
}

const BLOB = "store-id";
const SETTING = "store-id";

/**
 * Refuses a store that is not the one with this database's files: with two of them, each server would look for what
 * the other was sent. A store's id lies in it, and goes with it wherever it is moved.
 *
 * @throws ConfigError saying what to do
 */
export async function requireOwnStore({ db, storage }: Pick<Services, "db" | "storage">): Promise<void> {
  if (!(await storage.find(BLOB))) {
    const isNew = (await findSetting(db, SETTING)) === undefined;
    if (!isNew) throw new ConfigError([OTHER_STORE]);
    await storage.write(BLOB, Readable.from([randomUUID()]), { contentType: "text/plain" });
  }
  const id = await textOf(await storage.read(BLOB));
  await takeSetting(db, SETTING, id);
  if ((await findSetting(db, SETTING)) !== id) throw new ConfigError([OTHER_STORE]);
}

const OTHER_STORE =
  "The store is not the one that holds this database's files. Servers that share DATABASE_URL must share the store too: " +
  "name it in AZURE_STORAGE_CONNECTION_STRING, or let one server alone use the database with its DATA_DIR";

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
