import type { Services } from "../services.ts";
import { tryEach } from "../tryEach.ts";
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

/** Also deletes what abandoned uploads left. */
export const sweepEndedUploads = (services: Services, signal: AbortSignal): Promise<void> =>
  tryEach([cleanUpEndedUploads, sweepAbandonedUploads], signal, (sweep) => sweep(services, signal));

/** Links of cataloged uploads work until they expire, but nothing sent through them is read: delete it. */
async function cleanUpEndedUploads(services: Services, signal: AbortSignal): Promise<void> {
  const since = new Date(services.now().getTime() - DAY_MS);
  await tryEach(await listEndedUploads(services.db, since), signal, (upload) => {
    const cleanUp = upload.cataloged_at === null ? deleteRejectedArtifacts : deleteIncomingFolder;
    return cleanUp(services, upload, signal);
  });
}

/** Also deletes spatial extents that no record used for the lifetime of a link. */
export const sweepAbandonedUploads = (services: Services, signal: AbortSignal): Promise<void> =>
  tryEach([deleteAbandonedUploads, deleteUnusedExtents], signal, (sweep) => sweep(services, signal));

async function deleteAbandonedUploads({ db, now, storage }: Services, signal: AbortSignal): Promise<void> {
  const expiredBefore = new Date(now().getTime() - DAY_MS);
  await tryEach(await listAbandonedUploads(db, expiredBefore), signal, async (upload) => {
    await deleteFolder(storage, upload.folder, signal);
    await setIncomingDeleted(db, upload.id, now());
  });
}

async function deleteUnusedExtents(
  { config, db, now, storage }: Services,
  signal: AbortSignal,
): Promise<void> {
  const uploadedBefore = new Date(now().getTime() - DAY_MS - config.uploadLinkLifetimeSeconds * 1000);
  await tryEach(await listUnusedExtents(db, uploadedBefore), signal, async (storedName) => {
    if (await deleteUnusedExtent(db, storedName)) await storage.remove(`spatial-extents/${storedName}`);
  });
}

/** The script reports within moments and retries for a while. */
const REPORT_TIMEOUT_MS = 5 * 60_000;
/** Scripts that were never run leave uploads behind. */
const MAX_UNFINISHED_UPLOADS = 20;

/** For example, Done was clicked before the zip had arrived. Several processes may run it at once. */
export async function enqueueUnreportedUploads(services: Services, signal: AbortSignal): Promise<void> {
  const now = services.now().getTime();
  const arrivedBefore = new Date(now - REPORT_TIMEOUT_MS);
  await tryEach(await listOpenUploads(services.db, new Date(now - DAY_MS)), signal, (upload) =>
    enqueueIfArrived(services, upload, arrivedBefore),
  );
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
