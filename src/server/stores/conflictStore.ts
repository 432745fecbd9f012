import { sql, type Kysely } from "kysely";
import type { Database } from "../database/tables.ts";
import type { StoredUpload } from "./uploadStore.ts";

/** One of several versions of a file; it has a conflict number. */
export type ConflictingVersion = StoredUpload & { conflict_number: number };

type Db = Kysely<Database>;

/**
 * Numbers the paths of a record whose versions differ. A path keeps the number it once had; a new one gets the next.
 * Versions of one content are no conflict, and archived versions are not looked at.
 */
export async function numberConflicts(trx: Db, recordId: number): Promise<void> {
  await sql`
    WITH contested AS (
      SELECT path FROM uploads
      WHERE record_id = ${recordId} AND kind = 'file' AND NOT archived
      GROUP BY path HAVING count(DISTINCT sha256) > 1),
    known AS (
      SELECT path, min(conflict_number) AS number FROM uploads
      WHERE record_id = ${recordId} AND conflict_number IS NOT NULL GROUP BY path),
    last AS (SELECT coalesce(max(conflict_number), 0) AS number FROM uploads WHERE record_id = ${recordId}),
    numbered AS (
      SELECT contested.path, coalesce(known.number, last.number
        + row_number() OVER (PARTITION BY known.number IS NULL ORDER BY contested.path))::int AS number
      FROM contested LEFT JOIN known ON known.path = contested.path CROSS JOIN last)
    UPDATE uploads SET conflict_number = numbered.number FROM numbered
    WHERE uploads.record_id = ${recordId} AND uploads.kind = 'file' AND NOT uploads.archived
      AND uploads.path = numbered.path AND uploads.conflict_number IS DISTINCT FROM numbered.number
  `.execute(trx);
}

/**
 * The versions between which somebody must still choose: not archived, and of one conflict number in two or more
 * uploads. In the order of their conflicts, the oldest version first.
 */
export function openConflicts(db: Db, recordId: number): Promise<ConflictingVersion[]> {
  return openConflictsOf(db, [recordId]);
}

/** The open conflicts of all records of a user about which nothing has been decided yet. */
export async function openConflictsOfUser(db: Db, username: string): Promise<ConflictingVersion[]> {
  const records = await db
    .selectFrom("records")
    .select("id")
    .where("username", "=", username)
    .where("deleted_at", "is", null)
    .where("status", "in", ["in progress", "pending"])
    .execute();
  return openConflictsOf(
    db,
    records.map(({ id }) => id),
  );
}

async function openConflictsOf(db: Db, recordIds: number[]): Promise<ConflictingVersion[]> {
  if (recordIds.length === 0) return [];
  const contested = db
    .selectFrom("uploads")
    .select(["record_id", "conflict_number"])
    .where("record_id", "in", recordIds)
    .where("archived", "=", false)
    .where("conflict_number", "is not", null)
    .groupBy(["record_id", "conflict_number"])
    .having((group) => group.fn.count("batch_id").distinct(), ">", 1)
    .as("contested");
  return db
    .selectFrom("uploads")
    .innerJoin(contested, (join) =>
      join
        .onRef("contested.record_id", "=", "uploads.record_id")
        .onRef("contested.conflict_number", "=", "uploads.conflict_number"),
    )
    .selectAll("uploads")
    .where("uploads.archived", "=", false)
    .orderBy("uploads.record_id")
    .orderBy("uploads.conflict_number")
    .orderBy("uploads.id")
    .$narrowType<{ conflict_number: number }>()
    .execute();
}

/** One version of a file of a record, archived or not. */
export function findVersion(db: Db, recordId: number, uploadId: number): Promise<StoredUpload | undefined> {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("kind", "=", "file")
    .where("id", "=", uploadId)
    .executeTakeFirst();
}

/** Archives versions, or brings them back. */
export async function setArchived(trx: Db, ids: number[], archived: boolean): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("uploads")
    .set({ archived })
    .where("id", "=", sql<number>`ANY(${ids}::bigint[])`)
    .execute();
}
