import { sql, type SelectQueryBuilder } from "kysely";
import type { WeeklyUploads, ReviewStatistics } from "../../../contract/reviewStatistics.ts";
import type { Status } from "../../../contract/status.ts";
import { preparedQuery } from "../../database/queries.ts";
import type { Database, Db } from "../../database/tables.ts";
import { countOpenConflicts } from "../uploads/conflictStore.ts";
import { latestRecordsQuery, ownRecordsQuery } from "./recordStore.ts";

export interface RecordActivity {
  uploadedAt?: Date;
  /** When the latest upload was rejected, unless the record has changed its status since. */
  rejectedAt?: Date;
  uploadError?: string | null;
  unreadMessages: number;
}

type Scope = { username: string; limit: number | null } | { status: Status };

export async function listRecordActivity(db: Db, scope: Scope): Promise<Map<number, RecordActivity>> {
  const activity = new Map<number, RecordActivity>();
  for (const { record_id, ...upload } of await latestUploadsQuery(db, scope).execute()) {
    const isRejected = upload.failed_at && !upload.due_at && !upload.cataloged_at && !upload.is_outdated;
    activity.set(record_id, {
      ...(upload.uploaded_at && { uploadedAt: upload.uploaded_at }),
      ...(isRejected && { rejectedAt: upload.failed_at!, uploadError: upload.error }),
      unreadMessages: 0,
    });
  }
  for (const { record_id, count } of await unreadMessagesQuery(db, scope).execute())
    activity.set(record_id, { ...activity.get(record_id), unreadMessages: count });
  return activity;
}

/** The hash changes whenever the list or the activity changes. Every open Home page polls it each minute. */
export const findRecordListState = preparedQuery(
  "list_version",
  (db, username: string, limit: number | null) => {
    const scope = { username, limit };
    const total = ownRecordsQuery(db, username).select(sql<number>`count(*)::int`.as("count"));
    const listedRows = [
      concatenateRows(db, scopedRecordsQuery(db, scope).select(["id", "revision"])),
      concatenateRows(db, latestUploadsQuery(db, scope)),
      concatenateRows(db, unreadMessagesQuery(db, scope).orderBy("records.id")),
    ];
    return db
      .selectFrom(total.as("total"))
      .select("count as total")
      .select(sql<string>`md5(json_build_array(count, ${sql.join(listedRows)})::text)`.as("version"));
  },
);

const concatenateRows = <Table extends keyof Database>(
  db: Db,
  rows: SelectQueryBuilder<Database, Table, object>,
) => db.selectFrom(rows.as("row")).select(sql<string | null>`string_agg("row"::text, ',')`.as("text"));

const scopedRecordsQuery = (db: Db, scope: Scope) => {
  if ("username" in scope) return latestRecordsQuery(db, scope.username, scope.limit);
  return db.selectFrom("records").where("deleted_at", "is", null).where("status", "=", scope.status);
};

/** The latest sent upload of each record, and when its latest cataloged upload was sent. */
const latestUploadsQuery = (db: Db, scope: Scope) =>
  db
    .selectFrom("uploads")
    .distinctOn("record_id")
    .select(["record_id", "failed_at", "due_at", "cataloged_at"])
    .select(sql<string | null>`split_part(error_text, chr(10), 1)`.as("error"))
    .select(
      sql<Date | null>`max(sent_at) FILTER (WHERE cataloged_at IS NOT NULL) OVER (PARTITION BY record_id)`.as(
        "uploaded_at",
      ),
    )
    .select((upload) =>
      upload
        .exists(
          upload
            .selectFrom("notifications")
            .whereRef("notifications.record_id", "=", "uploads.record_id")
            .where("notifications.status", "<>", "in progress")
            .whereRef("notifications.created_at", ">", "uploads.failed_at"),
        )
        .as("is_outdated"),
    )
    .where("record_id", "in", scopedRecordsQuery(db, scope).select("records.id"))
    .where("sent_at", "is not", null)
    .orderBy("record_id")
    .orderBy("sent_at", "desc")
    .orderBy("requested_at", "desc");

const unreadMessagesQuery = (db: Db, scope: Scope) =>
  db
    .selectFrom(
      scopedRecordsQuery(db, scope)
        .select(["records.id", "records.username", "last_read_message_id"])
        .as("records"),
    )
    .innerJoin("messages", "messages.record_id", "records.id")
    .whereRef("messages.username", "<>", "records.username")
    .whereRef("messages.id", ">", "records.last_read_message_id")
    .groupBy("records.id")
    .select((builder) => ["records.id as record_id", builder.fn.countAll<number>().as("count")]);

export interface ReviewActivity extends RecordActivity {
  size?: number;
  warnings?: number;
  conflicts: number;
}

export async function listReviewActivity(db: Db, recordIds: number[]): Promise<Map<number, ReviewActivity>> {
  const [activity, conflicts, warnings] = [
    await listRecordActivity(db, { status: "pending" }),
    await countOpenConflicts(db, recordIds),
    new Map((await listLatestWarnings(db)).map(({ record_id, warnings }) => [record_id, { warnings }])),
  ];
  const sizes = new Map((await listModelSizes(db)).map(({ record_id, size }) => [record_id, { size }]));
  return new Map(
    recordIds.map((id) => [
      id,
      {
        unreadMessages: 0,
        ...activity.get(id),
        ...warnings.get(id),
        ...sizes.get(id),
        conflicts: conflicts.get(id) ?? 0,
      },
    ]),
  );
}

const pendingModelFilesQuery = (db: Db) =>
  db
    .selectFrom("model_files")
    .innerJoin("records", "records.id", "model_files.record_id")
    .where("records.status", "=", "pending")
    .where("records.deleted_at", "is", null)
    .where("archived", "=", false);

/** Of all current files: the zip of a correction is only a part of the model. */
const listModelSizes = (db: Db) =>
  pendingModelFilesQuery(db)
    .where("kind", "=", "file")
    .groupBy("model_files.record_id")
    .select(["model_files.record_id", sql<number>`sum(model_files.size)::bigint`.as("size")])
    .execute();

const listLatestWarnings = (db: Db) =>
  pendingModelFilesQuery(db)
    .innerJoin("uploads", "uploads.id", "model_files.upload_id")
    .where("kind", "=", "zip")
    .distinctOn("model_files.record_id")
    .select("model_files.record_id")
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
      ORDER BY extract(epoch FROM decision.created_at - sent.at)::float8 / 86400) AS days
    FROM notifications AS decision CROSS JOIN LATERAL (
      SELECT max(sent_at) AS at FROM uploads
      WHERE record_id = decision.record_id AND cataloged_at <= decision.created_at) AS sent
    WHERE decision.status IN ('accepted', 'rejected') AND decision.created_at >= ${since} AND sent.at IS NOT NULL`.execute(
    db,
  );
  const { decisions = 0, days = null } = decided.rows[0] ?? {};
  return { deliveries: deliveries.rows, decisions, medianDays: days };
}
