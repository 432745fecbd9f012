import type { Services } from "../../services.ts";
import type { StoredBatch } from "../../stores/uploads/uploadBatchStore.ts";
import { removeFolder } from "../sweeps/removeFolder.ts";

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
