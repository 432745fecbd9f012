import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import Fastify from "fastify";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedStorage } from "../../../src/server/storage/embedded/embeddedStorage.ts";
import { openBlobFolder } from "../../../src/server/storage/embedded/blobs/blobFolder.ts";
import {
  embeddedBlobStore,
  type EmbeddedBlobStoreOptions,
} from "../../../src/server/storage/embedded/embeddedBlobStore.ts";
import { embeddedConnectionString } from "./embeddedConnectionString.ts";

export const ACCOUNT = { accountName: "floodstore", accountKey: Buffer.alloc(32, 7).toString("base64") };
export const sharedKey = new StorageSharedKeyCredential(ACCOUNT.accountName, ACCOUNT.accountKey);

export const temporaryFolder = () => mkdtemp(join(tmpdir(), "blob-store-"));

/** A store on a free port of this machine, unless one is given, with its own folder unless one is given, which is then left in place. */
export async function startStore({
  port: wanted = 0,
  folder: given,
  ...overrides
}: Partial<Omit<EmbeddedBlobStoreOptions, "store">> & { folder?: string; port?: number } = {}) {
  const folder = given ?? (await temporaryFolder());
  const store = await openBlobFolder(folder);
  const app = Fastify({ forceCloseConnections: true });
  await app.register(embeddedBlobStore, {
    ...ACCOUNT,
    store,
    ...overrides,
    prefix: `/${ACCOUNT.accountName}`,
  });
  await app.listen({ host: "127.0.0.1", port: wanted });
  const { port } = app.server.address() as AddressInfo;
  const connectionString = embeddedConnectionString({ ...ACCOUNT, port });
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
      if (!given) await rm(folder, { recursive: true, force: true });
    },
  };
}

export type RunningStore = Awaited<ReturnType<typeof startStore>>;

/** The storage on a store's files, as the server that holds it works with them. */
export const storageOn = ({ store, endpoint }: Pick<RunningStore, "store" | "endpoint">, container = "ms2") =>
  createEmbeddedStorage({ ...ACCOUNT, store, container, publicAddress: endpoint });
