import type { FastifyInstance } from "fastify";
import { createServer, type AddressInfo } from "node:net";
import { buildApp, type AppOptions } from "./app.ts";
import type { Config } from "./config.ts";
import { openServices } from "./openServices.ts";
import { seedDemo } from "./seed/seedDemo.ts";
import type { Services } from "./services.ts";
import { dropLeases } from "./stores/uploadBatchStore.ts";
import { startProcessing, type Processing } from "./uploads/processingLoop.ts";

/** A server that listens and works. */
export interface RunningServer {
  /** Where it is reached, without a path. */
  url: string;
  app: FastifyInstance;
  services: Services;
  /** Ends everything in order. A second call waits for the first. */
  close(): Promise<void>;
}

/** How long answers under way may take once the server is told to end. */
const GRACE = 2000;

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
  let closing: Promise<void> | undefined;
  const end = async () => {
    await processing?.stop();
    if (app) await closeApp(app);
    await closeServices();
  };
  const close = () => (closing ??= end());
  try {
    app = await buildApp(services, options);
    await app.listen({ port: config.port, host: config.host });
    await services.storage.prepare();
    if (config.isDemo) await seedDemo(services);
    // One process holds an embedded database: whoever had claimed an upload before is gone.
    if (!config.databaseUrl) await dropLeases(services.db);
    processing = startProcessing(services);
    return { url: addressOf(config), app, services, close };
  } catch (error) {
    await close();
    throw error;
  }
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
