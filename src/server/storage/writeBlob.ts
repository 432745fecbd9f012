import type { BlockBlobClient } from "@azure/storage-blob";
import { Readable } from "node:stream";

const MAX_BLOCKS_IN_MEMORY = 4;
/** A longer stream needs at least three requests. */
const MAX_SINGLE_REQUEST_BYTES = 1024 * 1024;

export interface WriteOptions {
  contentType?: string;
  /** Bytes, if known. Very large files need larger blocks. */
  size?: number;
  signal?: AbortSignal | undefined;
}

/** The blob appears only when the stream has ended; a failing stream leaves no blob. */
export async function writeBlob(
  blob: BlockBlobClient,
  content: Readable,
  { contentType, size, signal }: WriteOptions = {},
): Promise<void> {
  const options = {
    ...(contentType && { blobHTTPHeaders: { blobContentType: contentType } }),
    ...(signal && { abortSignal: signal }),
  };
  const chunks: AsyncIterator<Buffer> = readChunks(content);
  const head = await readFirstChunks(chunks);
  if (head.hasEnded) {
    const body = Buffer.concat(head.chunks);
    await blob.upload(body, body.length, options);
    return;
  }
  // The generator throws if the stream is destroyed without an error; with events, uploadStream would never end.
  const fullContent = Readable.from(concatChunks(head.chunks, chunks), { objectMode: false });
  if (signal) passSignalToBlocks(blob, signal);
  try {
    await blob.uploadStream(fullContent, getBlockSize(size), MAX_BLOCKS_IN_MEMORY, options);
  } finally {
    fullContent.destroy();
    content.destroy();
  }
}

/** uploadStream passes its signal only to the final commit, not to the blocks. */
function passSignalToBlocks(blob: BlockBlobClient, abortSignal: AbortSignal): void {
  const stageBlock = blob.stageBlock.bind(blob);
  blob.stageBlock = (id, body, length, options) => stageBlock(id, body, length, { ...options, abortSignal });
}

async function* readChunks(content: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of content) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
}

async function readFirstChunks(
  chunks: AsyncIterator<Buffer>,
): Promise<{ chunks: Buffer[]; hasEnded: boolean }> {
  const first: Buffer[] = [];
  for (let size = 0; size <= MAX_SINGLE_REQUEST_BYTES;) {
    const next = await chunks.next();
    if (next.done) return { chunks: first, hasEnded: true };
    first.push(next.value);
    size += next.value.length;
  }
  return { chunks: first, hasEnded: false };
}

async function* concatChunks(head: Buffer[], chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

const MIB = 1024 ** 2;
const DEFAULT_BLOCK_BYTES = 8 * MIB;
/** Azure's limit for one blob. */
const MAX_BLOCKS = 50_000;

export function getBlockSize(size = 0): number {
  return Math.max(DEFAULT_BLOCK_BYTES, Math.ceil(size / MAX_BLOCKS / MIB) * MIB);
}
