import { StorageSharedKeyCredential } from "@azure/storage-blob";
import { addAbortSignal, Readable } from "node:stream";
import { isFolderMarker, type BlobStorage, type StoredBlob } from "../blobStorage.ts";
import { createGrants, requireStorable } from "../grants.ts";
import type { AboutContent } from "../writeBlob.ts";
import type { BlobFolder } from "./blobs/blobFolder.ts";
import { commitContent, removeBlob } from "./blobs/commitContent.ts";
import type { Container } from "./blobs/container.ts";
import { inBatches } from "./blobs/sideBySide.ts";
import { readRange } from "./blobs/readBlob.ts";
import type { StoredEntry } from "./blobs/storedEntry.ts";
import { linkable } from "./operations/copyBlob.ts";
import { StoreError } from "./requests/storeError.ts";

interface EmbeddedStorageOptions {
  store: BlobFolder;
  container: string;
  accountName: string;
  /** Base64. */
  accountKey: string;
  /** The store's address, the account's name included, as vendors' machines reach it. */
  publicAddress: string;
}

/**
 * The blob storage of the store in this process, on its files themselves: no request, no copy on the way. What is
 * written is as safe as what the store has answered, and seen by its callers at once.
 */
export function createEmbeddedStorage(options: EmbeddedStorageOptions): BlobStorage {
  const { store, container: name } = options;
  const container = () => store.container(name);
  return {
    async prepare() {
      if (!store.names().includes(name)) await store.create(name);
    },
    async find(path) {
      const entry = await container().find(requireStorable(path));
      return entry && !isFolderMarker(entry) ? storedBlobOf(entry) : undefined;
    },
    async waitingBytes(path) {
      const { lock, staged } = container();
      // Held, since the blocks are moved away while a blob is made of them.
      const blocks = await lock(requireStorable(path), () => staged.list(path));
      return blocks.reduce((sum, { size }) => sum + size, 0);
    },
    list: (folder) => listBlobs(container(), folder === "" || folder.endsWith("/") ? folder : `${folder}/`),
    read: async (path, range) => readBlob(container(), requireStorable(path), range),
    write: async (path, content, about) => writeBlob(container(), requireStorable(path), content, about),
    async copy(from, to, contentType, target) {
      const source = await container().find(requireStorable(from));
      if (!source) throw new StoreError("BlobNotFound");
      await commitContent(container(), requireStorable(to), async (replaced) => {
        if (target && target.replaced?.etag !== replaced?.etag) throw new StoreError("ConditionNotMet");
        const parts = await container().adoptParts(to, linkable(container(), source));
        return { headers: { "Content-Type": contentType }, metadata: {}, parts };
      });
    },
    remove: (path, version) =>
      removeBlob(container(), requireStorable(path), (found) => !version || found?.etag === version.etag),
    ...createGrants({
      credential: new StorageSharedKeyCredential(options.accountName, options.accountKey),
      container: name,
      address: options.publicAddress,
      onlyEncrypted: false,
      hasFolders: async () => true,
    }),
  };
}

const storedBlobOf = ({ name, size, headers, modified, etag }: StoredEntry): StoredBlob => ({
  path: name,
  size,
  etag,
  contentType: headers["Content-Type"]!,
  // Whole seconds, as the store answers it over HTTP.
  modified: new Date(new Date(modified).toUTCString()),
});

const PAGE = 500;

/** By pages of names, so that what comes and goes meanwhile moves nothing out of sight. */
async function* listBlobs({ index, find }: Container, prefix: string): AsyncGenerator<StoredBlob> {
  await index.known;
  for (let from: string | undefined = prefix; from !== undefined;) {
    const place = index.placeOf(from);
    const names = index.names.slice(place, place + PAGE).filter((name) => name.startsWith(prefix));
    from = names.length === PAGE ? index.names[place + PAGE] : undefined;
    for (const entry of await inBatches(names, find))
      if (entry && !isFolderMarker(entry)) yield storedBlobOf(entry);
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
  { contentType = "application/octet-stream", signal }: AboutContent = {},
): Promise<void> {
  // It may fail while nobody reads it, and an error nobody listens to ends the process.
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
