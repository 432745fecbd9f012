import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Digest } from "./hashTap.ts";

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
