import { isUploadableStatus } from "../../contract/status.ts";
import type { Services } from "../services.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";
import { setTransferStarted, findLatestOpenUpload } from "../stores/uploads/sendingStore.ts";
import { findUploadByTokenHash, type StoredUpload } from "../stores/uploads/uploadStore.ts";
import { isNewBlobVersion, requireValidToken } from "./completeUpload.ts";
import { hashToken } from "./issueTicket.ts";
import { incomingBlobPath } from "./blobPaths.ts";

/** A zip on its way into the store. */
export interface ZipTransfer {
  uploadBatchId: string;
  arrivedBytes: number;
  /** Null where the script has not said it. */
  size: number | null;
}

type Used = Pick<Services, "db" | "now" | "storage">;

/**
 * Keeps that a script is about to send a zip of this size. Blocks of another zip that were sent before and broken off
 * stay in the store until the upload is whole: from here on they do not count. Refused with 401 when the token is
 * unknown or has expired.
 */
export async function recordUploadStart({ db, now, storage }: Used, token: string, size: number): Promise<void> {
  const batch = requireValidToken(await findUploadByTokenHash(db, hashToken(token)), now());
  const waiting = await storage.getUncommittedBytes(incomingBlobPath(batch));
  const isAnother = batch.transfer_size !== null && batch.transfer_size !== size;
  await setTransferStarted(db, batch.id, {
    transfer_started_at: now(),
    transfer_size: size,
    stale_bytes: isAnother ? waiting : Math.min(batch.stale_bytes, waiting),
  });
}

/** A script that has sent nothing for so long was ended before it began. */
const UNTOUCHED = 60 * 60_000;

/**
 * The zip that is on its way for a record, where one was begun after the one that was sent last. It is looked for in the
 * store, where a script's blocks wait until the last of them has come.
 */
export async function findRunningTransfer(
  services: Used,
  { id, status }: Pick<StoredRecord, "id" | "status">,
  sentLast: Pick<StoredUpload, "sent_at"> | undefined,
): Promise<ZipTransfer | undefined> {
  if (!isUploadableStatus(status)) return undefined;
  const now = services.now();
  const batch = await findLatestOpenUpload(services.db, id, now);
  if (!batch) return undefined;
  const begun = batch.transfer_started_at ?? batch.requested_at;
  if (sentLast?.sent_at && sentLast.sent_at >= begun) return undefined;
  const { transfer_started_at, transfer_size: size } = batch;
  const arrivedBytes = await bytesArrived(services, batch);
  const isAwaited = transfer_started_at !== null && now.getTime() - transfer_started_at.getTime() < UNTOUCHED;
  return arrivedBytes > 0 || isAwaited ? { uploadBatchId: batch.id, arrivedBytes, size } : undefined;
}

async function bytesArrived(services: Used, batch: StoredUpload): Promise<number> {
  const waiting = await countedBytes(services, incomingBlobPath(batch));
  const { transfer_size: size, stale_bytes: stale } = batch;
  if (size === null) return waiting;
  if (waiting > 0) return Math.min(size, Math.max(0, waiting - stale));
  // Its blocks wait no more once it is whole, though its script may still be about to report it.
  const whole = await services.storage.find(incomingBlobPath(batch));
  return whole?.size === size && isNewBlobVersion(batch, whole) ? size : 0;
}

/** Several windows may show the same upload. */
const COUNTED_FOR = 2000;
type Count = { until: number; bytes: Promise<number> };
const counts = new WeakMap<BlobStorage, Map<string, Count>>();

/** The bytes that wait for a blob, counted no more than every other second, however many ask. */
function countedBytes({ storage, now }: Used, path: string): Promise<number> {
  const known = counts.get(storage) ?? new Map<string, Count>();
  counts.set(storage, known);
  const time = now().getTime();
  for (const [counted, { until }] of known) if (until <= time) known.delete(counted);
  const count = known.get(path) ?? { until: time + COUNTED_FOR, bytes: storage.getUncommittedBytes(path) };
  known.set(path, count);
  return count.bytes;
}
