import type { FastifyInstance } from "fastify";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillPath, parseRows, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { registerAuthentication } from "../../../src/server/auth/registerAuthentication.ts";
import { createToken } from "../../../src/server/auth/tokens.ts";
import { migrate } from "../../../src/server/database/migrate.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import { conflictRoutes } from "../../../src/server/routes/uploads/conflictRoutes.ts";
import { resolutionRoutes } from "../../../src/server/routes/uploads/resolutionRoutes.ts";
import { fileRoutes } from "../../../src/server/routes/uploads/fileRoutes.ts";
import { messageRoutes, notificationRoutes } from "../../../src/server/routes/records/messageRoutes.ts";
import { modelRoutes } from "../../../src/server/routes/uploads/modelRoutes.ts";
import { recordChangeRoutes } from "../../../src/server/routes/records/recordChangeRoutes.ts";
import { recordRoutes } from "../../../src/server/routes/records/recordRoutes.ts";
import { rejectionRoutes, reviewRoutes } from "../../../src/server/routes/review/reviewRoutes.ts";
import { spatialExtentRoutes } from "../../../src/server/routes/uploads/spatialExtentRoutes.ts";
import { uploadRoutes } from "../../../src/server/routes/uploads/uploadRoutes.ts";
import type { Services } from "../../../src/server/services.ts";
import { registerErrorHandler } from "../../../src/server/site/errorHandler.ts";
import { createFastify } from "../../../src/server/site/createFastify.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { createBlobStorage, type BlobStorage } from "../../../src/server/storage/blobStorage.ts";
import { insertAccount } from "../../../src/server/stores/accountStore.ts";
import { insertContact } from "../../../src/server/stores/contactStore.ts";
import { insertRecord, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { startProcessing, type ProcessingOptions } from "../../../src/server/background/startProcessing.ts";
import { startPostgres } from "../../../scripts/dev/lib/postgres.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { copyPreparedData } from "../../support/copyPreparedData.ts";
import { startStore, createStorageOn } from "../storage/embeddedStore.ts";

export type TestUser = "vendor1" | "vendor2" | "agency1";

const ACCOUNTS: [TestUser, roles: string[]][] = [
  ["vendor1", ["ROLE_EDITOR"]],
  ["vendor2", ["ROLE_EDITOR"]],
  ["agency1", ["ROLE_ADMIN-APPLICATION"]],
];

const CALLS = [
  recordRoutes,
  recordChangeRoutes,
  messageRoutes,
  notificationRoutes,
  uploadRoutes,
  conflictRoutes,
  resolutionRoutes,
  fileRoutes,
  modelRoutes,
  rejectionRoutes,
  reviewRoutes,
  spatialExtentRoutes,
];

export type UploadServer = Awaited<ReturnType<typeof startUploadServer>>;

interface UploadServerOptions {
  /** Uses the embedded database, though PostgreSQL is there. */
  isEmbedded?: boolean;
  databaseUrl?: string;
  uploadLinkLifetime?: number;
  /** A store of the test; requests are not retried. */
  storageConnectionString?: string;
}

type TestServicesOptions = Omit<UploadServerOptions, "databaseUrl"> & { databaseUrl: string | undefined };

/** Upload routes with a real store and a real database. */
export async function startUploadServer(options: UploadServerOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "uploads-"));
  const { storageConnectionString: given } = options;
  const store = given ? undefined : await startStore();
  const clock = { offset: 0 };
  const storage = store
    ? createStorageOn(store)
    : createBlobStorage({ connectionString: given!, container: "ms2", maxAttempts: 1 });
  const database = await createTestDatabase(options, dataDir);
  const databaseUrl = options.databaseUrl ?? database?.url;
  const services = await openTestServices({ ...options, databaseUrl }, dataDir, storage, clock);
  await services.storage.prepare();
  const tokens = await addAccounts(services);
  const app = createFastify(services.config);
  registerErrorHandler(app);
  await app.register(
    async (api) => {
      registerAuthentication(api, services);
      for (const register of CALLS) register(api, services);
    },
    { prefix: "/api" },
  );
  await app.ready();
  return {
    services,
    app,
    tokens,
    /** Advances the server's clock. */
    advance: (milliseconds: number) => void (clock.offset += milliseconds),
    ...createCalls(app, tokens),
    aRecord: (username: TestUser = "vendor1", overrides: JsonObject = {}) =>
      addRecord(services, username, overrides),
    processing: (settings: ProcessingOptions = {}) =>
      startProcessing(services, {
        workerCount: 1,
        pollIntervalMs: 30,
        logError: () => undefined,
        ...settings,
      }),
    async stop() {
      await app.close();
      await services.db.destroy();
      await database?.stop();
      await store?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL database for the server, or an embedded one in its data folder. */
async function createTestDatabase({ databaseUrl, isEmbedded }: UploadServerOptions, dataDir: string) {
  const template = process.env["MIGRATED_TEMPLATE"];
  if (databaseUrl) return undefined;
  if (template !== undefined && !isEmbedded) return startPostgres(template);
  copyPreparedData("EMPTY_DATA", dataDir);
  return undefined;
}

async function openTestServices(
  { databaseUrl, uploadLinkLifetime = 7 * 24 * 3600, storageConnectionString = "" }: TestServicesOptions,
  dataDir: string,
  storage: BlobStorage,
  clock: { offset: number },
): Promise<Services> {
  const db = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) });
  await migrate(db);
  const config: Services["config"] = {
    role: "all",
    port: 3000,
    host: "127.0.0.1",
    trustProxy: false,
    dataDir,
    storageConnectionString,
    storageContainer: "ms2",
    publicUrl: "https://portal.example.com",
    tokenSecret: "a secret of the tests, long enough to sign with",
    tokenLifetimeSeconds: 10 * 365 * 24 * 3600,
    uploadLinkLifetimeSeconds: uploadLinkLifetime,
    uploadLinksEnd: new Date("2027-12-31T23:59:59Z"),
    auditRetentionDays: 3650,
    trashRetentionDays: 90,
    vendorQuotaBytes: 1e12,
    requestsPerMinute: 0,
    workerCount: 2,
    azcopyAddresses: { linux: "https://store.example.com/azcopy.tar.gz" },
    supportEmail: "",
    documentationUrl: "",
    logLevel: "warn",
    isDemo: false,
    isPublic: false,
  };
  return { config, db, storage, now: () => new Date(Date.now() + clock.offset) };
}

async function addAccounts(services: Services): Promise<Record<TestUser, string>> {
  const tokens: Partial<Record<TestUser, string>> = {};
  for (const [username, roles] of ACCOUNTS) {
    const document = { email: `${username}@example.com` };
    const contact = await insertContact(services.db, { document, updatedBy: username, now: services.now() });
    const account = { id: contact!.id, username, password_hash: "none", roles };
    await insertAccount(services.db, account);
    tokens[username] = createToken(services, { accountId: account.id, version: 1 }).token;
  }
  return tokens as Record<TestUser, string>;
}

function addRecord({ db, now }: Services, username: string, overrides: JsonObject): Promise<StoredRecord> {
  const metadata = aMetadata(overrides) as unknown as JsonObject;
  return insertRecord(db, { username, metadata, schemaVersion: 1, now: now() });
}

interface CallOptions {
  params?: Record<string, string>;
  body?: JsonObject;
  headers?: Record<string, string>;
}

function createCalls(app: FastifyInstance, tokens: Record<TestUser, string>) {
  async function call(user: TestUser, endpoint: Endpoint, { params, body, headers }: CallOptions = {}) {
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${fillPath(endpoint.path, params)}`,
      headers: { "x-access-token": tokens[user], ...headers },
      ...(body && { payload: body }),
    });
    const answer = response.json<JsonObject>();
    const etag = String(response.headers.etag);
    return {
      status: response.statusCode,
      answer,
      rows: parseRows(answer),
      message: String(answer.message),
      etag,
    };
  }

  async function requestUpload(
    record: StoredRecord,
    user: TestUser = "vendor1",
    wanted: JsonObject = {},
  ): Promise<UploadTicket> {
    const { answer } = await call(user, endpoints.requestUpload, {
      body: { [RECORD_ID_KEY]: String(record.id), ...wanted },
    });
    return decode(getSchema("upload-ticket"), answer, "read") as unknown as UploadTicket;
  }

  /** The script's last step. */
  async function deliver(ticket: Pick<UploadTicket, "uploadToken">, body: unknown) {
    const response = await app.inject({
      method: "POST",
      url: "/api/vendors/upload-complete",
      headers: { "x-upload-token": ticket.uploadToken },
      payload: body as JsonObject,
    });
    return { status: response.statusCode, answer: response.json<JsonObject>() };
  }

  /** The script's first request. */
  async function getUploadState(ticket: Pick<UploadTicket, "uploadToken">) {
    const headers = { "x-upload-token": ticket.uploadToken };
    const response = await app.inject({ method: "GET", url: "/api/vendors/upload-complete", headers });
    return { status: response.statusCode, answer: response.json<JsonObject>() };
  }

  /** Sends and reports a zip like the upload script. */
  async function upload(
    record: StoredRecord,
    zip: Buffer,
    user: TestUser = "vendor1",
    wanted: JsonObject = {},
  ): Promise<UploadTicket> {
    const ticket = await requestUpload(record, user, wanted);
    await putZip(ticket, zip);
    const { status, answer } = await deliver(ticket, createZipReport(zip));
    if (status !== 200) throw new Error(`The report was answered ${status}: ${String(answer.message)}`);
    return ticket;
  }

  return { call, requestUpload, deliver, getUploadState, upload };
}

/** Stores a zip through the ticket's SAS link. */
export async function putZip(ticket: UploadTicket, zip: Buffer): Promise<void> {
  const { status } = await fetch(buildBlobUrl(ticket, ticket.blobName), {
    method: "PUT",
    headers: { "x-ms-blob-type": "BlockBlob" },
    body: new Uint8Array(zip),
  });
  if (status !== 201) throw new Error(`The store answered ${status}`);
}

export const createZipReport = (zip: Buffer) => ({
  file_name: "model.zip",
  size: zip.length,
  sha256: createHash("sha256").update(zip).digest("hex"),
});
