import { BlobServiceClient } from "@azure/storage-blob";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { authenticate } from "./auth/authenticate.ts";
import { docsRoutes, gatherOperations } from "./openapi/docsRoutes.ts";
import { authRoutes } from "./routes/authRoutes.ts";
import { conflictRoutes } from "./routes/conflictRoutes.ts";
import { contactRoutes } from "./routes/contactRoutes.ts";
import { fileRoutes } from "./routes/fileRoutes.ts";
import { modelRoutes } from "./routes/modelRoutes.ts";
import { healthRoutes } from "./routes/healthRoutes.ts";
import { historyRoutes, recordRoutes } from "./routes/recordRoutes.ts";
import { messageRoutes, notificationRoutes } from "./routes/messageRoutes.ts";
import { rejectionRoutes, reviewRoutes } from "./routes/reviewRoutes.ts";
import { recordChangeRoutes } from "./routes/recordChangeRoutes.ts";
import { referenceRoutes } from "./routes/referenceRoutes.ts";
import { spatialExtentRoutes } from "./routes/spatialExtentRoutes.ts";
import { uploadRoutes } from "./routes/uploadRoutes.ts";
import { embeddedAccount, type Config } from "./config.ts";
import type { Services } from "./services.ts";
import { answerErrors, answerNothing } from "./site/answerErrors.ts";
import { createServer, endSlowBodies, type LogTarget } from "./site/createServer.ts";
import { PORTAL_PATH, portalConfig, portalFiles, sendPortalPage } from "./site/portalFiles.ts";
import { securityHeaders } from "./site/securityHeaders.ts";
import { createRoomCounter } from "./stores/uploads/quotaStore.ts";
import { isShut } from "./stores/uploads/uploadLinkStore.ts";
import type { BlobFolder } from "./storage/embedded/blobs/blobFolder.ts";
import { embeddedBlobStore } from "./storage/embedded/embeddedBlobStore.ts";

/** Where the vendor services answer. */
const API_PATH = "/api";

const callsOf: ((app: FastifyInstance, services: Services) => void)[] = [
  healthRoutes,
  authRoutes,
  recordRoutes,
  recordChangeRoutes,
  historyRoutes,
  contactRoutes,
  referenceRoutes,
  messageRoutes,
  notificationRoutes,
  rejectionRoutes,
  reviewRoutes,
  uploadRoutes,
  conflictRoutes,
  fileRoutes,
  modelRoutes,
  spatialExtentRoutes,
];

export interface AppOptions {
  /** Takes the log; the standard output by default. */
  log?: LogTarget;
  /** Serves the portal's pages; the built files by default. */
  portal?: (app: FastifyInstance) => Promise<void>;
  /** Whether answers carry the content security policy. Only development, with its injected scripts, goes without. */
  isGuarded?: boolean;
  /** Milliseconds for the smallest body to arrive. */
  bodyWithin?: number;
}

/** The whole server, everything but the port: the vendor services, their documentation, the store, the portal. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = services;
  const app = createServer(config, options.log);
  answerErrors(app);
  if (services.embedded) await app.register(...embeddedStoreOf(services, services.embedded));
  await app.register((site) => siteOf(site, services, options));
  await app.ready();
  return app;
}

function embeddedStoreOf({ config, db }: Services, store: BlobFolder) {
  const account = embeddedAccount(config);
  const onThisMachine = [`http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`];
  const settings = {
    ...account,
    prefix: `/${account.accountName}`,
    store,
    allowedOrigins: [...new Set([config.publicUrl, ...onThisMachine])],
    ...(config.storeOrigin && { onlyHost: new URL(config.storeOrigin).host }),
    isShut: (path: string) => isShut(db, path),
    room: createRoomCounter(db, config.vendorQuota),
  };
  return [embeddedBlobStore, settings] as const;
}

async function siteOf(site: FastifyInstance, services: Services, options: AppOptions): Promise<void> {
  const portal = await portalConfig(services.config);
  const guard = securityHeaders(storeOrigins(services.config), portal);
  await site.register(helmet, {
    ...guard,
    ...(options.isGuarded === false && { contentSecurityPolicy: false }),
  });
  await gatherOperations(site, API_PATH);
  await site.register((api) => apiOf(api, services, options.bodyWithin), { prefix: API_PATH });
  await site.register(docsRoutes, { prefix: API_PATH });
  site.get("/", async (_request, reply) => reply.redirect(PORTAL_PATH));
  site.get(PORTAL_PATH.slice(0, -1), async (_request, reply) => reply.redirect(PORTAL_PATH));
  site.get(`${PORTAL_PATH}config.json`, async (_request, reply) =>
    reply.header("cache-control", "no-cache").send(portal),
  );
  await (options.portal ?? portalFiles)(site);
  site.setNotFoundHandler((request, reply) => {
    if (!sendPortalPage(reply)) return answerNothing(request, reply);
    return reply;
  });
}

/** Answers are compressed as quickly as it pays: a list of thousands of records shrinks to a tenth in a few milliseconds. */
const COMPRESSION = { encodings: ["gzip" as const], zlibOptions: { level: 3 }, threshold: 2048 };

async function apiOf(api: FastifyInstance, services: Services, bodyWithin?: number): Promise<void> {
  await api.register(compress, COMPRESSION);
  endSlowBodies(api, bodyWithin);
  authenticate(api, services);
  api.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
  });
  for (const register of callsOf) register(api, services);
}

/** The web origins that the store's addresses begin with, besides the page's own. */
function storeOrigins({ storageConnectionString, storeOrigin, publicUrl }: Config): string[] {
  if (!storageConnectionString) return [new URL(storeOrigin ?? publicUrl).origin];
  return [new URL(BlobServiceClient.fromConnectionString(storageConnectionString).url).origin];
}
