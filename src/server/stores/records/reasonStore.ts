import { sql, type Kysely, type Selectable } from "kysely";
import type { Rejection } from "../../../contract/generated/entities.ts";
import type { Database, ReasonsTable } from "../../database/tables.ts";

export type StoredReason = Selectable<ReasonsTable>;

type Db = Kysely<Database>;

/** Keeps what a rejection asks to be changed, in the order it was said. */
export async function insertReasons(
  trx: Db,
  notificationId: number,
  reasons: NonNullable<Rejection["reasons"]>,
): Promise<void> {
  if (reasons.length === 0) return;
  await trx
    .insertInto("reasons")
    .values(
      reasons.map(({ kind, name, text }) => ({
        notification_id: notificationId,
        kind,
        name,
        content: text,
      })),
    )
    .execute();
}

/** The reasons of a record's rejections, in the order they were said. */
export function listReasons(db: Db, recordId: number): Promise<StoredReason[]> {
  return db
    .selectFrom("reasons")
    .innerJoin("notifications", "notifications.id", "reasons.notification_id")
    .selectAll("reasons")
    .where("notifications.record_id", "=", recordId)
    .orderBy("reasons.id")
    .execute();
}

/** Ticks a reason off, or takes the tick away. Answers false when the record's last rejection has no such reason. */
export async function setAnswered(
  trx: Db,
  recordId: number,
  reasonId: number,
  answeredAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("reasons")
    .set({ answered_at: answeredAt })
    .where("id", "=", reasonId)
    .where(
      "notification_id",
      "=",
      sql<number>`(SELECT max(id) FROM notifications WHERE record_id = ${recordId} AND status = 'rejected')`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
