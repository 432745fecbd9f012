import type { Services } from "../../services.ts";
import type { BlobStorage, StoredBlob } from "../../storage/blobStorage.ts";
import { findUpload, type StoredUpload } from "../../stores/uploads/uploadStore.ts";
import { storedUploadFolder, recordFolder, incomingBlobPath, storedZipPath } from "../blobPaths.ts";

/**
 * Removes everything from the folder an upload was sent to. What is kept of the upload lies elsewhere by then, so it
 * is not stored twice, and the link in the vendor's script no longer reads the model. Doing it again is no error.
 */
export function deleteIncomingFolder(
  { storage }: Pick<Services, "storage">,
  { folder }: Pick<StoredUpload, "folder">,
  signal?: AbortSignal,
): Promise<void> {
  return deleteFolder(storage, folder, signal);
}

/**
 * Removes what was made of an upload that was refused: its files, and our copy of the zip while the zip lies where
 * it was sent. Does nothing while the upload is being processed again or was taken since. What another worker stores
 * meanwhile stays. Doing it again is no error; it ends with the signal's reason when that is aborted.
 */
export async function deleteRejectedArtifacts(
  { db, storage }: Pick<Services, "db" | "storage">,
  batch: Pick<StoredUpload, "id" | "record_id" | "blob_name" | "folder">,
  signal: AbortSignal,
): Promise<void> {
  const isSentKept = (await storage.find(incomingBlobPath(batch))) !== undefined;
  const ownCopy = `${recordFolder(batch.record_id)}/${storedZipPath(batch)}`;
  const made: StoredBlob[] = [];
  for await (const blob of storage.list(storedUploadFolder(batch)))
    if (isSentKept || blob.path !== ownCopy) made.push(blob);
  // Listed first and judged then: whoever works on the upload from now on stores all of it anew, as other versions.
  if (!isRefused(await findUpload(db, batch.id))) return;
  // As they were found: what has been stored in place of one since stays.
  await removeEach(made, (blob) => storage.remove(blob.path, blob), signal);
}

const isRefused = (batch: StoredUpload | undefined) =>
  batch !== undefined && batch.failed_at !== null && batch.due_at === null && batch.cataloged_at === null;

/**
 * Removes everything below a folder of the store. Ends with the signal's reason when that is aborted; a folder that is
 * empty, or half removed, is no error.
 */
export const deleteFolder = (
  storage: Pick<BlobStorage, "list" | "remove">,
  folder: string,
  signal?: AbortSignal,
): Promise<void> => removeEach(storage.list(folder), ({ path }) => storage.remove(path), signal);

/** Removals under way at a time. */
const AT_ONCE = 16;

async function removeEach(
  blobs: Iterable<StoredBlob> | AsyncIterable<StoredBlob>,
  remove: (blob: StoredBlob) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let batch: StoredBlob[] = [];
  const removeBatch = async () => {
    signal?.throwIfAborted();
    await Promise.all(batch.map(remove));
    batch = [];
  };
  for await (const blob of blobs) if (batch.push(blob) >= AT_ONCE) await removeBatch();
  if (batch.length > 0) await removeBatch();
}
