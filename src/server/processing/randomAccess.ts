import { addAbortSignal, Readable } from "node:stream";
import { WindowCache, type ZipSource } from "../../contract/zip/zipSource.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";

export interface RandomAccess {
  size: number;
  read(offset: number, length: number): Promise<Readable>;
}

/** @throws when the store returns another number of bytes */
export async function readBytes(access: RandomAccess, offset: number, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of requireExactLength(await access.read(offset, length), length)) chunks.push(chunk);
  return Buffer.concat(chunks, length);
}

/** A broken transfer is an error of the store, not of the file. */
export async function* requireExactLength(range: Readable, length: number): AsyncGenerator<Buffer> {
  let receivedBytes = 0;
  for await (const chunk of range as AsyncIterable<Buffer>) {
    receivedBytes += chunk.length;
    if (receivedBytes > length) break;
    yield chunk;
  }
  if (receivedBytes !== length)
    throw new Error(`The store returned ${receivedBytes} bytes instead of ${length}`);
}

/** Reads a blob by ranges. Reads fail when the signal is aborted. */
export function createBlobAccess(
  storage: BlobStorage,
  blob: { path: string; size: number },
  signal?: AbortSignal,
): RandomAccess {
  return {
    size: blob.size,
    async read(offset, length) {
      signal?.throwIfAborted();
      const content = await storage.read(blob.path, { offset, length });
      return signal ? addAbortSignal(signal, content) : content;
    },
  };
}

/** Serves small reads from cached windows. */
export class BufferedAccess extends WindowCache<Buffer> implements RandomAccess, ZipSource {
  constructor(
    private readonly source: RandomAccess,
    private readonly maxBufferedBytes: number,
  ) {
    super(source.size, maxBufferedBytes, (offset, length) => readBytes(source, offset, length));
  }

  async read(offset: number, length: number): Promise<Readable> {
    if (length > this.maxBufferedBytes) return this.source.read(offset, length);
    return Readable.from([await this.readBytes(offset, length)]);
  }
}

export const toZipSource = (access: RandomAccess): ZipSource => ({
  size: access.size,
  readBytes: (offset, length) => readBytes(access, offset, length),
});
