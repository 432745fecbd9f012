import { sql } from "kysely";
import type { Db } from "../../database/tables.ts";
import { UUID_PATTERN } from "./uploadStore.ts";

/** Blocks of the largest possible blob, sent ten times. */
const MAX_WRITES = 500_000;

/**
 * Stored zips, the files extracted from them, received bytes until they are deleted, and spatial extents. The number of
 * received bytes is saved with a delay: once the zip is copied, its size counts.
 */
export async function usedQuotaBytes(db: Db, username: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`SELECT (
    (SELECT coalesce(sum(coalesce(extracted_size, 0)
      + CASE WHEN cataloged_at IS NULL THEN 0 ELSE coalesce(snapshot_size, 0) END
      + CASE WHEN incoming_deleted_at IS NOT NULL THEN 0
        WHEN cataloged_at IS NULL THEN greatest(received_bytes, coalesce(snapshot_size, 0))
        ELSE received_bytes END), 0)
      FROM uploads WHERE username = ${username})
    + (SELECT coalesce(sum(size), 0) FROM spatial_extents WHERE username = ${username}))::bigint AS used`.execute(
    db,
  );
  return rows[0]?.used ?? 0;
}

interface UploadCounts {
  savedWrites: number;
  unsavedBytes: number;
  unsavedWrites: number;
  vendor: { usedBytes: number };
}

const SAVE_AFTER = { bytes: 64 * 1024 ** 2, delayMs: 5000 };

interface QuotaCounter {
  /** Returns false if the vendor has no quota left or the link was used more often than any upload needs. */
  tryReserve(path: string, bytes: number): Promise<boolean>;
  save(): Promise<void>;
}

/** Counts in memory and saves now and then: a block needs no database call, but may exceed the quota by that much. */
export function createQuotaCounter(db: Db, quota: number): QuotaCounter {
  const countsByUpload = new Map<string, Promise<UploadCounts | undefined>>();
  const quotaByVendor = new Map<string, Promise<UploadCounts["vendor"]>>();
  let lastSave: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function readCounts(id: string): Promise<UploadCounts | undefined> {
    await lastSave;
    const upload = await db
      .selectFrom("uploads")
      .select(["username", "received_writes"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!upload) return undefined;
    const { username, received_writes: savedWrites } = upload;
    const vendor =
      quotaByVendor.get(username) ?? usedQuotaBytes(db, username).then((usedBytes) => ({ usedBytes }));
    setUntilFailure(quotaByVendor, username, vendor);
    return { savedWrites, unsavedBytes: 0, unsavedWrites: 0, vendor: await vendor };
  }

  function getCounts(id: string): Promise<UploadCounts | undefined> {
    timer ??= setTimeout(() => void save().catch(() => undefined), SAVE_AFTER.delayMs).unref();
    const found = countsByUpload.get(id) ?? readCounts(id);
    setUntilFailure(countsByUpload, id, found);
    return found;
  }

  async function tryReserveForUpload(id: string, bytes: number): Promise<boolean> {
    const upload = await getCounts(id);
    if (!upload) return true;
    const { vendor } = upload;
    if (upload.savedWrites + upload.unsavedWrites >= MAX_WRITES || vendor.usedBytes + bytes > quota)
      return false;
    vendor.usedBytes += bytes;
    upload.unsavedBytes += bytes;
    upload.unsavedWrites += 1;
    if (upload.unsavedBytes >= SAVE_AFTER.bytes) await save();
    return true;
  }

  function save(): Promise<void> {
    const counted = [...countsByUpload];
    clearTimeout(timer);
    timer = undefined;
    countsByUpload.clear();
    quotaByVendor.clear();
    const currentSave = lastSave.then(async () => {
      for (const [id, upload] of counted) {
        const { unsavedBytes = 0, unsavedWrites = 0 } = (await upload.catch(() => undefined)) ?? {};
        if (unsavedWrites > 0) await addReceivedBytes(db, id, unsavedBytes, unsavedWrites);
      }
    });
    lastSave = currentSave.catch(() => undefined);
    return currentSave;
  }

  return {
    async tryReserve(path, bytes) {
      const id = path.split("/")[1] ?? "";
      if (!UUID_PATTERN.test(id) || (await tryReserveForUpload(id, bytes))) return true;
      // Saved counts may free quota: other uploads were cataloged or deleted since.
      await save();
      return tryReserveForUpload(id, bytes);
    },
    save,
  };
}

function setUntilFailure<Value>(
  cache: Map<string, Promise<Value>>,
  key: string,
  value: Promise<Value>,
): void {
  cache.set(key, value);
  value.catch(() => {
    if (cache.get(key) === value) cache.delete(key);
  });
}

/** Bytes that are saved after their upload was cataloged would stay: its incoming folder may be deleted already. */
async function addReceivedBytes(db: Db, id: string, bytes: number, writes: number): Promise<void> {
  await db
    .updateTable("uploads")
    .set({
      received_bytes: sql`received_bytes + ${bytes}`,
      received_writes: sql`received_writes + ${writes}`,
    })
    .where("id", "=", id)
    .where("cataloged_at", "is", null)
    .execute();
}
