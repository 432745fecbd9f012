import type { Services } from "../../services.ts";
import { idleBatches } from "../../stores/uploads/uploadBatchStore.ts";
import { enqueueUpload } from "../queue/enqueueUpload.ts";

/** Scripts downloaded and never run leave batches behind; nobody has more of them in use than this. */
const MOST_BATCHES = 20;

/**
 * Looks for zips that have arrived for a record though their scripts never said so, as when the last step found no
 * network, and puts them up for processing.
 */
export async function findUnreported(services: Services, recordId: number): Promise<void> {
  for (const batch of await idleBatches(services.db, recordId, MOST_BATCHES))
    await enqueueUpload(services, batch);
}
