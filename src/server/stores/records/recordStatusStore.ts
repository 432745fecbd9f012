import { sql } from "kysely";
import type { Status } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import { LISTED_COLUMNS, type ListedRecord, withCurrentSchema } from "./recordStore.ts";

interface PendingPage {
  after?: Pick<ListedRecord, "status_changed_at" | "id"> | undefined;
  limit?: number | undefined;
}

/** The longest waiting first. */
export async function listPendingRecords(
  db: Db,
  { after, limit }: PendingPage = {},
): Promise<ListedRecord[]> {
  const records = await db
    .selectFrom("records")
    .select(LISTED_COLUMNS)
    .where("status", "=", sql.lit("pending"))
    .where("deleted_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("status_changed_at", "id"), ">", tuple(after!.status_changed_at, after!.id)),
      ),
    )
    .orderBy("status_changed_at")
    .orderBy("id")
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  return records.map(withCurrentSchema);
}

export async function countRecordsByStatus(db: Db): Promise<Map<Status, number>> {
  const rows = await db
    .selectFrom("records")
    .select((record) => ["status", record.fn.countAll<number>().as("count")])
    .where("deleted_at", "is", null)
    .groupBy("status")
    .execute();
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** How many pending records have waited since before `overdueSince`, and how many have no reviewer. */
export function countPendingRecords(
  db: Db,
  overdueSince: Date,
): Promise<{ overdue: number; unassigned: number }> {
  return db
    .selectFrom("records")
    .select(({ fn, eb }) => [
      fn
        .countAll<number>()
        .filterWhere(eb("status_changed_at", "<=", overdueSince))
        .as("overdue"),
      fn.countAll<number>().filterWhere("assigned_to", "is", null).as("unassigned"),
    ])
    .where("status", "=", sql.lit("pending"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}
