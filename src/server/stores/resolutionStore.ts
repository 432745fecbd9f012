import { sql, type Kysely, type Selectable } from "kysely";
import type { Database, ResolutionsTable } from "../database/tables.ts";

export type StoredResolution = Selectable<ResolutionsTable>;

type Db = Kysely<Database>;

/** Remembers what one resolution archived, so that it can be undone. Answers its id. */
export async function insertResolution(
  trx: Db,
  resolution: Pick<StoredResolution, "record_id" | "username" | "archived_ids" | "resolved_at">,
): Promise<number> {
  const { id } = await trx
    .insertInto("resolutions")
    .values(resolution)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The last resolution of a record that stands; none when every one was undone. */
export function lastResolution(db: Db, recordId: number): Promise<StoredResolution | undefined> {
  return db
    .selectFrom("resolutions")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("undone_at", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The last standing resolution of a record that archived versions of one of these conflicts. */
export async function lastResolutionOf(
  db: Db,
  recordId: number,
  conflictNumbers: number[],
): Promise<StoredResolution | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT max(resolutions.id) AS id FROM resolutions
    CROSS JOIN unnest(archived_ids) AS aside (id) JOIN uploads ON uploads.id = aside.id
    WHERE resolutions.record_id = ${recordId} AND undone_at IS NULL
      AND conflict_number = ANY(${conflictNumbers}::int[])`.execute(db);
  return rows[0]?.id ? findResolution(db, recordId, rows[0].id) : undefined;
}

/** One resolution of a record, undone or not. */
export function findResolution(db: Db, recordId: number, id: number): Promise<StoredResolution | undefined> {
  return db
    .selectFrom("resolutions")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Marks a resolution as undone. */
export async function markUndone(trx: Db, id: number, now: Date): Promise<void> {
  await trx.updateTable("resolutions").set({ undone_at: now }).where("id", "=", id).execute();
}
