import {
  BlobServiceClient,
  StorageSharedKeyCredential,
  type BlobItem,
  type ContainerClient,
} from "@azure/storage-blob";
import { Readable } from "node:stream";
import { cacheSuccess } from "../../contract/cacheSuccess.ts";
import { createGrants, requireSafeBlobPath, type Grant } from "./grants.ts";
import { writeBlob, type WriteOptions } from "./writeBlob.ts";

export type { Grant } from "./grants.ts";

/** `path` is relative to the container; `etag` has no quotes. */
export interface StoredBlob {
  path: string;
  size: number;
  contentType: string;
  modified: Date;
  etag: string;
}

export interface CopyOptions {
  /** Fails if the target has changed since it was found; `replaced` is undefined if it did not exist. */
  target?: { replaced: Pick<StoredBlob, "etag"> | undefined };
  signal?: AbortSignal;
}

/**
 * The files of uploads, in Azure, an Azure emulator or the embedded store. Paths with an empty, "." or ".." segment are
 * rejected.
 */
export interface BlobStorage {
  /** Creates the container if it does not exist, and checks whether the store supports grants for folders. */
  prepare(): Promise<void>;
  find(path: string): Promise<StoredBlob | undefined>;
  getUncommittedBytes(path: string): Promise<number>;
  /** Lists all blobs in a folder ("" for all), ordered by path. */
  list(folder: string): AsyncIterable<StoredBlob>;
  /** @throws an error with `statusCode` 404 if the blob does not exist */
  read(path: string, range?: { offset: number; length?: number }): Promise<Readable>;
  /**
   * Stores a stream with only a few chunks in memory. Replaces an existing blob atomically when the stream has ended; if
   * the stream fails or the signal is aborted, rejects and changes nothing.
   */
  write(path: string, content: Readable, options?: WriteOptions): Promise<void>;
  /** Stores a short text unless a blob with this path exists. */
  writeIfAbsent(path: string, text: string): Promise<void>;
  /** Copies inside the store, without the headers of the source. */
  copy(from: string, to: string, contentType: string, options?: CopyOptions): Promise<void>;
  /** Does nothing if the blob does not exist or, with `version`, if it has changed. */
  remove(path: string, version?: Pick<StoredBlob, "etag">): Promise<void>;
  /**
   * SAS token for one upload: read, add, create, write, list and modify inside its folder. If the store does not support
   * folders: read, add, create and write for the file `fileName` in it.
   */
  grantUpload(folder: string, fileName: string, expires: Date): Promise<Grant>;
  /** Read-only SAS token for a folder, or for the container if the store does not support folders. */
  grantRead(folder: string, expires: Date): Promise<Grant>;
  /** Read-only SAS token for one file; `prefix` is that of its folder. */
  grantReadFile(path: string, expires: Date): Grant;
}

interface BlobStorageOptions {
  connectionString: string;
  container: string;
  /** The blob service's address for vendors, if it differs from this server's. */
  publicAddress?: string;
  /** Attempts per request; by default those of the Azure library. */
  maxAttempts?: number;
}

/** @throws if the connection string has no account key, which signs SAS tokens */
export function createBlobStorage(options: BlobStorageOptions): BlobStorage {
  const retryOptions =
    options.maxAttempts === undefined ? {} : { retryOptions: { maxTries: options.maxAttempts } };
  const service = BlobServiceClient.fromConnectionString(options.connectionString, retryOptions);
  const container = service.getContainerClient(options.container);
  const { credential } = service;
  if (!(credential instanceof StorageSharedKeyCredential))
    throw new Error("The storage connection string must hold AccountName and AccountKey.");
  const supportsFolderGrants = cacheSuccess(async () => {
    const info = await service.getAccountInfo();
    return info.isHierarchicalNamespaceEnabled === true;
  });
  return {
    async prepare() {
      await container.createIfNotExists();
      await supportsFolderGrants();
    },
    find: async (path) => findBlob(container, requireSafeBlobPath(path)),
    getUncommittedBytes: async (path) => getUncommittedBytes(container, requireSafeBlobPath(path)),
    list: (folder) => listBlobs(container, folder),
    read: async (path, range) => readBlob(container, requireSafeBlobPath(path), range),
    write: async (path, content, writeOptions) =>
      writeBlob(container.getBlockBlobClient(requireSafeBlobPath(path)), content, writeOptions),
    writeIfAbsent: async (path, text) => writeIfAbsent(container, requireSafeBlobPath(path), text),
    copy: async (from, to, contentType, copyOptions) => {
      await copyBlob(container, requireSafeBlobPath(from), requireSafeBlobPath(to), copyOptions);
      await container.getBlobClient(to).setHTTPHeaders({ blobContentType: contentType });
    },
    remove: async (path, version) => removeBlob(container, requireSafeBlobPath(path), version),
    ...createGrants({
      credential,
      container: options.container,
      address: options.publicAddress ?? service.url,
      requiresHttps: service.url.startsWith("https:"),
      supportsFolderGrants: supportsFolderGrants,
    }),
  };
}

const DEFAULT_CONTENT_TYPE = "application/octet-stream";
const withoutQuotes = (etag = "") => etag.replaceAll('"', "");

async function findBlob(container: ContainerClient, path: string): Promise<StoredBlob | undefined> {
  try {
    const found = await container.getBlobClient(path).getProperties();
    if (isFolderMarker(found)) return undefined;
    return {
      path,
      size: found.contentLength ?? 0,
      contentType: found.contentType ?? DEFAULT_CONTENT_TYPE,
      modified: found.lastModified ?? new Date(0),
      etag: withoutQuotes(found.etag),
    };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

const hasStatus = (error: unknown, statusCode: number) =>
  error instanceof Error && "statusCode" in error && error.statusCode === statusCode;

const isNotFound = (error: unknown) => hasStatus(error, 404);

async function getUncommittedBytes(container: ContainerClient, path: string): Promise<number> {
  try {
    const { uncommittedBlocks = [] } = await container.getBlockBlobClient(path).getBlockList("uncommitted");
    return uncommittedBlocks.reduce((sum, { size }) => sum + size, 0);
  } catch (error) {
    if (isNotFound(error)) return 0;
    throw error;
  }
}

async function* listBlobs(container: ContainerClient, folder: string): AsyncGenerator<StoredBlob> {
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
  for await (const item of container.listBlobsFlat({ prefix, includeMetadata: true })) {
    if (!isFolderMarker(item)) yield toStoredBlob(item);
  }
}

/** A store with a hierarchical namespace returns folders as blobs with this metadata. */
export const isFolderMarker = ({ metadata }: { metadata?: Record<string, string> }) =>
  metadata?.["hdi_isfolder"] === "true";

function toStoredBlob({ name, properties }: BlobItem): StoredBlob {
  return {
    path: name,
    size: properties.contentLength ?? 0,
    contentType: properties.contentType ?? DEFAULT_CONTENT_TYPE,
    modified: properties.lastModified,
    etag: withoutQuotes(properties.etag),
  };
}

async function readBlob(
  container: ContainerClient,
  path: string,
  range: { offset: number; length?: number } = { offset: 0 },
): Promise<Readable> {
  // Azure rejects empty ranges.
  if (range.length === 0) return Readable.from([]);
  const response = await container.getBlobClient(path).download(range.offset, range.length);
  return Readable.from(response.readableStreamBody ?? [], { objectMode: false });
}

const buildUnchangedCondition = (found: Pick<StoredBlob, "etag"> | undefined) =>
  found ? { ifMatch: `"${found.etag}"` } : { ifNoneMatch: "*" };

async function writeIfAbsent(container: ContainerClient, path: string, text: string): Promise<void> {
  const options = {
    conditions: buildUnchangedCondition(undefined),
    blobHTTPHeaders: { blobContentType: "text/plain" },
  };
  try {
    await container.getBlockBlobClient(path).upload(text, Buffer.byteLength(text), options);
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
  }
}

async function removeBlob(
  container: ContainerClient,
  path: string,
  version?: Pick<StoredBlob, "etag">,
): Promise<void> {
  const options = version ? { conditions: buildUnchangedCondition(version) } : {};
  try {
    await container.getBlobClient(path).deleteIfExists(options);
  } catch (error) {
    if (!hasStatus(error, 412)) throw error;
  }
}

async function copyBlob(
  container: ContainerClient,
  from: string,
  to: string,
  { target, signal }: CopyOptions = {},
): Promise<void> {
  const poller = await container.getBlobClient(to).beginCopyFromURL(container.getBlobClient(from).url, {
    ...(signal && { abortSignal: signal }),
    conditions: target ? buildUnchangedCondition(target.replaced) : {},
  });
  // The library's poller does not react to the signal.
  const stopCopying = () => {
    poller.stopPolling();
    poller.cancelOperation().catch(() => undefined);
  };
  signal?.addEventListener("abort", stopCopying, { once: true });
  try {
    const { copyStatus } = await poller.pollUntilDone();
    if (copyStatus !== "success")
      throw new Error(`Copying ${from} to ${to} ended with status ${copyStatus}.`);
  } finally {
    signal?.removeEventListener("abort", stopCopying);
  }
}
