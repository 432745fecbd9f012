import type { Services } from "../services.ts";
import type { BlobStorage, StoredBlob } from "../storage/blobStorage.ts";
import { clearReceivedBytes, findUpload, type StoredUpload } from "../stores/uploads/uploadStore.ts";
import { storedUploadFolder, recordFolder, incomingBlobPath, storedZipPath } from "./blobPaths.ts";

/** The snapshot holds the zip, so nothing is stored twice and the vendor's link cannot read the model. */
export async function deleteIncomingFolder(
  { db, storage }: Pick<Services, "db" | "storage">,
  { id, folder }: Pick<StoredUpload, "id" | "folder">,
  signal?: AbortSignal,
): Promise<void> {
  await deleteFolder(storage, folder, signal);
  await clearReceivedBytes(db, id);
}

/** Keeps the snapshot if the incoming zip is gone. Does nothing while the upload is processed again or cataloged. */
export async function deleteRejectedArtifacts(
  { db, storage }: Pick<Services, "db" | "storage">,
  upload: Pick<StoredUpload, "id" | "record_id" | "blob_name" | "folder">,
  signal: AbortSignal,
): Promise<void> {
  const hasIncomingZip = (await storage.find(incomingBlobPath(upload))) !== undefined;
  const snapshotPath = `${recordFolder(upload.record_id)}/${storedZipPath(upload)}`;
  const artifacts: StoredBlob[] = [];
  for await (const blob of storage.list(storedUploadFolder(upload)))
    if (hasIncomingZip || blob.path !== snapshotPath) artifacts.push(blob);
  // List blobs before re-checking the status, so a new worker's blobs are spared.
  if (!isRejected(await findUpload(db, upload.id))) return;
  // Deletes the listed versions only: a blob stored since stays.
  await deleteEach(artifacts, (blob) => storage.remove(blob.path, blob), signal);
}

const isRejected = (upload: StoredUpload | undefined) =>
  upload !== undefined && upload.failed_at !== null && upload.job_id === null && upload.cataloged_at === null;

export const deleteFolder = (
  storage: Pick<BlobStorage, "list" | "remove">,
  folder: string,
  signal?: AbortSignal,
): Promise<void> => deleteEach(storage.list(folder), ({ path }) => storage.remove(path), signal);

const MAX_PARALLEL_DELETES = 16;

async function deleteEach(
  blobs: Iterable<StoredBlob> | AsyncIterable<StoredBlob>,
  deleteBlob: (blob: StoredBlob) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let upload: StoredBlob[] = [];
  const deletePending = async () => {
    signal?.throwIfAborted();
    await Promise.all(upload.map(deleteBlob));
    upload = [];
  };
  for await (const blob of blobs) if (upload.push(blob) >= MAX_PARALLEL_DELETES) await deletePending();
  if (upload.length > 0) await deletePending();
}
