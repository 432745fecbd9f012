import type { BlobStorage, StoredBlob } from "../../storage/blobStorage.ts";

/** Removals under way at a time. */
const AT_ONCE = 16;

/**
 * Removes blobs as they were found, several at a time; what has been stored in place of one since stays. Ends with the
 * signal's reason when that is aborted; a blob that is gone already is no error.
 */
export async function removeBlobs(
  storage: Pick<BlobStorage, "remove">,
  blobs: StoredBlob[],
  signal?: AbortSignal,
): Promise<void> {
  for (let start = 0; start < blobs.length; start += AT_ONCE) {
    signal?.throwIfAborted();
    await Promise.all(blobs.slice(start, start + AT_ONCE).map((blob) => storage.remove(blob.path, blob)));
  }
}
