import type { Services } from "../services.ts";
import { writableBatches, type StoredBatch } from "../stores/uploadBatchStore.ts";
import { removeFolder } from "./removeFolder.ts";

/**
 * Removes everything from the folder an upload was sent to. What is kept of the upload lies elsewhere by then, so it
 * is not stored twice, and the link in the vendor's script no longer reads the model. Doing it again is no error.
 */
export function dropDelivered(
  { storage }: Pick<Services, "storage">,
  { folder }: Pick<StoredBatch, "folder">,
  signal?: AbortSignal,
): Promise<void> {
  return removeFolder(storage, folder, signal);
}

/** A link that has just ended may still finish a request. */
const DAY = 24 * 60 * 60_000;

/**
 * Removes what was sent through links of uploads that are done with: their links work until they expire, but nothing
 * that comes through them is ever looked at.
 */
export async function dropLateDeliveries(services: Services, signal: AbortSignal): Promise<void> {
  const since = new Date(services.now().getTime() - DAY);
  for (const batch of await writableBatches(services.db, since)) {
    if (signal.aborted) return;
    await dropDelivered(services, batch, signal);
  }
}
