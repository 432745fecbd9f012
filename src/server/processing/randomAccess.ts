import type { Readable } from "node:stream";

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
