import { Readable } from "node:stream";
import type { RandomAccess } from "../../../src/server/processing/randomAccess.ts";

/** A stored file held in memory that counts its range requests. */
export function createMemoryAccess(
  bytes: Buffer,
): RandomAccess & { requests: [offset: number, length: number][] } {
  const requests: [number, number][] = [];
  return {
    size: bytes.length,
    requests,
    read: async (offset, length) => {
      if (offset < 0 || length < 1 || offset + length > bytes.length)
        throw new Error("416 Range Not Satisfiable");
      requests.push([offset, length]);
      return Readable.from([bytes.subarray(offset, offset + length)]);
    },
  };
}
