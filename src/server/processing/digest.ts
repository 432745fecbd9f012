import { createHash } from "node:crypto";
import { Transform, type Readable, type TransformCallback } from "node:stream";

/** Size and SHA-256 (hexadecimal) of a stream's bytes. */
export interface Digest {
  size: number;
  sha256: string;
}

/** Passes bytes on unchanged and knows their size and SHA-256 once the last has gone through. */
export class HashTap extends Transform {
  private readonly hash = createHash("sha256");
  private size = 0;
  /** Set when the stream came to its end; unset when it was cut short. */
  digest: Digest | undefined;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk);
    this.size += chunk.length;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.digest = { size: this.size, sha256: this.hash.digest("hex") };
    done();
  }
}

/** Reads a stream to its end and answers its size and SHA-256. Throws what the stream throws. */
export async function hashStream(content: Readable): Promise<Digest> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}
