import { addAbortSignal, Readable } from "node:stream";
import type { BlobStorage } from "../storage/blobStorage.ts";

/** A stored file that can be read from anywhere in it, such as a blob that answers range requests. */
export interface RandomAccess {
  size: number;
  /** Exactly `length` bytes from `offset`; both lie within the file. */
  read(offset: number, length: number): Promise<Readable>;
}

/** Reads a small range whole. Throws when the store answers another number of bytes than it was asked for. */
export async function readBytes(access: RandomAccess, offset: number, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of exactly(await access.read(offset, length), length)) chunks.push(chunk);
  return Buffer.concat(chunks, length);
}

/** Passes a range on, and throws when it ends early or goes on too long: a broken transfer is no fault of the file. */
export async function* exactly(range: Readable, length: number): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of range as AsyncIterable<Buffer>) {
    seen += chunk.length;
    if (seen > length) break;
    yield chunk;
  }
  if (seen !== length) throw new Error(`The store answered ${seen} bytes instead of ${length}`);
}

/** A stored blob as processing reads it: by ranges, never whole. Reading ends with an error when the signal says so. */
export function blobAccess(
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

/**
 * Turns many small reads that lie close together into few large ones: keeps the last two windows it has read, since
 * a zip is read at its end and at one other place. Ranges larger than a window go straight to the store.
 */
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
    return Readable.from([await this.bytes(offset, length)]);
  }

  /** A range no longer than a window and within the file. The bytes are shared: they are not to be changed. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const held = this.windows.find(
      (window) => window.start <= offset && offset + length <= window.start + window.length,
    );
    const { start, bytes } = held ?? this.fetchWindow(offset);
    return (await bytes).subarray(offset - start, offset - start + length);
  }

  /**
   * Near the end of the file the window reaches back from there, as what precedes the end is read next. It is held while
   * it is still on its way, for whoever reads beside.
   */
  private fetchWindow(offset: number): Window {
    const start = Math.max(0, Math.min(offset, this.size - this.windowSize));
    const length = Math.min(this.windowSize, this.size - start);
    const window = { start, length, bytes: readBytes(this.source, start, length) };
    window.bytes.catch(() => (this.windows = this.windows.filter((other) => other !== window)));
    this.windows = [...this.windows.slice(-1), window];
    return window;
  }
}
