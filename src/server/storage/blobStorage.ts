import {
  BlobServiceClient,
  StorageSharedKeyCredential,
  type BlobItem,
  type BlobRequestConditions,
  type ContainerClient,
} from "@azure/storage-blob";
import { Readable } from "node:stream";
import { createGrants, requireStorable, type Grant } from "./grants.ts";
import { writeBlob, type AboutContent } from "./writeBlob.ts";

export type { Grant } from "./grants.ts";

/** What is known of a stored blob without reading it. `path` is relative to the container; `etag` has no quotes. */
export interface StoredBlob {
  path: string;
  size: number;
  contentType: string;
  modified: Date;
  etag: string;
}

/**
 * The files of uploads, wherever they are kept: Azure, an emulator of it, or our own store on local disk. A path
 * with an empty, "." or ".." segment is refused everywhere: it would mean another place, or none.
 */
export interface BlobStorage {
  /** Creates the container where it is missing; learns whether the store can limit a grant to a folder. */
  prepare(): Promise<void>;
  /** What is known of one blob, or nothing when there is none of that path. */
  find(path: string): Promise<StoredBlob | undefined>;
  /** Bytes of the blocks that have arrived for a blob and are not part of it yet. */
  waitingBytes(path: string): Promise<number>;
  /** Every blob below a folder ("" for all), in the order of their paths; fetched page by page. */
  list(folder: string): AsyncIterable<StoredBlob>;
  /** The content, or a range of it. Refused with the store's error (`statusCode` 404) when there is no such blob. */
  read(path: string, range?: { offset: number; length?: number }): Promise<Readable>;
  /**
   * Stores a stream, holding only a few pieces of it in memory. It is on the store's disk when this resolves. A blob of that path is replaced as a whole
   * when the stream has ended well; when the stream fails, the error is passed on and nothing is changed. Rejects once
   * its signal is aborted, and sends nothing any more.
   */
  write(path: string, content: Readable, about?: AboutContent): Promise<void>;
  /**
   * Copies inside the store: no byte passes through this process. Where it is said what is `replaced` (a blob as it
   * was found, or none), a target that has changed since is left as it is, and the copy fails. The copy has the type
   * that is named and none of the headers its source was stored with.
   */
  copy(
    from: string,
    to: string,
    contentType: string,
    target?: { replaced: Pick<StoredBlob, "etag"> | undefined },
  ): Promise<void>;
  /**
   * Removes a blob; one that is not there is no error. Given the version that was found, it removes no other: what
   * has been stored under the path since stays, and that is no error either.
   */
  remove(path: string, version?: Pick<StoredBlob, "etag">): Promise<void>;
  /**
   * Shared access for one upload: read, add, create, write, list and modify inside its folder; where the store
   * cannot limit a grant to a folder, read, add, create and write of the one file `fileName` in it.
   */
  grantUpload(folder: string, fileName: string, expires: Date): Promise<Grant>;
  /** Read-only shared access to everything below a folder; where folders cannot be granted, to the container. */
  grantRead(folder: string, expires: Date): Promise<Grant>;
  /** Read-only shared access to one file; the prefix is that of its folder. */
  grantReadFile(path: string, expires: Date): Grant;
}

interface BlobStorageOptions {
  connectionString: string;
  container: string;
  /** The blob service's address as vendors' machines reach it, when that is not the one this server uses. */
  publicAddress?: string;
  /** How often a request is tried when the store does not answer; the storage library's default when left out. */
  tries?: number;
}

/**
 * The blob storage a connection string names, spoken to over HTTP. Throws at once when the string holds no account key, since no
 * shared access could be granted then.
 */
export function createBlobStorage(options: BlobStorageOptions): BlobStorage {
  const retryOptions = options.tries === undefined ? {} : { retryOptions: { maxTries: options.tries } };
  const service = BlobServiceClient.fromConnectionString(options.connectionString, retryOptions);
  const container = service.getContainerClient(options.container);
  const { credential } = service;
  if (!(credential instanceof StorageSharedKeyCredential))
    throw new Error("The storage connection string must hold AccountName and AccountKey.");
  let scope: Promise<boolean> | undefined;
  const hasFolders = () =>
    (scope ??= service.getAccountInfo().then(
      (info) => info.isHierarchicalNamespaceEnabled === true,
      (error: unknown) => {
        scope = undefined;
        throw error;
      },
    ));
  return {
    async prepare() {
      await container.createIfNotExists();
      await hasFolders();
    },
    find: async (path) => findBlob(container, requireStorable(path)),
    waitingBytes: async (path) => waitingBytes(container, requireStorable(path)),
    list: (folder) => listBlobs(container, folder),
    read: async (path, range) => readBlob(container, requireStorable(path), range),
    write: async (path, content, about) =>
      writeBlob(container.getBlockBlobClient(requireStorable(path)), content, about),
    copy: async (from, to, contentType, target) => {
      const conditions = target && conditionOf(target.replaced);
      await copyBlob(container, requireStorable(from), requireStorable(to), conditions);
      await container.getBlobClient(to).setHTTPHeaders({ blobContentType: contentType });
    },
    remove: async (path, version) => removeBlob(container, requireStorable(path), version),
    ...createGrants({
      credential,
      container: options.container,
      address: options.publicAddress ?? service.url,
      onlyEncrypted: service.url.startsWith("https:"),
      hasFolders,
    }),
  };
}

const DEFAULT_TYPE = "application/octet-stream";
const withoutQuotes = (etag = "") => etag.replaceAll('"', "");

async function findBlob(container: ContainerClient, path: string): Promise<StoredBlob | undefined> {
  try {
    const found = await container.getBlobClient(path).getProperties();
    if (isFolderMarker(found)) return undefined;
    return {
      path,
      size: found.contentLength ?? 0,
      contentType: found.contentType ?? DEFAULT_TYPE,
      modified: found.lastModified ?? new Date(0),
      etag: withoutQuotes(found.etag),
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && "statusCode" in error && error.statusCode === 404;

async function waitingBytes(container: ContainerClient, path: string): Promise<number> {
  try {
    const { uncommittedBlocks = [] } = await container.getBlockBlobClient(path).getBlockList("uncommitted");
    return uncommittedBlocks.reduce((sum, { size }) => sum + size, 0);
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

async function* listBlobs(container: ContainerClient, folder: string): AsyncGenerator<StoredBlob> {
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
  for await (const item of container.listBlobsFlat({ prefix, includeMetadata: true })) {
    if (!isFolderMarker(item)) yield storedBlobOf(item);
  }
}

/** A store with a hierarchical namespace answers its folders like blobs, marked in their metadata. */
export const isFolderMarker = ({ metadata }: { metadata?: Record<string, string> }) =>
  metadata?.["hdi_isfolder"] === "true";

function storedBlobOf({ name, properties }: BlobItem): StoredBlob {
  return {
    path: name,
    size: properties.contentLength ?? 0,
    contentType: properties.contentType ?? DEFAULT_TYPE,
    modified: properties.lastModified,
    etag: withoutQuotes(properties.etag),
  };
}

async function readBlob(
  container: ContainerClient,
  path: string,
  range: { offset: number; length?: number } = { offset: 0 },
): Promise<Readable> {
  // The service has no ranges of no bytes.
  if (range.length === 0) return Readable.from([]);
  const answer = await container.getBlobClient(path).download(range.offset, range.length);
  return Readable.from(answer.readableStreamBody ?? [], { objectMode: false });
}

/** Holds while a path is as it was found: this version of a blob, or none. */
const conditionOf = (found: Pick<StoredBlob, "etag"> | undefined) =>
  found ? { ifMatch: `"${found.etag}"` } : { ifNoneMatch: "*" };

async function removeBlob(
  container: ContainerClient,
  path: string,
  version?: Pick<StoredBlob, "etag">,
): Promise<void> {
  const options = version ? { conditions: conditionOf(version) } : {};
  try {
    await container.getBlobClient(path).deleteIfExists(options);
  } catch (error) {
    if (!isOfAnotherVersion(error)) throw error;
  }
}

const isOfAnotherVersion = (error: unknown) =>
  error instanceof Error && "statusCode" in error && error.statusCode === 412;

async function copyBlob(
  container: ContainerClient,
  from: string,
  to: string,
  conditions: BlobRequestConditions = {},
): Promise<void> {
  const source = container.getBlobClient(from).url;
  const poller = await container.getBlobClient(to).beginCopyFromURL(source, { conditions });
  const { copyStatus } = await poller.pollUntilDone();
  if (copyStatus !== "success") throw new Error(`Copying ${from} to ${to} ended as ${copyStatus}.`);
}
