import type { Services } from "../../services.ts";
import { deleteUnusedExtent, listUnusedExtents } from "../../stores/uploads/spatialExtentStore.ts";
import {
  listAbandonedUploads,
  listEndedUploads,
  listUnfinishedUploads,
  lockUpload,
  enqueue,
  setIncomingDeleted,
  listOpenUploads,
  type StoredUpload,
} from "../../stores/uploads/uploadStore.ts";
import { isNewBlobVersion } from "../completeUpload.ts";
import { incomingBlobPath } from "../blobPaths.ts";
import { deleteIncomingFolder, deleteRejectedArtifacts, deleteFolder } from "./deleteBlobs.ts";
import { getJobNotifier } from "./jobNotifier.ts";

/** A link that has just ended may still finish a request. */
const DAY = 24 * 60 * 60_000;

/**
 * Clears up after uploads whose processing has ended. The links of those that were taken work until they expire, but
 * nothing that comes through them is ever looked at: it is removed. So is what was made of refused ones, where that
 * was interrupted.
 */
export async function sweepEndedUploads(services: Services, signal: AbortSignal): Promise<void> {
  const since = new Date(services.now().getTime() - DAY);
  for (const batch of await listEndedUploads(services.db, since)) {
    if (signal.aborted) return;
    await (batch.cataloged_at === null ? deleteRejectedArtifacts : deleteIncomingFolder)(services, batch, signal);
  }
  await sweepAbandonedUploads(services, signal);
}

/**
 * Removes what nobody will finish: what was sent through links that have ended and was never taken in, and spatial
 * extents that no record was saved with for as long as a link lasts. (The store itself forgets blocks after a week.)
 */
export async function sweepAbandonedUploads(services: Services, signal: AbortSignal): Promise<void> {
  const { config, db, now, storage } = services;
  const ended = new Date(now().getTime() - DAY);
  for (const batch of await listAbandonedUploads(db, ended)) {
    await deleteFolder(storage, batch.folder, signal);
    await setIncomingDeleted(db, batch.id, now());
  }
  const uploadedBefore = new Date(ended.getTime() - config.uploadLinkLifetime * 1000);
  for (const storedName of await listUnusedExtents(db, uploadedBefore)) {
    signal.throwIfAborted();
    if (await deleteUnusedExtent(db, storedName)) await storage.remove(`spatial-extents/${storedName}`);
  }
}

/** The script's last step comes within moments, and is tried again for a while. */
const REPORT_TIME = 5 * 60_000;
/** Scripts downloaded and never run leave batches behind; nobody has more of them in use than this. */
const MOST_BATCHES = 20;

/**
 * Looks for zips of any record that arrived a while ago though their scripts never said so, and puts them up for
 * processing: whoever pressed Done before the zip had arrived does not have to press it again. One request to the
 * store for each script that may still send something. Any number of processes may look at once.
 */
export async function enqueueUnreportedUploads(services: Services, signal: AbortSignal): Promise<void> {
  const now = services.now().getTime();
  for (const batch of await listOpenUploads(services.db, new Date(now - DAY))) {
    if (signal.aborted) return;
    await enqueueUpload(services, batch, new Date(now - REPORT_TIME));
  }
}

/**
 * Looks for zips that have arrived for a record though their scripts never said so, as when the last step found no
 * network, and puts them up for processing.
 */
export async function enqueueUnreportedUploadsOfRecord(services: Services, recordId: number): Promise<void> {
  for (const batch of await listUnfinishedUploads(services.db, recordId, MOST_BATCHES))
    await enqueueUpload(services, batch);
}

/**
 * Puts an upload up for processing whose script has not said that its zip arrived, if one has. A zip is seen in the
 * store only once it is there as a whole, and what the script says later is held against it. One that was at fault
 * counts when it was sent anew since.
 *
 * @param until a zip that came later is left alone
 */
async function enqueueUpload(services: Services, batch: StoredUpload, until?: Date): Promise<void> {
  const sent = await services.storage.find(incomingBlobPath(batch));
  if (!sent || !isNewBlobVersion(batch, sent) || (until && sent.modified > until)) return;
  await services.db.transaction().execute(async (trx) => {
    const held = await lockUpload(trx, batch.id);
    if (held.due_at !== null || held.cataloged_at !== null || !isNewBlobVersion(held, sent)) return;
    const undeclared = { declared_name: null, declared_size: null, declared_sha256: null };
    const delivery = { ...undeclared, sent_at: sent.modified, incoming_etag: sent.etag };
    await enqueue(trx, batch.id, delivery, services.now());
  });
  getJobNotifier(services).ring();
}
