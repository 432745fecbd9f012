import { sql, type Selectable } from "kysely";
import type { Rejection } from "../../../contract/generated/entities.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getSchemaVersion } from "../../../contract/schema/fields.ts";
import type { Status } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import type { NotificationsTable, RejectionReasonsTable } from "../../database/recordTables.ts";
import { currentVersionQuery } from "../uploads/modelFileStore.ts";

type StoredNotification = Selectable<NotificationsTable>;

export function listNotifications(db: Db, recordId: number): Promise<StoredNotification[]> {
  return db.selectFrom("notifications").selectAll().where("record_id", "=", recordId).orderBy("id").execute();
}

export function findLatestNotification(
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

/** The versions of the model that were current when it was rejected. */
export async function listRejectedVersions(db: Db, recordId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("notifications")
    .select("upload_version")
    .distinct()
    .where("record_id", "=", recordId)
    .where("status", "=", "rejected")
    .execute();
  return rows.flatMap(({ upload_version }) => upload_version ?? []);
}

/** Links it to the current version, unless `uploadVersion` is null. Returns its id. */
export async function insertNotification(
  trx: Db,
  notification: {
    recordId: number;
    status: Status;
    content: string;
    username: string;
    now: Date;
    uploadVersion?: null;
    requestsChanges?: boolean;
    note?: string;
    checklist?: JsonObject | undefined;
  },
): Promise<number> {
  const { recordId, status, content, username, now, uploadVersion } = notification;
  const { requestsChanges, note, checklist } = notification;
  const { id } = await trx
    .insertInto("notifications")
    .values({
      record_id: recordId,
      status,
      content,
      username,
      upload_version: uploadVersion === undefined ? currentVersionQuery(recordId) : uploadVersion,
      created_at: now,
      requests_changes: requestsChanges,
      note,
      checklist: checklist ? JSON.stringify(checklist) : null,
      checklist_version: checklist ? getSchemaVersion(getSchema("review-checklist")) : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export type StoredReason = Selectable<RejectionReasonsTable>;

export async function insertReasons(
  trx: Db,
  notificationId: number,
  reasons: NonNullable<Rejection["reasons"]>,
): Promise<void> {
  if (reasons.length === 0) return;
  await trx
    .insertInto("rejection_reasons")
    .values(
      reasons.map(({ kind = null, name = null, text, blocking, finding }) => ({
        notification_id: notificationId,
        kind,
        name,
        content: text,
        blocking,
        finding,
      })),
    )
    .execute();
}

/** Of all rejections of a record. */
export function listReasons(db: Db, recordId: number): Promise<StoredReason[]> {
  return db
    .selectFrom("rejection_reasons")
    .innerJoin("notifications", "notifications.id", "rejection_reasons.notification_id")
    .selectAll("rejection_reasons")
    .where("notifications.record_id", "=", recordId)
    .orderBy("rejection_reasons.id")
    .execute();
}

export const listReasonsOf = (db: Db, notificationId: number): Promise<StoredReason[]> =>
  db
    .selectFrom("rejection_reasons")
    .selectAll()
    .where("notification_id", "=", notificationId)
    .orderBy("id")
    .execute();

interface AnsweredReason {
  recordId: number;
  reasonId: number;
  answeredAt: Date | null;
  /** Undefined leaves the stored one. */
  answer?: string | undefined;
}

/** Returns false if the record's latest rejection has no such reason. */
export async function setReasonAnswered(
  trx: Db,
  { recordId, reasonId, answeredAt, answer }: AnsweredReason,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("rejection_reasons")
    .set({ answered_at: answeredAt, answer })
    .where("id", "=", reasonId)
    .where(
      "notification_id",
      "=",
      sql<number>`(SELECT max(id) FROM notifications WHERE record_id = ${recordId} AND status = 'rejected')`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
