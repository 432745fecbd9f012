import { addAbortSignal, Readable } from "node:stream";
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

interface Window {
  start: number;
  length: number;
  bytes: Promise<Buffer>;
}

/** Serves small reads from two cached windows: a zip is read at its end and at one other place. */
export class BufferedAccess implements RandomAccess {
  readonly size: number;
  private windows: Window[] = [];

  constructor(
    private readonly source: RandomAccess,
    private readonly windowSize: number,
  ) {
    this.size = source.size;
  }

  async read(offset: number, length: number): Promise<Readable> {
    if (length > this.windowSize) return this.source.read(offset, length);
    return Readable.from([await this.readShared(offset, length)]);
  }

  /** The range must fit in a window. Do not change the bytes: they are shared. */
  async readShared(offset: number, length: number): Promise<Buffer> {
    const cached = this.windows.find(
      (window) => window.start <= offset && offset + length <= window.start + window.length,
    );
    const { start, bytes } = cached ?? this.fetchWindow(offset);
    return (await bytes).subarray(offset - start, offset - start + length);
  }

  /** Near the end the window extends backwards, because the bytes before the end are read next. */
  private fetchWindow(offset: number): Window {
    const start = Math.max(0, Math.min(offset, this.size - this.windowSize));
    const length = Math.min(this.windowSize, this.size - start);
    const window = { start, length, bytes: readBytes(this.source, start, length) };
    window.bytes.catch(() => (this.windows = this.windows.filter((other) => other !== window)));
    this.windows = [...this.windows.slice(-1), window];
    return window;
  }
}
