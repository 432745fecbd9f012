import { sql, type SelectQueryBuilder } from "kysely";
import type { WeeklyUploads, ReviewStatistics } from "../../../contract/reviewStatistics.ts";
import type { Status } from "../../../contract/status.ts";
import { preparedQuery } from "../../database/queries.ts";
import type { Database, Db } from "../../database/tables.ts";
import { countOpenConflicts } from "../uploads/conflictStore.ts";
import { latestRecordsQuery, ownRecordsQuery } from "./recordStore.ts";

/** What has happened to a record besides its saves and its status. */
export interface RecordActivity {
  /** When the upload that was taken last was sent. */
  uploaded?: Date;
  /** When the upload that was sent last was refused, if it was and the record has not gone on since. */
  refused?: Date;
  /** The first of the faults it was refused for. */
  fault?: string | null;
  /** Messages of others that have come since its vendor last read the thread. */
  unread: number;
}

/** Whose records, all of them or the latest, or those in which status. */
type Scope = { username: string; most: number | null } | { status: Status };

/** The news of each record in a scope, by the record's id; records without any are left out. */
export async function listRecordActivity(db: Db, scope: Scope): Promise<Map<number, RecordActivity>> {
  const news = new Map<number, RecordActivity>();
  for (const { record_id, ...upload } of await newestUploads(db, scope).execute()) {
    const isRefused = upload.failed_at && !upload.due_at && !upload.cataloged_at && !upload.is_past;
    news.set(record_id, {
      ...(upload.uploaded && { uploaded: upload.uploaded }),
      ...(isRefused && { refused: upload.failed_at!, fault: upload.error }),
      unread: 0,
    });
  }
  for (const { record_id, count } of await unreadMessages(db, scope).execute())
    news.set(record_id, { ...news.get(record_id), unread: count });
  return news;
}

/**
 * How many records a user has, and a text that changes whenever the list of them, or of so many of the latest, or their
 * news would read differently. Every open Home asks for it each minute.
 */
export const findRecordListState = preparedQuery(
  "list_version",
  (db, username: string, most: number | null) => {
    const scope = { username, most };
    const total = ownRecordsQuery(db, username).select(sql<number>`count(*)::int`.as("count"));
    const parts = [
      rowsAsText(db, recordsIn(db, scope).select(["id", "revision"])),
      rowsAsText(db, newestUploads(db, scope)),
      rowsAsText(db, unreadMessages(db, scope).orderBy("records.id")),
    ];
    return db
      .selectFrom(total.as("total"))
      .select("count as total")
      .select(sql<string>`md5(json_build_array(count, ${sql.join(parts)})::text)`.as("version"));
  },
);

const rowsAsText = <Table extends keyof Database>(
  db: Db,
  rows: SelectQueryBuilder<Database, Table, object>,
) => db.selectFrom(rows.as("row")).select(sql<string | null>`string_agg("row"::text, ',')`.as("text"));

const recordsIn = (db: Db, scope: Scope) => {
  if ("username" in scope) return latestRecordsQuery(db, scope.username, scope.most);
  return db.selectFrom("records").where("deleted_at", "is", null).where("status", "=", scope.status);
};

/** The upload of each record that was sent last, and when the last one that was taken was sent. */
const newestUploads = (db: Db, scope: Scope) =>
  db
    .selectFrom("uploads")
    .distinctOn("record_id")
    .select(["record_id", "failed_at", "due_at", "cataloged_at"])
    .select(sql<string | null>`split_part(error_text, chr(10), 1)`.as("error"))
    .select(
      sql<Date | null>`max(sent_at) FILTER (WHERE cataloged_at IS NOT NULL) OVER (PARTITION BY record_id)`.as(
        "uploaded",
      ),
    )
    .select((batch) =>
      batch
        .exists(
          batch
            .selectFrom("notifications")
            .whereRef("notifications.record_id", "=", "uploads.record_id")
            .where("notifications.status", "<>", "in progress")
            .whereRef("notifications.created_at", ">", "uploads.failed_at"),
        )
        .as("is_past"),
    )
    .where("record_id", "in", recordsIn(db, scope).select("records.id"))
    .where("sent_at", "is not", null)
    .orderBy("record_id")
    .orderBy("sent_at", "desc")
    .orderBy("requested_at", "desc");

const unreadMessages = (db: Db, scope: Scope) =>
  db
    .selectFrom(
      recordsIn(db, scope).select(["records.id", "records.username", "last_read_message_id"]).as("records"),
    )
    .innerJoin("messages", "messages.record_id", "records.id")
    .whereRef("messages.username", "<>", "records.username")
    .whereRef("messages.id", ">", "records.last_read_message_id")
    .groupBy("records.id")
    .select((of) => ["records.id as record_id", of.fn.countAll<number>().as("count")]);

/** What there is to know of a record that waits for the agency before it is opened. */
export interface ReviewActivity extends RecordActivity {
  /** Bytes of the zip that was taken last, and what its check advised. */
  size?: number;
  warnings?: number;
  conflicts: number;
}

/** The news of each of these pending records, by the record's id. */
export async function listReviewActivity(db: Db, recordIds: number[]): Promise<Map<number, ReviewActivity>> {
  const [news, conflicts, zips] = [
    await listRecordActivity(db, { status: "pending" }),
    await countOpenConflicts(db, recordIds),
    new Map((await newestZips(db)).map(({ record_id, ...zip }) => [record_id, zip])),
  ];
  return new Map(
    recordIds.map((id) => [
      id,
      { unread: 0, ...news.get(id), ...zips.get(id), conflicts: conflicts.get(id) ?? 0 },
    ]),
  );
}

const newestZips = (db: Db) =>
  db
    .selectFrom("model_files")
    .innerJoin("uploads", "uploads.id", "model_files.upload_id")
    .innerJoin("records", "records.id", "model_files.record_id")
    .where("records.status", "=", "pending")
    .where("records.deleted_at", "is", null)
    .where("kind", "=", "zip")
    .where("archived", "=", false)
    .distinctOn("model_files.record_id")
    .select(["model_files.record_id", "model_files.size"])
    .select(sql<number>`jsonb_array_length(coalesce(receipt->'warnings', '[]'::jsonb))`.as("warnings"))
    .orderBy("model_files.record_id")
    .orderBy("uploaded_at", "desc")
    .execute();

export async function loadReviewFigures(db: Db, since: Date): Promise<ReviewStatistics> {
  const deliveries = await sql<WeeklyUploads>`
    SELECT to_char(date_trunc('week', cataloged_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS week,
      records.status, count(*)::int AS count
    FROM uploads JOIN records ON records.id = record_id
    WHERE cataloged_at >= ${since} AND deleted_at IS NULL
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  const decided = await sql<{ decisions: number; days: number | null }>`
    SELECT count(*)::int AS decisions, percentile_cont(0.5) WITHIN GROUP (
      ORDER BY extract(epoch FROM said.created_at - sent.at)::float8 / 86400) AS days
    FROM notifications AS said CROSS JOIN LATERAL (
      SELECT max(sent_at) AS at FROM uploads
      WHERE record_id = said.record_id AND cataloged_at <= said.created_at) AS sent
    WHERE said.status IN ('accepted', 'rejected') AND said.created_at >= ${since} AND sent.at IS NOT NULL`.execute(
    db,
  );
  const { decisions = 0, days = null } = decided.rows[0] ?? {};
  return { deliveries: deliveries.rows, decisions, medianDays: days };
}
