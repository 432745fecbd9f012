import type { Kysely, Selectable } from "kysely";
import type { Status } from "../../../contract/status.ts";
import type { Database, NotificationsTable } from "../../database/tables.ts";
import { newestVersion } from "../uploads/uploadBatchStore.ts";

export type StoredNotification = Selectable<NotificationsTable>;

type Db = Kysely<Database>;

/** What was said of a record as it reached its statuses, the oldest first. */
export function listNotifications(db: Db, recordId: number): Promise<StoredNotification[]> {
  return db.selectFrom("notifications").selectAll().where("record_id", "=", recordId).orderBy("id").execute();
}

/** What was said last of a record as it reached a status. */
export function lastNotification(
  db: Db,
  recordId: number,
  status: Status,
): Promise<StoredNotification | undefined> {
  return db
    .selectFrom("notifications")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("status", "=", status)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Says why a record is in a status; the latest one of a status counts. It speaks of the newest version of the model
 * unless it is said to speak of none. Answers its id.
 */
export async function insertNotification(
  trx: Db,
  notification: {
    recordId: number;
    status: Status;
    content: string;
    username: string;
    now: Date;
    uploadVersion?: null;
  },
): Promise<number> {
  const { recordId, status, content, username, now, uploadVersion } = notification;
  const { id } = await trx
    .insertInto("notifications")
    .values({
      record_id: recordId,
      status,
      content,
      username,
      upload_version: uploadVersion === undefined ? newestVersion(recordId) : uploadVersion,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
