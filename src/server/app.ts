import { BlobServiceClient } from "@azure/storage-blob";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { registerRateLimit } from "./auth/rateLimit.ts";
import { registerAuthentication } from "./auth/registerAuthentication.ts";
import { docsRoutes, registerOpenApi } from "./openapi/docsRoutes.ts";
import { authRoutes } from "./routes/authRoutes.ts";
import { conflictRoutes } from "./routes/uploads/conflictRoutes.ts";
import { resolutionRoutes } from "./routes/uploads/resolutionRoutes.ts";
import { contactRoutes } from "./routes/contactRoutes.ts";
import { fileRoutes } from "./routes/uploads/fileRoutes.ts";
import { mailRoutes } from "./routes/mailRoutes.ts";
import { modelRoutes } from "./routes/uploads/modelRoutes.ts";
import { draftRoutes } from "./routes/records/draftRoutes.ts";
import { healthRoutes } from "./routes/healthRoutes.ts";
import { historyRoutes, recordRoutes } from "./routes/records/recordRoutes.ts";
import { messageRoutes, notificationRoutes } from "./routes/records/messageRoutes.ts";
import { acceptanceRoutes } from "./routes/review/acceptanceRoutes.ts";
import { reviewFigureRoutes } from "./routes/review/reviewFigureRoutes.ts";
import { reviewQueueRoutes } from "./routes/review/reviewQueueRoutes.ts";
import { rejectionRoutes, reviewRoutes } from "./routes/review/reviewRoutes.ts";
import { reviewDeskRoutes } from "./routes/review/reviewDeskRoutes.ts";
import { recordChangeRoutes } from "./routes/records/recordChangeRoutes.ts";
import { referenceRoutes } from "./routes/referenceRoutes.ts";
import { spatialExtentRoutes } from "./routes/uploads/spatialExtentRoutes.ts";
import { trashRoutes } from "./routes/records/trashRoutes.ts";
import { uploadRoutes } from "./routes/uploads/uploadRoutes.ts";
import { deriveStoreAccount, PORTAL_PATH, type Config } from "./config.ts";
import type { Services } from "./services.ts";
import { servesPortal } from "./settings.ts";
import { registerErrorHandler, sendNotFound } from "./site/errorHandler.ts";
import { createFastify, registerBodyTimeout, type LogTarget } from "./site/createFastify.ts";
import { registerJsonParser } from "./site/jsonBodies.ts";
import { loadPortalConfig, registerPortalFiles, sendPortalPage } from "./site/portalFiles.ts";
import { buildSecurityHeaders } from "./site/securityHeaders.ts";
import { createQuotaCounter } from "./stores/uploads/quotaStore.ts";
import { isRevoked } from "./stores/uploads/uploadLinkStore.ts";
import type { BlobFolder } from "../blob-store/blobs/blobFolder.ts";
import { embeddedBlobStore, type EmbeddedBlobStoreOptions } from "../blob-store/embeddedBlobStore.ts";

const API_PATH = "/api";

const ROUTE_GROUPS: ((app: FastifyInstance, services: Services) => void)[] = [
  healthRoutes,
  authRoutes,
  recordRoutes,
  recordChangeRoutes,
  trashRoutes,
  draftRoutes,
  historyRoutes,
  contactRoutes,
  referenceRoutes,
  messageRoutes,
  notificationRoutes,
  rejectionRoutes,
  reviewRoutes,
  acceptanceRoutes,
  reviewFigureRoutes,
  reviewQueueRoutes,
  reviewDeskRoutes,
  mailRoutes,
  uploadRoutes,
  conflictRoutes,
  resolutionRoutes,
  fileRoutes,
  modelRoutes,
  spatialExtentRoutes,
];

export interface AppOptions {
  log?: LogTarget;
  portal?: (app: FastifyInstance) => Promise<void>;
  /** Only false in development, where scripts are injected. */
  hasContentSecurityPolicy?: boolean;
  /** Called before any route is registered. */
  observe?: ((app: FastifyInstance) => void) | undefined;
  /** Time limit for the smallest request body. */
  bodyTimeoutMs?: number;
}

/**
 * Builds the server without listening. With the roles all and web: the API, its documentation and the portal; with the
 * others, only the health checks. With an embedded store, also that store.
 */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = services;
  const app = createFastify(config, options.log);
  options.observe?.(app);
  registerErrorHandler(app);
  if (services.embeddedStore) await app.register(...embeddedStorePlugin(services, services.embeddedStore));
  if (servesPortal(config.role)) await app.register((site) => registerSite(site, services, options));
  else await app.register(async (api) => healthRoutes(api, services), { prefix: API_PATH });
  await app.ready();
  return app;
}

function embeddedStorePlugin({ config, db }: Services, store: BlobFolder) {
  const account = deriveStoreAccount(config);
  const localOrigins = [`http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`];
  const settings: EmbeddedBlobStoreOptions & { prefix: string } = {
    ...account,
    prefix: `/${account.accountName}`,
    store,
    allowedOrigins: [...new Set([config.publicUrl, ...localOrigins])],
    // A process with the role store serves only the store, also under the address that other processes use.
    ...(config.storeOrigin &&
      servesPortal(config.role) && { requiredHost: new URL(config.storeOrigin).host }),
    isRevoked: (path, access) => isRevoked(db, path, access),
    quota: createQuotaCounter(db, config.vendorQuotaBytes),
  };
  return [embeddedBlobStore, settings] as const;
}

async function registerSite(site: FastifyInstance, services: Services, options: AppOptions): Promise<void> {
  const portal = await loadPortalConfig(services.config);
  const headers = buildSecurityHeaders(getStoreOrigins(services.config), portal);
  await site.register(helmet, {
    ...headers,
    ...(options.hasContentSecurityPolicy === false && { contentSecurityPolicy: false }),
  });
  await registerOpenApi(site, API_PATH);
  await site.register((api) => registerApi(api, services, options.bodyTimeoutMs), { prefix: API_PATH });
  await site.register(docsRoutes, { prefix: API_PATH });
  site.get("/", async (_request, reply) => reply.redirect(PORTAL_PATH));
  site.get(PORTAL_PATH.slice(0, -1), async (_request, reply) => reply.redirect(PORTAL_PATH));
  site.get(`${PORTAL_PATH}config.json`, async (_request, reply) =>
    reply.header("cache-control", "no-cache").send(portal),
  );
  await (options.portal ?? registerPortalFiles)(site);
  site.setNotFoundHandler((request, reply) => {
    if (!sendPortalPage(reply)) return sendNotFound(request, reply);
    return reply;
  });
}

/** Level 3 compresses a list of thousands of records to a tenth in a few milliseconds. */
const COMPRESSION_OPTIONS = { encodings: ["gzip" as const], zlibOptions: { level: 3 }, threshold: 2048 };

async function registerApi(
  api: FastifyInstance,
  services: Services,
  minBodyTimeoutMs?: number,
): Promise<void> {
  await api.register(compress, COMPRESSION_OPTIONS);
  registerJsonParser(api);
  registerBodyTimeout(api, minBodyTimeoutMs);
  registerRateLimit(api, services);
  registerAuthentication(api, services);
  api.addHook("onSend", async (_request, reply) => {
    if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
  });
  for (const register of ROUTE_GROUPS) register(api, services);
}

function getStoreOrigins(config: Config): string[] {
  const { storageConnectionString, publicStoreAddress, storeOrigin, publicUrl } = config;
  if (!storageConnectionString || publicStoreAddress) return [new URL(storeOrigin ?? publicUrl).origin];
  return [new URL(BlobServiceClient.fromConnectionString(storageConnectionString).url).origin];
}
