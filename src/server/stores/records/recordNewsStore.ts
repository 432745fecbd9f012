import { sql, type Expression, type Kysely, type SelectQueryBuilder } from "kysely";
import type { Status } from "../../../contract/status.ts";
import { prepared } from "../../database/prepared.ts";
import type { Database } from "../../database/tables.ts";
import { selectAccess } from "../accountStore.ts";

type Db = Kysely<Database>;

/** What has happened to a record besides its saves and its status. */
export interface RecordNews {
  /** When the upload that was taken last was sent. */
  uploaded?: Date;
  /** When the upload that was sent last was refused, if it was and the record has not gone on since. */
  refused?: Date;
  /** Messages of others that have come since its vendor last read the thread. */
  unread: number;
}

/** Whose records, or those in which status. */
type Scope = { username: string | Expression<string> } | { status: Status };

/** The news of each record in a scope, by the record's id; records without any are left out. */
export async function recordNews(db: Db, scope: Scope): Promise<Map<number, RecordNews>> {
  const news = new Map<number, RecordNews>();
  for (const { record_id, ...upload } of await newestUploads(db, scope).execute()) {
    const isRefused = upload.failed_at && !upload.due_at && !upload.catalogued_at && !upload.is_past;
    news.set(record_id, {
      ...(upload.uploaded && { uploaded: upload.uploaded }),
      ...(isRefused && { refused: upload.failed_at! }),
      unread: 0,
    });
  }
  for (const { record_id, count } of await unreadMessages(db, scope).execute())
    news.set(record_id, { ...news.get(record_id), unread: count });
  return news;
}

/**
 * Who may come in by an account's id, and a text that changes whenever the list of this user's records, or their news,
 * would read differently. Every open Home asks for both each minute, so it is one query.
 */
export const findAccessAndList = prepared("access_and_list", (db, id: number) => {
  const scope = { username: sql.ref<string>("accounts.username") };
  const parts = [
    rowsAsText(db, recordsIn(db, scope).select(["id", "version"]).orderBy("id")),
    rowsAsText(db, newestUploads(db, scope)),
    rowsAsText(db, unreadMessages(db, scope).orderBy("records.id")),
  ];
  return selectAccess(db, id).select(
    sql<string>`md5(json_build_array(${sql.join(parts)})::text)`.as("list_version"),
  );
});

const rowsAsText = <Table extends keyof Database>(
  db: Db,
  rows: SelectQueryBuilder<Database, Table, object>,
) => db.selectFrom(rows.as("row")).select(sql<string | null>`string_agg("row"::text, ',')`.as("text"));

const recordsIn = (db: Db, scope: Scope) => {
  const records = db.selectFrom("records").where("deleted_at", "is", null);
  return "status" in scope
    ? records.where("status", "=", scope.status)
    : records.where("records.username", "=", scope.username);
};

/** The upload of each record that was sent last, and when the last one that was taken was sent. */
const newestUploads = (db: Db, scope: Scope) =>
  db
    .selectFrom("upload_batches")
    .distinctOn("record_id")
    .select(["record_id", "failed_at", "due_at", "catalogued_at"])
    .select(
      sql<Date | null>`max(sent_at) FILTER (WHERE catalogued_at IS NOT NULL) OVER (PARTITION BY record_id)`.as(
        "uploaded",
      ),
    )
    .select((batch) =>
      batch
        .exists(
          batch
            .selectFrom("notifications")
            .whereRef("notifications.record_id", "=", "upload_batches.record_id")
            .where("notifications.status", "<>", "in progress")
            .whereRef("notifications.created_at", ">", "upload_batches.failed_at"),
        )
        .as("is_past"),
    )
    .where("record_id", "in", recordsIn(db, scope).select("records.id"))
    .where("sent_at", "is not", null)
    .orderBy("record_id")
    .orderBy("sent_at", "desc")
    .orderBy("requested_at", "desc");

const unreadMessages = (db: Db, scope: Scope) =>
  recordsIn(db, scope)
    .innerJoin("messages", "messages.record_id", "records.id")
    .whereRef("messages.username", "<>", "records.username")
    .whereRef("messages.id", ">", "records.last_read_message")
    .groupBy("records.id")
    .select((of) => ["records.id as record_id", of.fn.countAll<number>().as("count")]);
