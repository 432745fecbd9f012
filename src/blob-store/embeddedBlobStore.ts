import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { authorize, type Account } from "./requests/access.ts";
import type { BlobFolder } from "./blobs/blobFolder.ts";
import { addCorsHeaders, addSecurityHeaders, sendPreflight } from "./requests/browserHeaders.ts";
import { findOperation } from "./requests/findOperation.ts";
import { toStoreError, formatErrorXml, StoreError } from "./requests/storeError.ts";
import { getHeader, parseStoreRequest, type StoreRequest } from "./requests/storeRequest.ts";

export interface EmbeddedBlobStoreOptions {
  /** Closed by the caller. */
  store: BlobFolder;
  accountName: string;
  accountKey: string;
  /** Web origins whose pages can call the store, besides its own. */
  allowedOrigins?: string[];
  /** The only host (with port) where SAS tokens are accepted; by default any. */
  requiredHost?: string | undefined;
  /** Whether valid SAS tokens for a path no longer allow reading or writing. */
  isRevoked?: (path: string, access: "read" | "write") => Promise<boolean>;
  /** Counts the bytes written with SAS tokens; false if the quota is used up. */
  quota?: { tryReserve: (path: string, bytes: number) => Promise<boolean>; save: () => Promise<void> };
}

const METHODS = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"] as const;
const DEFAULT_VERSION = "2021-12-02";
const CLEANUP_INTERVAL_MS = 6 * 60 * 60 * 1000;

/**
 * Serves the Azure Blob REST protocol from local disk. Register it under the prefix `/{accountName}`. Requests need a
 * Shared Key signature or a service SAS token (container, directory or blob). Writes are synced before the response.
 */
export async function embeddedBlobStore(app: FastifyInstance, options: EmbeddedBlobStoreOptions) {
  const account = { name: options.accountName, key: options.accountKey };
  const allowed = new Set(options.allowedOrigins);
  const { store } = options;
  scheduleCleanup(app, store);
  app.addHook("onClose", () => options.quota?.save());

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.addHook("onRequest", async (request, reply) => {
    addProtocolHeaders(request, reply);
    addCorsHeaders(request, reply, allowed);
  });
  app.addHook("onSend", async (_request, reply) => addSecurityHeaders(reply, allowed));
  app.setErrorHandler((error, request, reply) => sendStoreError(error, request, reply));

  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    request.method === "OPTIONS"
      ? sendPreflight(request, reply, allowed)
      : handleRequest(request, reply, { store, account, options });
  // URLs contain SAS tokens, so requests are not logged.
  const route = { method: [...METHODS], handler, exposeHeadRoute: false, logLevel: "error" as const };
  app.route({ ...route, url: "/" });
  app.route({ ...route, url: "/*" });
}

interface OpenStore {
  store: BlobFolder;
  account: Account;
  options: EmbeddedBlobStoreOptions;
}

async function handleRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, account, options }: OpenStore,
) {
  const storeRequest = parseStoreRequest(request, account.name);
  const operation = findOperation(storeRequest);
  const caller = authorize(storeRequest, operation.requiredPermission, account);
  const requireOpenLink = async () => {
    if (!caller.hasAccountKey) await requireNotRevoked(storeRequest, options);
  };
  if (!caller.hasAccountKey) {
    requireOwnHost(request, options);
    await requireOpenLink();
    if (storeRequest.method === "PUT") await requireQuota(storeRequest, options);
  }
  const {
    status,
    headers = {},
    body,
  } = await operation.run({ request: storeRequest, caller, store, account, requireOpenLink });
  return reply.code(status).headers(headers).send(body);
}

function requireOwnHost({ host }: FastifyRequest, { requiredHost }: EmbeddedBlobStoreOptions): void {
  if (requiredHost !== undefined && host !== requiredHost) throw new StoreError("AuthorizationFailure");
}

async function requireNotRevoked(
  { blob, method, query }: StoreRequest,
  { isRevoked }: EmbeddedBlobStoreOptions,
): Promise<void> {
  const access = method === "GET" || method === "HEAD" ? "read" : "write";
  if (await isRevoked?.(blob ?? query.get("prefix") ?? "", access))
    throw new StoreError("AuthenticationFailed");
}

async function requireQuota({ blob, headers }: StoreRequest, { quota }: EmbeddedBlobStoreOptions) {
  if (!quota || blob === undefined) return;
  const length = getHeader(headers, "content-length");
  if (length === undefined && headers["transfer-encoding"])
    throw new StoreError("MissingContentLengthHeader");
  if (!(await quota.tryReserve(blob, Number(length ?? 0)))) throw new StoreError("QuotaExceeded");
}

function addProtocolHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { headers } = request;
  reply.header("x-ms-request-id", randomUUID());
  reply.header("x-ms-version", getHeader(headers, "x-ms-version") ?? DEFAULT_VERSION);
  const clientId = getHeader(headers, "x-ms-client-request-id");
  if (clientId) reply.header("x-ms-client-request-id", clientId);
}

function sendStoreError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const storeError = toStoreError(error);
  const isFailure = storeError.statusCode >= 500 && storeError.code !== "QuotaExceeded";
  // A destroyed request means that the client closed the connection.
  if (isFailure && !request.raw.destroyed) request.log.error({ err: error }, "blob store request failed");
  // Reads the rest of the body: a client that is still sending could not read the response.
  request.raw.resume();
  for (const name of ["content-length", "content-range", "content-type", "content-encoding"])
    reply.removeHeader(name);
  reply.code(storeError.statusCode).header("x-ms-error-code", storeError.code);
  if (storeError.statusCode === 304 || request.method === "HEAD") return reply.send();
  const id = String(reply.getHeader("x-ms-request-id"));
  return reply.header("content-type", "application/xml").send(formatErrorXml(storeError, id));
}

function scheduleCleanup(app: FastifyInstance, store: BlobFolder): void {
  const removeStaleBlocks = () =>
    store
      .removeStaleBlocks()
      .catch((err: unknown) => app.log.error({ err }, "blob store: removing stale blocks failed"));
  const timer = setInterval(removeStaleBlocks, CLEANUP_INTERVAL_MS).unref();
  void removeStaleBlocks();
  app.addHook("onClose", async () => clearInterval(timer));
}
