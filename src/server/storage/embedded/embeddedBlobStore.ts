import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { authorize, type Account } from "./requests/access.ts";
import type { BlobFolder } from "./blobs/blobFolder.ts";
import { addOriginHeaders, addSafetyHeaders, answerPreflight } from "./requests/browsers.ts";
import { operationFor } from "./requests/operationFor.ts";
import { asStoreError, errorDocument, StoreError } from "./requests/storeError.ts";
import { headerOf, storeRequestOf, type StoreRequest } from "./requests/storeRequest.ts";

export interface EmbeddedBlobStoreOptions {
  /** Where everything is kept. Whoever opened it closes it. */
  store: BlobFolder;
  accountName: string;
  /** Base64, as of an Azure storage account. */
  accountKey: string;
  /** Web origins, besides its own, whose pages may call the store. */
  allowedOrigins?: string[];
  /** The only host, with its port, at which shared access is good; any when left out. */
  onlyHost?: string | undefined;
  /** Whether shared access to a blob's path, good by itself, was taken back. */
  isShut?: (path: string) => Promise<boolean>;
  /** Counts bytes about to be written to a path by shared access, and answers false where there is no room for them. */
  room?: { take: (path: string, bytes: number) => Promise<boolean>; write: () => Promise<void> };
}

const METHODS = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"] as const;
const DEFAULT_VERSION = "2021-12-02";
const COLLECT_EVERY = 6 * 60 * 60 * 1000;

/**
 * A store that speaks the Azure Blob REST protocol, on local disk; register it under the prefix `/{accountName}`.
 * Every request is signed with the account's key or carries service shared access (container, directory or blob).
 * A write is answered once it is on the disk. Refusals are answered in the protocol's XML form.
 */
export async function embeddedBlobStore(app: FastifyInstance, options: EmbeddedBlobStoreOptions) {
  const account = { name: options.accountName, key: options.accountKey };
  const allowed = new Set(options.allowedOrigins);
  const { store } = options;
  collectRegularly(app, store);
  app.addHook("onClose", () => options.room?.write());

  // Bodies stay streams: nothing is parsed, nothing is held in memory.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.addHook("onRequest", async (request, reply) => {
    addProtocolHeaders(request, reply);
    addOriginHeaders(request, reply, allowed);
  });
  app.addHook("onSend", async (_request, reply) => addSafetyHeaders(reply, allowed));
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));

  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    request.method === "OPTIONS"
      ? answerPreflight(request, reply, allowed)
      : answer(request, reply, { store, account, options });
  // Addresses carry shared access, so they are kept out of the ordinary log.
  const route = { method: [...METHODS], handler, exposeHeadRoute: false, logLevel: "error" as const };
  app.route({ ...route, url: "/" });
  app.route({ ...route, url: "/*" });
}

interface OpenStore {
  store: BlobFolder;
  account: Account;
  options: EmbeddedBlobStoreOptions;
}

async function answer(request: FastifyRequest, reply: FastifyReply, { store, account, options }: OpenStore) {
  const asked = storeRequestOf(request, account.name);
  const operation = operationFor(asked);
  const caller = authorize(asked, operation.needs, account);
  if (!caller.holdsKey) {
    await requireOpen(request, asked.blob ?? asked.query.get("prefix") ?? "", options);
    if (asked.method === "PUT") await requireRoom(asked, options);
  }
  const { status, headers = {}, body } = await operation.run({ request: asked, caller, store, account });
  return reply.code(status).headers(headers).send(body);
}

async function requireOpen(
  { host }: FastifyRequest,
  path: string,
  { onlyHost, isShut }: EmbeddedBlobStoreOptions,
): Promise<void> {
  if (onlyHost !== undefined && host !== onlyHost) throw new StoreError("AuthorizationFailure");
  if (await isShut?.(path)) throw new StoreError("AuthenticationFailed");
}

async function requireRoom({ blob, headers }: StoreRequest, { room }: EmbeddedBlobStoreOptions) {
  if (!room || blob === undefined) return;
  const length = headerOf(headers, "content-length");
  if (length === undefined && headers["transfer-encoding"])
    throw new StoreError("MissingContentLengthHeader");
  if (!(await room.take(blob, Number(length ?? 0)))) throw new StoreError("QuotaExceeded");
}

function addProtocolHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { headers } = request;
  reply.header("x-ms-request-id", randomUUID());
  reply.header("x-ms-version", headerOf(headers, "x-ms-version") ?? DEFAULT_VERSION);
  const clientId = headerOf(headers, "x-ms-client-request-id");
  if (clientId) reply.header("x-ms-client-request-id", clientId);
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asStoreError(error);
  // A client that went away is no fault of the store's.
  const isFailure = refusal.statusCode >= 500 && refusal.code !== "QuotaExceeded";
  if (isFailure && !request.raw.destroyed) request.log.error({ err: error }, "blob store");
  // What is left of the body is read and dropped: a client that is still sending could not read the answer.
  request.raw.resume();
  for (const name of ["content-length", "content-range", "content-type", "content-encoding"])
    reply.removeHeader(name);
  reply.code(refusal.statusCode).header("x-ms-error-code", refusal.code);
  if (refusal.statusCode === 304 || request.method === "HEAD") return reply.send();
  const id = String(reply.getHeader("x-ms-request-id"));
  return reply.header("content-type", "application/xml").send(errorDocument(refusal, id));
}

function collectRegularly(app: FastifyInstance, store: BlobFolder): void {
  const collect = () =>
    store.collect().catch((err: unknown) => app.log.error({ err }, "blob store: collecting"));
  const timer = setInterval(collect, COLLECT_EVERY).unref();
  void collect();
  app.addHook("onClose", async () => clearInterval(timer));
}
