import type { Services } from "../services.ts";
import { idleBatches, lockBatch, makeDue, type StoredBatch } from "../stores/uploadBatchStore.ts";
import { processingBell } from "./processingBell.ts";
import { sentPath } from "./uploadPlaces.ts";

/** Scripts downloaded and never run leave batches behind; nobody has more of them in use than this. */
const MOST_BATCHES = 20;

/**
 * Looks for zips that have arrived for a record though their scripts never said so, as when the last step found no
 * network, and puts them up for processing. One that was at fault counts when it was sent anew since.
 */
export async function findUnreported(services: Services, recordId: number): Promise<void> {
  for (const batch of await idleBatches(services.db, recordId, MOST_BATCHES)) {
    const sent = await services.storage.find(sentPath(batch));
    if (sent && isNews(batch, sent.modified)) await putUp(services, batch, sent.modified);
  }
}

/** The store tells times in whole seconds. */
const isNews = ({ failed_at }: StoredBatch, sentAt: Date) =>
  failed_at === null || sentAt.getTime() > failed_at.getTime();

async function putUp(services: Services, { id }: StoredBatch, sentAt: Date): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const held = await lockBatch(trx, id);
    if (held.due_at !== null || held.catalogued_at !== null || !isNews(held, sentAt)) return;
    const undeclared = { declared_name: null, declared_size: null, declared_sha256: null };
    await makeDue(trx, id, { ...undeclared, sent_at: sentAt }, services.now());
  });
  processingBell(services).ring();
}
