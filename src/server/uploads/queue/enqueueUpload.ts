import type { Services } from "../../services.ts";
import { lockBatch, makeDue, type StoredBatch } from "../../stores/uploads/uploadBatchStore.ts";
import { isNews } from "./isNews.ts";
import { processingBell } from "./processingBell.ts";
import { sentPath } from "../uploadPlaces.ts";

/**
 * Puts an upload up for processing whose script has not said that its zip arrived, if one has. A zip is seen in the
 * store only once it is there as a whole, and what the script says later is held against it. One that was at fault
 * counts when it was sent anew since.
 *
 * @param until a zip that came later is left alone
 */
export async function enqueueUpload(services: Services, batch: StoredBatch, until?: Date): Promise<void> {
  const sent = await services.storage.find(sentPath(batch));
  if (!sent || !isNews(batch, sent) || (until && sent.modified > until)) return;
  await services.db.transaction().execute(async (trx) => {
    const held = await lockBatch(trx, batch.id);
    if (held.due_at !== null || held.catalogued_at !== null || !isNews(held, sent)) return;
    const undeclared = { declared_name: null, declared_size: null, declared_sha256: null };
    const delivery = { ...undeclared, sent_at: sent.modified, sent_etag: sent.etag };
    await makeDue(trx, batch.id, delivery, services.now());
  });
  processingBell(services).ring();
}
