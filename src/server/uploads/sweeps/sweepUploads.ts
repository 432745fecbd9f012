import type { Services } from "../../services.ts";
import { endedBatches } from "../../stores/uploads/uploadBatchStore.ts";
import { dropDelivered } from "../queue/dropDelivered.ts";
import { dropRefused } from "../queue/dropRefused.ts";
import { sweepAbandoned } from "./sweepAbandoned.ts";

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
    await (batch.catalogued_at === null ? dropRefused : dropDelivered)(services, batch, signal);
  }
  await sweepAbandoned(services, signal);
}
