import { addAbortSignal } from "node:stream";
import type { RandomAccess } from "../processing/randomAccess.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";

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
