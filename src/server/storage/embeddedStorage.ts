import { StorageSharedKeyCredential } from "@azure/storage-blob";
import { addAbortSignal, Readable } from "node:stream";
import { isFolderMarker, type BlobStorage, type StoredBlob } from "./blobStorage.ts";
import { createGrants, requireSafeBlobPath } from "./grants.ts";
import type { WriteOptions } from "./writeBlob.ts";
import type { BlobFolder } from "../../blob-store/blobs/blobFolder.ts";
import { commitContent, removeBlob } from "../../blob-store/blobs/commitContent.ts";
import type { Container } from "../../blob-store/blobs/container.ts";
import { mapInBatches } from "../../blob-store/blobs/mutex.ts";
import { readRange } from "../../blob-store/blobs/readBlob.ts";
import type { BlobEntry } from "../../blob-store/blobs/storedEntry.ts";
import { listPartSources } from "../../blob-store/operations/copyBlob.ts";
import { StoreError } from "../../blob-store/requests/storeError.ts";

interface EmbeddedStorageOptions {
  store: BlobFolder;
  container: string;
  accountName: string;
  accountKey: string;
  /** The store's address for vendors, including the account name. */
  publicAddress: string;
}

/** Works directly on the files of the embedded store, without HTTP requests. */
export function createEmbeddedStorage(options: EmbeddedStorageOptions): BlobStorage {
  const { store, container: name } = options;
  const getContainer = () => store.getContainer(name);
  return {
    async prepare() {
      if (!store.containerNames().includes(name)) await store.createContainer(name);
    },
    async find(path) {
      const entry = await getContainer().find(requireSafeBlobPath(path));
      return entry && !isFolderMarker(entry) ? toStoredBlob(entry) : undefined;
    },
    async getUncommittedBytes(path) {
      const { lock, staged } = getContainer();
      // Locked, because a commit moves the blocks.
      const blocks = await lock(requireSafeBlobPath(path), () => staged.list(path));
      return blocks.reduce((sum, { size }) => sum + size, 0);
    },
    list: (folder) =>
      listBlobs(getContainer(), folder === "" || folder.endsWith("/") ? folder : `${folder}/`),
    read: async (path, range) => readBlob(getContainer(), requireSafeBlobPath(path), range),
    write: async (path, content, writeOptions) =>
      writeBlob(getContainer(), requireSafeBlobPath(path), content, writeOptions),
    async writeIfAbsent(path, text) {
      const container = getContainer();
      const parts = await container.receiveParts(
        requireSafeBlobPath(path),
        Readable.from([Buffer.from(text)]),
      );
      try {
        await commitContent(container, path, (existing) => {
          if (existing) throw new StoreError("BlobAlreadyExists");
          return { headers: { "Content-Type": "text/plain" }, metadata: {}, parts };
        });
      } catch (error) {
        if (!(error instanceof StoreError && error.code === "BlobAlreadyExists")) throw error;
        await container.discard(parts);
      }
    },
    async copy(from, to, contentType, { target, signal } = {}) {
      signal?.throwIfAborted();
      const source = await getContainer().find(requireSafeBlobPath(from));
      if (!source) throw new StoreError("BlobNotFound");
      await commitContent(getContainer(), requireSafeBlobPath(to), async (replaced) => {
        if (target && target.replaced?.etag !== replaced?.etag) throw new StoreError("ConditionNotMet");
        const parts = await getContainer().linkParts(to, listPartSources(getContainer(), source));
        return { headers: { "Content-Type": contentType }, metadata: {}, parts };
      });
    },
    remove: (path, version) =>
      removeBlob(
        getContainer(),
        requireSafeBlobPath(path),
        (found) => !version || found?.etag === version.etag,
      ),
    ...createGrants({
      credential: new StorageSharedKeyCredential(options.accountName, options.accountKey),
      container: name,
      address: options.publicAddress,
      requiresHttps: false,
      supportsFolderGrants: async () => true,
    }),
  };
}

const toStoredBlob = ({ name, size, headers, modified, etag }: BlobEntry): StoredBlob => ({
  path: name,
  size,
  etag,
  contentType: headers["Content-Type"]!,
  // Whole seconds, as in the HTTP responses of the store.
  modified: new Date(new Date(modified).toUTCString()),
});

const PAGE_SIZE = 500;

/** Pages start at a name, not at an index, so that concurrent changes skip no blob. */
async function* listBlobs({ nameIndex, find }: Container, prefix: string): AsyncGenerator<StoredBlob> {
  await nameIndex.loaded;
  for (let from: string | undefined = prefix; from !== undefined;) {
    const start = nameIndex.lowerBound(from);
    const names = nameIndex.names.slice(start, start + PAGE_SIZE).filter((name) => name.startsWith(prefix));
    from = names.length === PAGE_SIZE ? nameIndex.names[start + PAGE_SIZE] : undefined;
    for (const entry of await mapInBatches(names, find))
      if (entry && !isFolderMarker(entry)) yield toStoredBlob(entry);
  }
}

async function readBlob(
  container: Container,
  path: string,
  { offset, length = Infinity }: { offset: number; length?: number } = { offset: 0 },
): Promise<Readable> {
  const entry = await container.find(path);
  if (!entry) throw new StoreError("BlobNotFound");
  const end = Math.min(entry.size, offset + length);
  return end > offset ? readRange(container, entry, offset, end - 1) : Readable.from([]);
}

async function writeBlob(
  container: Container,
  path: string,
  content: Readable,
  { contentType = "application/octet-stream", signal }: WriteOptions = {},
): Promise<void> {
  // An error event without a listener would end the process.
  content.on("error", () => undefined);
  try {
    signal?.throwIfAborted();
    const parts = await container.receiveParts(path, signal ? addAbortSignal(signal, content) : content);
    if (signal?.aborted) await container.discard(parts);
    signal?.throwIfAborted();
    await commitContent(container, path, () => ({
      headers: { "Content-Type": contentType },
      metadata: {},
      parts,
    }));
  } finally {
    content.destroy();
  }
}
