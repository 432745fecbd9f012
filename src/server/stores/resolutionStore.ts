import type { Kysely, Selectable } from "kysely";
import type { Database, ResolutionsTable } from "../database/tables.ts";

export type StoredResolution = Selectable<ResolutionsTable>;

type Db = Kysely<Database>;

/** Remembers what one resolution archived, so that it can be undone. */
export async function insertResolution(
  trx: Db,
  resolution: Pick<StoredResolution, "record_id" | "username" | "archived_ids" | "resolved_at">,
): Promise<void> {
  await trx.insertInto("resolutions").values(resolution).execute();
}

/** Marks the last resolution of a record that stands as undone and answers it; nothing when none stands. */
export function undoLastResolution(
  trx: Db,
  recordId: number,
  now: Date,
): Promise<StoredResolution | undefined> {
  const last = trx
    .selectFrom("resolutions")
    .select("id")
    .where("record_id", "=", recordId)
    .where("undone_at", "is", null)
    .orderBy("id", "desc")
    .limit(1);
  return trx
    .updateTable("resolutions")
    .set({ undone_at: now })
    .where("id", "=", last)
    .returningAll()
    .executeTakeFirst();
}
