import type { Services } from "../../services.ts";
import { forgetExtent, unsavedExtents } from "../../stores/uploads/spatialExtentStore.ts";
import { abandonedBatches, markCleared } from "../../stores/uploads/uploadBatchStore.ts";
import { removeFolder } from "./removeFolder.ts";

/** A link that has just ended may still finish a request. */
const DAY = 24 * 60 * 60_000;

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
