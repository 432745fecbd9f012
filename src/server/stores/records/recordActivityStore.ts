import { sql, type SelectQueryBuilder } from "kysely";
import { anyId, preparedQuery } from "../../database/queries.ts";
import type { Db } from "../../database/tables.ts";
import { countOpenConflicts } from "../uploads/conflictStore.ts";
import { PORTAL_USER } from "./messageStore.ts";
import { latestRecordsQuery, ownRecordsQuery, type StoredRecord } from "./recordStore.ts";

export interface RecordActivity {
  uploadedAt?: Date;
  /** When the latest upload was rejected, unless the record has changed its status since. */
  rejectedAt?: Date;
  uploadError?: string | null;
  unreadMessages: number;
}

type Scope = { username: string; limit: number | null } | { recordIds: number[] };

export async function listRecordActivity(db: Db, scope: Scope): Promise<Map<number, RecordActivity>> {
  const [uploads, unreadMessages] = await Promise.all([
    latestUploadsQuery(db, scope).execute(),
    unreadMessagesQuery(db, scope).execute(),
  ]);
  const activity = new Map<number, RecordActivity>();
  for (const { record_id, ...upload } of uploads) {
    const isRejected =
      upload.failed_at && upload.job_id === null && !upload.cataloged_at && !upload.is_outdated;
    activity.set(record_id, {
      ...(upload.uploaded_at && { uploadedAt: upload.uploaded_at }),
      ...(isRejected && { rejectedAt: upload.failed_at!, uploadError: upload.error }),
      unreadMessages: 0,
    });
  }
  for (const { record_id, count } of unreadMessages)
    activity.set(record_id, { ...activity.get(record_id), unreadMessages: count });
  return activity;
}

/**
 * The hash changes whenever the list or the activity changes. Every open Home page polls it each minute: it covers the
 * rows that the activity is computed from, because computing it takes twice as long.
 */
export const findRecordListState = preparedQuery(
  "list_version",
  (db, username: string, limit: number | null) => {
    const records = scopedRecordsQuery(db, { username, limit });
    const total = ownRecordsQuery(db, username).select(sql<number>`count(*)::int`.as("count"));
    // The subqueries read the rows of each record by index; a join may read all.
    const uploads = sql<string>`(
      SELECT (count(*), max(sent_at), max(failed_at), max(cataloged_at), count(job_id))::text
      FROM uploads WHERE record_id = records.id AND sent_at IS NOT NULL)`;
    const lastUnreadMessage = sql<number | null>`(
      SELECT max(id) FROM messages WHERE record_id = records.id AND id > records.last_read_message_id)`;
    const listed = records
      .select(["id", "revision", "last_read_message_id"])
      .select([uploads.as("uploads"), lastUnreadMessage.as("last_unread_message")]);
    return db
      .selectFrom(total.as("total"))
      .select("count as total")
      .select(sql<string>`md5(json_build_array(count, ${concatenateRows(db, listed)})::text)`.as("version"));
  },
);

const concatenateRows = <Tables, Table extends keyof Tables>(
  db: Db,
  rows: SelectQueryBuilder<Tables, Table, object>,
) => db.selectFrom(rows.as("row")).select(sql<string | null>`string_agg("row"::text, ',')`.as("text"));

const scopedRecordsQuery = (db: Db, scope: Scope) => {
  if ("username" in scope) return latestRecordsQuery(db, scope.username, scope.limit);
  return db.selectFrom("records").where("records.id", "=", anyId(scope.recordIds));
};

/**
 * The latest sent upload of each record, and when its latest cataloged upload was sent. Lateral joins read the uploads of
 * each record by index; a plain join may read all uploads.
 */
const latestUploadsQuery = (db: Db, scope: Scope) =>
  db
    .selectFrom(scopedRecordsQuery(db, scope).select("records.id").as("records"))
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom("uploads")
          .select(["failed_at", "job_id", "cataloged_at"])
          .select(sql<string | null>`split_part(error_text, chr(10), 1)`.as("error"))
          .whereRef("uploads.record_id", "=", "records.id")
          .where("sent_at", "is not", null)
          .orderBy("sent_at", "desc")
          .orderBy("requested_at", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select(["records.id as record_id", "failed_at", "job_id", "cataloged_at", "error"])
    .select((upload) => [
      upload
        .selectFrom("uploads")
        .select((cataloged) => cataloged.fn.max("sent_at").as("sent_at"))
        .whereRef("uploads.record_id", "=", "records.id")
        .where("uploads.cataloged_at", "is not", null)
        .as("uploaded_at"),
      upload
        .exists(
          upload
            .selectFrom("notifications")
            .whereRef("notifications.record_id", "=", "records.id")
            .where("notifications.status", "<>", "in progress")
            .whereRef("notifications.created_at", ">", "latest.failed_at"),
        )
        .as("is_outdated"),
    ])
    .orderBy("record_id");

const unreadMessagesQuery = (db: Db, scope: Scope) =>
  db
    .selectFrom(
      scopedRecordsQuery(db, scope)
        .select(["records.id", "records.username", "last_read_message_id"])
        .as("records"),
    )
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom("messages")
          .select((message) => message.fn.countAll<number>().as("count"))
          .whereRef("messages.record_id", "=", "records.id")
          .whereRef("messages.username", "<>", "records.username")
          // The portal's messages about a checked version need no action of the vendor.
          .where((message) =>
            message.or([
              message("messages.username", "<>", PORTAL_USER),
              message("messages.upload_version", "is", null),
            ]),
          )
          .whereRef("messages.id", ">", "records.last_read_message_id")
          .as("unread"),
      (join) => join.onTrue(),
    )
    .where("count", ">", 0)
    .select(["records.id as record_id", "count"]);

export interface ReviewActivity extends RecordActivity {
  size?: number;
  warnings?: number;
  conflicts: number;
  assignedTo?: string;
}

export async function listReviewActivity(
  db: Db,
  records: Pick<StoredRecord, "id" | "assigned_to">[],
): Promise<Map<number, ReviewActivity>> {
  if (records.length === 0) return new Map();
  const recordIds = records.map(({ id }) => id);
  const [activity, conflicts, latestZips] = await Promise.all([
    listRecordActivity(db, { recordIds }),
    countOpenConflicts(db, recordIds),
    listLatestZips(db, recordIds),
  ]);
  const zips = new Map(latestZips.map(({ record_id, ...zip }) => [record_id, zip]));
  return new Map(
    records.map(({ id, assigned_to }) => [
      id,
      {
        unreadMessages: 0,
        ...activity.get(id),
        ...zips.get(id),
        conflicts: conflicts.get(id) ?? 0,
        ...(assigned_to !== null && { assignedTo: assigned_to }),
      },
    ]),
  );
}

/** The size is that of all current files: the zip of a correction is only a part of the model. */
async function listLatestZips(db: Db, recordIds: number[]) {
  const { rows } = await sql<{ record_id: number; size: number; warnings: number }>`
    SELECT record_id, size, warnings
    FROM unnest(${recordIds}::bigint[]) AS record_id CROSS JOIN LATERAL (
      SELECT warning_count AS warnings
      FROM model_files JOIN uploads ON uploads.id = upload_id
      WHERE model_files.record_id = record_id.record_id AND kind = 'zip' AND NOT archived
      ORDER BY uploaded_at DESC LIMIT 1) AS zip CROSS JOIN LATERAL (
      SELECT coalesce(sum(model_files.size), 0)::bigint AS size FROM model_files
      WHERE model_files.record_id = record_id.record_id AND kind = 'file' AND NOT archived) AS files`.execute(
    db,
  );
  return rows;
}
