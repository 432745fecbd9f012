import { sql, type SelectQueryBuilder } from "kysely";
import { anyId, preparedList, preparedQuery } from "../../database/queries.ts";
import type { Database, Db } from "../../database/tables.ts";
import { openConflictCount } from "../uploads/conflictStore.ts";
import { PORTAL_USER } from "./messageStore.ts";
import { unreadMessageCount } from "./recordSearchStore.ts";
import { latestRecordsQuery, ownRecordsQuery } from "./recordStore.ts";

export interface RecordActivity {
  uploadedAt: Date | null;
  /** When the latest upload was rejected, unless the record has changed its status since. */
  rejectedAt: Date | null;
  uploadError: string | null;
  unreadMessages: number;
}

export const listRecordActivity = async (
  db: Db,
  { username, limit }: { username: string; limit: number | null },
): Promise<Map<number, RecordActivity>> => toMap(await listActivity(db, username, limit));

const toMap = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

const listActivity = preparedList("activity", (db, username: string, limit: number | null) =>
  activityQuery(db, latestRecordsQuery(db, username, limit)),
);

/**
 * The hash changes whenever the list or the activity changes. Every open Home page polls it each minute: it covers the
 * rows that the activity is computed from, because computing it takes twice as long.
 */
export const findRecordListState = preparedQuery(
  "list_version",
  (db, username: string, limit: number | null) => {
    const records = latestRecordsQuery(db, username, limit);
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

const UPLOADED_AT = sql<Date | null>`(
  SELECT max(sent_at) FROM uploads WHERE record_id = records.id AND cataloged_at IS NOT NULL)`;

const IS_OUTDATED = sql<boolean>`EXISTS (
  SELECT FROM notifications
  WHERE record_id = records.id AND status <> 'in progress' AND created_at > latest.failed_at)`;

const IS_REJECTED = sql<boolean>`(job_id IS NULL AND cataloged_at IS NULL AND failed_at IS NOT NULL AND NOT ${IS_OUTDATED})`;

/** The portal's messages about a checked version need no action of the vendor. */
const UNREAD_MESSAGES = sql<number>`(
  SELECT count(*) FROM messages
  WHERE record_id = records.id AND username <> records.username AND id > records.last_read_message_id
    AND (username <> ${sql.lit(PORTAL_USER)} OR upload_version IS NULL))`;

/** A row for each record. Subqueries read the rows of each record by index; a plain join may read all. */
const activityQuery = (db: Db, records: SelectQueryBuilder<Database, "records", object>) =>
  db
    .selectFrom(
      records
        .select(["id", "username", "assigned_to", "last_read_message_id"])
        .select(["last_vendor_message_id", "agency_read_message_id", "finding_count"])
        .as("records"),
    )
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom("uploads")
          .select(["failed_at", "job_id", "cataloged_at", "error_text"])
          .whereRef("uploads.record_id", "=", "records.id")
          .where("sent_at", "is not", null)
          .orderBy("sent_at", "desc")
          .orderBy("requested_at", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select([
      "records.id",
      UPLOADED_AT.as("uploadedAt"),
      sql<Date | null>`CASE WHEN ${IS_REJECTED} THEN failed_at END`.as("rejectedAt"),
      sql<string | null>`CASE WHEN ${IS_REJECTED} THEN split_part(error_text, chr(10), 1) END`.as(
        "uploadError",
      ),
      UNREAD_MESSAGES.as("unreadMessages"),
    ]);

export interface ReviewActivity extends RecordActivity {
  /** Of all current files, each path once: uploads can repeat files, and the zip of a correction is only a part. */
  size: number | null;
  /** Null unless the record is pending, and until they are counted. */
  findings: number | null;
  conflicts: number;
  deliveredAgain: boolean;
  assignedTo: string | null;
  /** Messages of the vendor that no reviewer has read, if the admin handles them. */
  unreadByReviewers: number;
}

/** @param username of the admin */
export const listReviewActivity = async (
  db: Db,
  records: { id: number }[],
  username: string,
): Promise<Map<number, ReviewActivity>> => {
  const recordIds = records.map(({ id }) => id);
  return toMap(await listActivityForReview(db, recordIds, username));
};

const SIZE = sql<number | null>`CASE WHEN EXISTS (
    SELECT FROM model_files WHERE record_id = records.id AND kind = 'zip' AND NOT archived)
  THEN (
    SELECT coalesce(sum(size), 0)::bigint FROM (
      SELECT max(size) AS size FROM model_files
      WHERE record_id = records.id AND kind = 'file' AND NOT archived GROUP BY lower(path)) AS current) END`;

const listActivityForReview = preparedList("review_activity", (db, recordIds: number[], username: string) =>
  activityQuery(db, db.selectFrom("records").where("id", "=", anyId(recordIds))).select([
    SIZE.as("size"),
    "finding_count as findings",
    openConflictCount(sql.ref("records.id")).as("conflicts"),
    sql<boolean>`EXISTS (SELECT FROM uploads WHERE record_id = records.id AND version > 1)`.as(
      "deliveredAgain",
    ),
    "assigned_to as assignedTo",
    unreadMessageCount(username).as("unreadByReviewers"),
  ]),
);
