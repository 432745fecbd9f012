import type { Services } from "../../services.ts";
import { forgetExtent, unsavedExtents } from "../../stores/uploads/spatialExtentStore.ts";
import {
  abandonedBatches,
  endedBatches,
  idleBatches,
  lockBatch,
  makeDue,
  markCleared,
  openBatches,
  type StoredUpload,
} from "../../stores/uploads/uploadBatchStore.ts";
import { isNews } from "../delivery.ts";
import { sentPath } from "../uploadPlaces.ts";
import { dropDelivered, dropRefused, removeFolder } from "./dropUpload.ts";
import { processingBell } from "./bell.ts";

/** A link that has just ended may still finish a request. */
const DAY = 24 * 60 * 60_000;

/**
 * Clears up after uploads whose processing has ended. The links of those that were taken work until they expire, but
 * nothing that comes through them is ever looked at: it is removed. So is what was made of refused ones, where that
 * was interrupted.
 */
export async function sweepUploads(services: Services, signal: AbortSignal): Promise<void> {
  const since = new Date(services.now().getTime() - DAY);
  for (const batch of await endedBatches(services.db, since)) {
    if (signal.aborted) return;
    await (batch.cataloged_at === null ? dropRefused : dropDelivered)(services, batch, signal);
  }
  await sweepAbandoned(services, signal);
}

/**
 * Removes what nobody will finish: what was sent through links that have ended and was never taken in, and spatial
 * extents that no record was saved with for as long as a link lasts. (The store itself forgets blocks after a week.)
 */
export async function sweepAbandoned(services: Services, signal: AbortSignal): Promise<void> {
  const { config, db, now, storage } = services;
  const ended = new Date(now().getTime() - DAY);
  for (const batch of await abandonedBatches(db, ended)) {
    await removeFolder(storage, batch.folder, signal);
    await markCleared(db, batch.id, now());
  }
  const uploadedBefore = new Date(ended.getTime() - config.uploadLinkLifetime * 1000);
  for (const storedName of await unsavedExtents(db, uploadedBefore)) {
    signal.throwIfAborted();
    if (await forgetExtent(db, storedName)) await storage.remove(`spatial-extents/${storedName}`);
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
export async function sweepUnreported(services: Services, signal: AbortSignal): Promise<void> {
  const now = services.now().getTime();
  for (const batch of await openBatches(services.db, new Date(now - DAY))) {
    if (signal.aborted) return;
    await enqueueUpload(services, batch, new Date(now - REPORT_TIME));
  }
}

/**
 * Looks for zips that have arrived for a record though their scripts never said so, as when the last step found no
 * network, and puts them up for processing.
 */
export async function findUnreported(services: Services, recordId: number): Promise<void> {
  for (const batch of await idleBatches(services.db, recordId, MOST_BATCHES))
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
  const sent = await services.storage.find(sentPath(batch));
  if (!sent || !isNews(batch, sent) || (until && sent.modified > until)) return;
  await services.db.transaction().execute(async (trx) => {
    const held = await lockBatch(trx, batch.id);
    if (held.due_at !== null || held.cataloged_at !== null || !isNews(held, sent)) return;
    const undeclared = { declared_name: null, declared_size: null, declared_sha256: null };
    const delivery = { ...undeclared, sent_at: sent.modified, incoming_etag: sent.etag };
    await makeDue(trx, batch.id, delivery, services.now());
  });
  processingBell(services).ring();
}
