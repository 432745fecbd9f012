import type { BlockBlobClient } from "@azure/storage-blob";
import { Readable } from "node:stream";

const BLOCKS_IN_MEMORY = 4;
/** A stream no longer than this is sent in one request instead of three. */
const SINGLE_REQUEST_SIZE = 1024 * 1024;

/** What is known of a stream that is to be stored. */
export interface AboutContent {
  contentType?: string;
  /** Bytes, where they are known: a very long stream goes in larger blocks. */
  size?: number;
  /** Once it is aborted, what is under way ends, and nothing is sent again. */
  signal?: AbortSignal | undefined;
}

/** Sends a stream as one blob that appears only once the stream has ended; a failing stream leaves no blob. */
export async function writeBlob(
  blob: BlockBlobClient,
  content: Readable,
  { contentType, size, signal }: AboutContent = {},
): Promise<void> {
  const options = {
    ...(contentType && { blobHTTPHeaders: { blobContentType: contentType } }),
    ...(signal && { abortSignal: signal }),
  };
  const chunks: AsyncIterator<Buffer> = chunksOf(content);
  const head = await firstChunks(chunks);
  if (head.ended) {
    const body = Buffer.concat(head.chunks);
    await blob.upload(body, body.length, options);
    return;
  }
  // A generator turns a stream that is cut off without an error into an error, where events would wait for ever.
  const whole = Readable.from(rest(head.chunks, chunks), { objectMode: false });
  if (signal) stageUntil(blob, signal);
  try {
    await blob.uploadStream(whole, blockSizeFor(size), BLOCKS_IN_MEMORY, options);
  } finally {
    whole.destroy();
    content.destroy();
  }
}

/** Sending a stream, the library heeds its signal only when it puts the blocks together: here each block does. */
function stageUntil(blob: BlockBlobClient, abortSignal: AbortSignal): void {
  const stage = blob.stageBlock.bind(blob);
  blob.stageBlock = (id, body, length, options) => stage(id, body, length, { ...options, abortSignal });
}

async function* chunksOf(content: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of content) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
}

async function firstChunks(chunks: AsyncIterator<Buffer>): Promise<{ chunks: Buffer[]; ended: boolean }> {
  const first: Buffer[] = [];
  for (let size = 0; size <= SINGLE_REQUEST_SIZE;) {
    const next = await chunks.next();
    if (next.done) return { chunks: first, ended: true };
    first.push(next.value);
    size += next.value.length;
  }
  return { chunks: first, ended: false };
}

async function* rest(head: Buffer[], chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

const MIB = 1024 ** 2;
/** Small enough for a few of them to be held in memory. */
const USUAL = 8 * MIB;
/** Azure commits no more blocks as one blob. */
const MOST_BLOCKS = 50_000;

/** Bytes of the blocks in which a file is sent: larger ones only where it would need too many. */
export function blockSizeFor(size = 0): number {
  return Math.max(USUAL, Math.ceil(size / MOST_BLOCKS / MIB) * MIB);
}
