import { sql, type Kysely } from "kysely";
import type { Deliveries, ReviewFigures } from "../../../contract/reviewFigures.ts";
import type { Database } from "../../database/tables.ts";
import { countOpenConflicts } from "../uploads/conflictStore.ts";
import { recordNews, type RecordNews } from "./recordNewsStore.ts";

type Db = Kysely<Database>;

/** What there is to know of a record that waits for the agency before it is opened. */
export interface ReviewNews extends RecordNews {
  /** Bytes of the zip that was taken last, and what its check advised. */
  size?: number;
  warnings?: number;
  conflicts: number;
}

/** The news of each of these pending records, by the record's id. */
export async function reviewNews(db: Db, recordIds: number[]): Promise<Map<number, ReviewNews>> {
  const [news, conflicts, zips] = [
    await recordNews(db, { status: "pending" }),
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
    .selectFrom("uploads")
    .innerJoin("upload_batches", "upload_batches.id", "uploads.batch_id")
    .innerJoin("records", "records.id", "uploads.record_id")
    .where("records.status", "=", "pending")
    .where("records.deleted_at", "is", null)
    .where("kind", "=", "zip")
    .where("archived", "=", false)
    .distinctOn("uploads.record_id")
    .select(["uploads.record_id", "uploads.size"])
    .select(sql<number>`jsonb_array_length(coalesce(receipt->'warnings', '[]'::jsonb))`.as("warnings"))
    .orderBy("uploads.record_id")
    .orderBy("uploaded_at", "desc")
    .execute();

export async function reviewFigures(db: Db, since: Date): Promise<ReviewFigures> {
  const deliveries = await sql<Deliveries>`
    SELECT to_char(date_trunc('week', catalogued_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS week,
      records.status, count(*)::int AS count
    FROM upload_batches JOIN records ON records.id = record_id
    WHERE catalogued_at >= ${since} AND deleted_at IS NULL
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  const decided = await sql<{ decisions: number; days: number | null }>`
    SELECT count(*)::int AS decisions, percentile_cont(0.5) WITHIN GROUP (
      ORDER BY extract(epoch FROM said.created_at - sent.at)::float8 / 86400) AS days
    FROM notifications AS said CROSS JOIN LATERAL (
      SELECT max(sent_at) AS at FROM upload_batches
      WHERE record_id = said.record_id AND catalogued_at <= said.created_at) AS sent
    WHERE said.status IN ('accepted', 'rejected') AND said.created_at >= ${since} AND sent.at IS NOT NULL`.execute(
    db,
  );
  const { decisions = 0, days = null } = decided.rows[0] ?? {};
  return { deliveries: deliveries.rows, decisions, medianDays: days };
}
