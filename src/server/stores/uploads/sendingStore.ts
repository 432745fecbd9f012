import type { Db } from "../../database/tables.ts";
import { unfinishedUploadsQuery, type UploadChange, type StoredUpload } from "./uploadStore.ts";

/** What a script has said of the zip it is about to send. */
type Announcement = Required<Pick<UploadChange, "transfer_started_at" | "transfer_size" | "stale_bytes">>;

/** Keeps that a zip is about to be sent. */
export async function setTransferStarted(db: Db, id: string, announcement: Announcement): Promise<void> {
  await db.updateTable("uploads").set(announcement).where("id", "=", id).execute();
}

/** The upload of a record that may be on its way now: the one that was announced last or, of none, asked for last. */
export function findLatestOpenUpload(db: Db, recordId: number, now: Date): Promise<StoredUpload | undefined> {
  return unfinishedUploadsQuery(db, recordId)
    .where("expires_at", ">", now)
    .orderBy("transfer_started_at", (order) => order.desc().nullsLast())
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
}
