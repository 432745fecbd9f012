import type { Selectable } from "kysely";
import type { Db } from "../../database/tables.ts";
import type { NotesTable } from "../../database/recordTables.ts";

export type StoredNote = Selectable<NotesTable>;

/** Oldest first. */
export const listNotes = (db: Db, recordId: number): Promise<StoredNote[]> =>
  db.selectFrom("notes").selectAll().where("record_id", "=", recordId).orderBy("id").execute();

export async function insertNote(
  trx: Db,
  { recordId, username, content, now }: { recordId: number; username: string; content: string; now: Date },
): Promise<void> {
  await trx.insertInto("notes").values({ record_id: recordId, username, content, written_at: now }).execute();
}

/** Does not raise the revision: vendors must not notice it. */
export async function setAssignee(trx: Db, recordId: number, assignedTo: string | null): Promise<void> {
  await trx.updateTable("records").set({ assigned_to: assignedTo }).where("id", "=", recordId).execute();
}

/** All records of the reviewer. Returns their ids. */
export async function unassignRecords(trx: Db, reviewer: string): Promise<number[]> {
  const rows = await trx
    .updateTable("records")
    .set({ assigned_to: null })
    .where("assigned_to", "=", reviewer)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

interface ViewerSearch {
  recordId: number;
  username: string;
  since: Date;
}

/** Stores that the user has the record open. */
export async function recordViewer(
  db: Db,
  { recordId, username, now }: Pick<ViewerSearch, "recordId" | "username"> & { now: Date },
): Promise<void> {
  await db
    .insertInto("record_viewers")
    .values({ record_id: recordId, username, seen_at: now })
    .onConflict((conflict) => conflict.columns(["record_id", "username"]).doUpdateSet({ seen_at: now }))
    .execute();
}

/** The other users who had the record open since. */
export async function listOtherViewers(
  db: Db,
  { recordId, username, since }: ViewerSearch,
): Promise<string[]> {
  const rows = await db
    .selectFrom("record_viewers")
    .select("username")
    .where("record_id", "=", recordId)
    .where("username", "<>", username)
    .where("seen_at", ">", since)
    .orderBy("username")
    .execute();
  return rows.map(({ username: viewer }) => viewer);
}
