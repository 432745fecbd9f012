import { isUploadableStatus } from "../../contract/status.ts";
import type { Services } from "../services.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";
import {
  findLatestOpenUpload,
  setTransferStarted,
  type StoredUpload,
} from "../stores/uploads/uploadStore.ts";
import { isNewBlobVersion } from "./completeUpload.ts";
import { incomingBlobPath } from "./blobPaths.ts";

export interface ZipTransfer {
  uploadBatchId: string;
  arrivedBytes: number;
  size: number | null;
}

type TransferServices = Pick<Services, "db" | "now" | "storage">;

/** Blocks of an earlier, interrupted zip stay in the store until the upload is committed; they no longer count. */
export async function recordUploadStart(
  { db, now, storage }: TransferServices,
  upload: StoredUpload,
  size: number,
): Promise<void> {
  const waitingBytes = await storage.getUncommittedBytes(incomingBlobPath(upload));
  const isDifferentZip = upload.transfer_size !== null && upload.transfer_size !== size;
  await setTransferStarted(db, upload.id, {
    transfer_started_at: now(),
    transfer_size: size,
    stale_bytes: isDifferentZip ? waitingBytes : Math.min(upload.stale_bytes, waitingBytes),
  });
}

/** A script that has sent nothing for this long has ended. */
const IDLE_TIMEOUT_MS = 60 * 60_000;

/** Reads the uncommitted blocks in the store. */
export async function findRunningTransfer(
  services: TransferServices,
  { id, status }: Pick<StoredRecord, "id" | "status">,
  lastSentUpload: Pick<StoredUpload, "sent_at"> | undefined,
): Promise<ZipTransfer | undefined> {
  if (!isUploadableStatus(status)) return undefined;
  const now = services.now();
  const upload = await findLatestOpenUpload(services.db, id, now);
  if (!upload) return undefined;
  const startedAt = upload.transfer_started_at ?? upload.requested_at;
  if (lastSentUpload?.sent_at && lastSentUpload.sent_at >= startedAt) return undefined;
  const { transfer_started_at, transfer_size: size } = upload;
  const arrivedBytes = await countArrivedBytes(services, upload);
  const isExpected =
    transfer_started_at !== null && now.getTime() - transfer_started_at.getTime() < IDLE_TIMEOUT_MS;
  return arrivedBytes > 0 || isExpected ? { uploadBatchId: upload.id, arrivedBytes, size } : undefined;
}

export async function countArrivedBytes(services: TransferServices, upload: StoredUpload): Promise<number> {
  const waitingBytes = await countWaitingBytes(services, incomingBlobPath(upload));
  const { transfer_size: size, stale_bytes: staleBytes } = upload;
  if (size === null) return waitingBytes;
  if (waitingBytes > 0) return Math.min(size, Math.max(0, waitingBytes - staleBytes));
  // A committed zip has no uncommitted blocks, but its script may not have reported it yet.
  const committed = await services.storage.find(incomingBlobPath(upload));
  return committed?.size === size && isNewBlobVersion(upload, committed) ? size : 0;
}

const CACHE_MS = 2000;
type CachedCount = { until: number; bytes: Promise<number> };
const countsByStorage = new WeakMap<BlobStorage, Map<string, CachedCount>>();

function countWaitingBytes({ storage, now }: TransferServices, path: string): Promise<number> {
  const cache = countsByStorage.get(storage) ?? new Map<string, CachedCount>();
  countsByStorage.set(storage, cache);
  const time = now().getTime();
  for (const [cachedPath, { until }] of cache) if (until <= time) cache.delete(cachedPath);
  const count = cache.get(path) ?? { until: time + CACHE_MS, bytes: storage.getUncommittedBytes(path) };
  cache.set(path, count);
  count.bytes.catch(() => {
    if (cache.get(path) === count) cache.delete(path);
  });
  return count.bytes;
}
