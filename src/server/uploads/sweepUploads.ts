import type { Services } from "../services.ts";
import { deleteUnusedExtent, listUnusedExtents } from "../stores/uploads/spatialExtentStore.ts";
import {
  listAbandonedUploads,
  listEndedUploads,
  listUnfinishedUploads,
  lockUpload,
  enqueueUpload,
  setIncomingDeleted,
  listOpenUploads,
  type StoredUpload,
} from "../stores/uploads/uploadStore.ts";
import { isNewBlobVersion } from "./completeUpload.ts";
import { incomingBlobPath } from "./blobPaths.ts";
import { deleteIncomingFolder, deleteRejectedArtifacts, deleteFolder } from "./deleteBlobs.ts";

/** A link that has just expired may still finish a request. */
const DAY_MS = 24 * 60 * 60_000;

/** Links of cataloged uploads work until they expire, but nothing sent through them is read: delete it. */
export async function sweepEndedUploads(services: Services, signal: AbortSignal): Promise<void> {
  const since = new Date(services.now().getTime() - DAY_MS);
  for (const upload of await listEndedUploads(services.db, since)) {
    if (signal.aborted) return;
    await (upload.cataloged_at === null ? deleteRejectedArtifacts : deleteIncomingFolder)(
      services,
      upload,
      signal,
    );
  }
  await sweepAbandonedUploads(services, signal);
}

/** Also deletes spatial extents that no record used for the lifetime of a link. */
export async function sweepAbandonedUploads(services: Services, signal: AbortSignal): Promise<void> {
  const { config, db, now, storage } = services;
  const expiredBefore = new Date(now().getTime() - DAY_MS);
  for (const upload of await listAbandonedUploads(db, expiredBefore)) {
    await deleteFolder(storage, upload.folder, signal);
    await setIncomingDeleted(db, upload.id, now());
  }
  const uploadedBefore = new Date(expiredBefore.getTime() - config.uploadLinkLifetimeSeconds * 1000);
  for (const storedName of await listUnusedExtents(db, uploadedBefore)) {
    signal.throwIfAborted();
    if (await deleteUnusedExtent(db, storedName)) await storage.remove(`spatial-extents/${storedName}`);
  }
}

/** The script reports within moments and retries for a while. */
const REPORT_TIMEOUT_MS = 5 * 60_000;
/** Scripts that were never run leave uploads behind. */
const MAX_UNFINISHED_UPLOADS = 20;

/** For example, Done was clicked before the zip had arrived. Several processes may run it at once. */
export async function enqueueUnreportedUploads(services: Services, signal: AbortSignal): Promise<void> {
  const now = services.now().getTime();
  for (const upload of await listOpenUploads(services.db, new Date(now - DAY_MS))) {
    if (signal.aborted) return;
    await enqueueIfArrived(services, upload, new Date(now - REPORT_TIMEOUT_MS));
  }
}

/** For example, the network failed in the script's last step. */
export async function enqueueUnreportedUploadsOfRecord(services: Services, recordId: number): Promise<void> {
  for (const upload of await listUnfinishedUploads(services.db, recordId, MAX_UNFINISHED_UPLOADS))
    await enqueueIfArrived(services, upload);
}

/** The store shows only committed zips; a later report is compared with the zip. */
async function enqueueIfArrived(
  services: Services,
  upload: StoredUpload,
  arrivedBefore?: Date,
): Promise<void> {
  const incoming = await services.storage.find(incomingBlobPath(upload));
  if (
    !incoming ||
    !isNewBlobVersion(upload, incoming) ||
    (arrivedBefore && incoming.modified > arrivedBefore)
  )
    return;
  await services.db.transaction().execute(async (trx) => {
    const locked = await lockUpload(trx, upload.id);
    const isEnded = locked.job_id !== null || locked.cataloged_at !== null || locked.revoked_at !== null;
    if (isEnded || !isNewBlobVersion(locked, incoming)) return;
    const undeclared = { declared_name: null, declared_size: null, declared_sha256: null };
    const change = { ...undeclared, sent_at: incoming.modified, incoming_etag: incoming.etag };
    await enqueueUpload(trx, locked, change, services.now());
  });
}
