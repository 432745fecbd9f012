import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import Fastify from "fastify";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedStorage } from "../../../src/server/storage/embeddedStorage.ts";
import { openBlobFolder } from "../../../src/blob-store/blobs/blobFolder.ts";
import {
  embeddedBlobStore,
  type EmbeddedBlobStoreOptions,
} from "../../../src/blob-store/embeddedBlobStore.ts";
import { buildEmbeddedConnectionString } from "./embeddedConnectionString.ts";

export const ACCOUNT = { accountName: "floodstore", accountKey: Buffer.alloc(32, 7).toString("base64") };
export const sharedKey = new StorageSharedKeyCredential(ACCOUNT.accountName, ACCOUNT.accountKey);

export const createTemporaryFolder = () => mkdtemp(join(tmpdir(), "blob-store-"));

/** Uses a free port and a temporary folder by default. A given folder is not removed. */
export async function startStore({
  port: requestedPort = 0,
  folder: givenFolder,
  ...overrides
}: Partial<Omit<EmbeddedBlobStoreOptions, "store">> & { folder?: string; port?: number } = {}) {
  const folder = givenFolder ?? (await createTemporaryFolder());
  const store = await openBlobFolder(folder);
  const app = Fastify({ forceCloseConnections: true });
  await app.register(embeddedBlobStore, {
    ...ACCOUNT,
    store,
    ...overrides,
    prefix: `/${ACCOUNT.accountName}`,
  });
  await app.listen({ host: "127.0.0.1", port: requestedPort });
  const { port } = app.server.address() as AddressInfo;
  const connectionString = buildEmbeddedConnectionString({ ...ACCOUNT, port });
  return {
    app,
    folder,
    store,
    port,
    connectionString,
    endpoint: `http://127.0.0.1:${port}/${ACCOUNT.accountName}`,
    service: BlobServiceClient.fromConnectionString(connectionString, { retryOptions: { maxTries: 1 } }),
    async stop() {
      await app.close();
      await store.close();
      if (!givenFolder) await rm(folder, { recursive: true, force: true });
    },
  };
}

export type RunningStore = Awaited<ReturnType<typeof startStore>>;

/** Works on the files of the store directly. */
export const createStorageOn = (
  { store, endpoint }: Pick<RunningStore, "store" | "endpoint">,
  container = "ms2",
) => createEmbeddedStorage({ ...ACCOUNT, store, container, publicAddress: endpoint });
