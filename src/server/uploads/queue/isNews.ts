import type { StoredBlob } from "../../storage/blobStorage.ts";
import type { StoredBatch } from "../../stores/uploads/uploadBatchStore.ts";

/** Whether a zip is another than the one that was at fault. Clocks do not tell: the store's counts whole seconds. */
export const isNews = (
  { failed_at, sent_etag }: Pick<StoredBatch, "failed_at" | "sent_etag">,
  sent: Pick<StoredBlob, "etag">,
): boolean => failed_at === null || sent.etag !== sent_etag;
