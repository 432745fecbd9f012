import { sql } from "kysely";
import type { Db } from "../../database/tables.ts";

/** Enough for an hour: the next run continues. */
const RECORDS_PER_RUN = 200;

interface PurgeAge {
  /** By the worker's clock. */
  now: Date;
  /** Time since the deletion. */
  ageMs: number;
}

/** A purge cannot be undone, so the age must be reached by the worker's and the database's clock. */
const deletedBefore = ({ now, ageMs }: PurgeAge) =>
  sql<Date>`least(${now}::timestamptz, now()) - ${ageMs} * interval '1 millisecond'`;

/** Ids of the records that have reached this age, the oldest first. */
export async function listRecordsToPurge(db: Db, age: PurgeAge): Promise<number[]> {
  const rows = await db
    .selectFrom("records")
    .select("id")
    .where("deleted_at", "<", deletedBefore(age))
    .orderBy("deleted_at")
    .limit(RECORDS_PER_RUN)
    .execute();
  return rows.map(({ id }) => id);
}

/** Before the time of any trash: from then on, no server restores the record, whatever its retention. */
const PURGE_STARTED = new Date(0);

/**
 * Ends the jobs of the record's uploads and makes sure that the record is not restored. Returns false if it was restored
 * before.
 */
export async function startPurge(db: Db, id: number, age: PurgeAge): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("records")
    .set({ deleted_at: PURGE_STARTED })
    .where("id", "=", id)
    .where("deleted_at", "<", deletedBefore(age))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const jobs = db.selectFrom("uploads").select("job_id").where("record_id", "=", id);
  await db.deleteFrom("jobs").where("id", "in", jobs).execute();
  return true;
}

/** Folders in the store that upload links of the record could write to and that were not deleted yet. */
export async function listIncomingFolders(db: Db, recordId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("uploads")
    .select("folder")
    .where("record_id", "=", recordId)
    .where("incoming_deleted_at", "is", null)
    .execute();
  return rows.map(({ folder }) => folder);
}

/** Deletes a record with everything that belongs to it, except its entries in the audit log. */
export async function deleteRecordRows(db: Db, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const uploads = trx.selectFrom("uploads").select("id").where("record_id", "=", id);
    const notifications = trx.selectFrom("notifications").select("id").where("record_id", "=", id);
    await trx.deleteFrom("resolutions").where("record_id", "=", id).execute();
    await trx.deleteFrom("model_files").where("record_id", "=", id).execute();
    await trx.deleteFrom("extracted_files").where("upload_id", "in", uploads).execute();
    await trx.deleteFrom("uploads").where("record_id", "=", id).execute();
    await trx.deleteFrom("rejection_reasons").where("notification_id", "in", notifications).execute();
    await trx.deleteFrom("notifications").where("record_id", "=", id).execute();
    await trx.deleteFrom("messages").where("record_id", "=", id).execute();
    await trx.deleteFrom("drafts").where("record_id", "=", id).execute();
    await trx.deleteFrom("history").where("record_id", "=", id).execute();
    await trx.deleteFrom("record_contacts").where("record_id", "=", id).execute();
    await trx.deleteFrom("notes").where("record_id", "=", id).execute();
    await trx.deleteFrom("record_viewers").where("record_id", "=", id).execute();
    await trx.deleteFrom("outbox").where("record_id", "=", id).execute();
    await trx.deleteFrom("records").where("id", "=", id).execute();
  });
}
