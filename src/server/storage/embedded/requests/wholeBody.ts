import type { Readable } from "node:stream";
import { StoreError } from "./storeError.ts";

/** Reads a body into memory. Refused when it is larger than the operation takes. */
export async function wholeBody(body: Readable, largest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largest) throw new StoreError("RequestBodyTooLarge");
  }
  return Buffer.concat(chunks);
}
