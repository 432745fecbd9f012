import type { Services } from "../../services.ts";
import { idleBatches, openBatches } from "../../stores/uploads/uploadBatchStore.ts";
import { enqueueUpload } from "../queue/enqueueUpload.ts";

/** A link that has just ended may still finish a request. */
const DAY = 24 * 60 * 60_000;
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
