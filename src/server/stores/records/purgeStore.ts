import type { Db } from "../../database/tables.ts";

/** Enough for an hour: the next run continues. */
const RECORDS_PER_RUN = 200;

/** Ids of the records that were deleted before this time, the oldest first. */
export async function listRecordsToPurge(db: Db, deletedBefore: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("records")
    .select("id")
    .where("deleted_at", "<", deletedBefore)
    .orderBy("deleted_at")
    .limit(RECORDS_PER_RUN)
    .execute();
  return rows.map(({ id }) => id);
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
    await trx.deleteFrom("history").where("record_id", "=", id).execute();
    await trx.deleteFrom("record_contacts").where("record_id", "=", id).execute();
    await trx.deleteFrom("records").where("id", "=", id).execute();
  });
}
