import type { Services } from "../../services.ts";
import type { StoredBlob, BlobStorage } from "../../storage/blobStorage.ts";
import { findBatch, type StoredBatch } from "../../stores/uploads/uploadBatchStore.ts";
import { batchFolder, recordFolder, sentPath, zipPath } from "../uploadPlaces.ts";

/**
 * Removes what was made of an upload that was refused: its files, and our copy of the zip while the zip lies where
 * it was sent. Does nothing while the upload is being processed again or was taken since. What another worker stores
 * meanwhile stays. Doing it again is no error; it ends with the signal's reason when that is aborted.
 */
export async function dropRefused(
  { db, storage }: Pick<Services, "db" | "storage">,
  batch: Pick<StoredBatch, "id" | "record_id" | "blob_name" | "folder">,
  signal: AbortSignal,
): Promise<void> {
  const isSentKept = (await storage.find(sentPath(batch))) !== undefined;
  const ownCopy = `${recordFolder(batch.record_id)}/${zipPath(batch)}`;
  const made: StoredBlob[] = [];
  for await (const blob of storage.list(batchFolder(batch)))
    if (isSentKept || blob.path !== ownCopy) made.push(blob);
  // Listed first and judged then: whoever works on the upload from now on stores all of it anew, as other versions.
  if (isRefused(await findBatch(db, batch.id))) await removeBlobs(storage, made, signal);
}

const isRefused = (batch: StoredBatch | undefined) =>
  batch !== undefined && batch.failed_at !== null && batch.due_at === null && batch.catalogued_at === null;

/** Removals under way at a time. */
const AT_ONCE = 16;

/**
 * Removes blobs as they were found, several at a time; what has been stored in place of one since stays. Ends with the
 * signal's reason when that is aborted; a blob that is gone already is no error.
 */
async function removeBlobs(
  storage: Pick<BlobStorage, "remove">,
  blobs: StoredBlob[],
  signal?: AbortSignal,
): Promise<void> {
  for (let start = 0; start < blobs.length; start += AT_ONCE) {
    signal?.throwIfAborted();
    await Promise.all(blobs.slice(start, start + AT_ONCE).map((blob) => storage.remove(blob.path, blob)));
  }
}
