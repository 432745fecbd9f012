import { createHash } from "node:crypto";
import { Transform, type Readable, type TransformCallback } from "node:stream";

export interface Digest {
  size: number;
  sha256: string;
}

export class HashTap extends Transform {
  private readonly hash = createHash("sha256");
  private size = 0;
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

export async function hashStream(content: Readable): Promise<Digest> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}
