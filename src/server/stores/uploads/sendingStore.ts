import type { Db } from "../../database/tables.ts";
import { idleBatchesOf, type BatchChange, type StoredBatch } from "./uploadBatchStore.ts";

/** What a script has said of the zip it is about to send. */
type Announcement = Required<Pick<BatchChange, "announced_at" | "announced_size" | "stale_bytes">>;

/** Keeps that a zip is about to be sent. */
export async function markAnnounced(db: Db, id: string, announcement: Announcement): Promise<void> {
  await db.updateTable("upload_batches").set(announcement).where("id", "=", id).execute();
}

/** The upload of a record that may be on its way now: the one that was announced last or, of none, asked for last. */
export function newestOpenBatch(db: Db, recordId: number, now: Date): Promise<StoredBatch | undefined> {
  return idleBatchesOf(db, recordId)
    .where("expires_at", ">", now)
    .orderBy("announced_at", (order) => order.desc().nullsLast())
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
}
