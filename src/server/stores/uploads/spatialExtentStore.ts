import type { Insertable } from "kysely";
import type { Db } from "../../database/tables.ts";
import type { SpatialExtentsTable } from "../../database/uploadTables.ts";

export async function insertSpatialExtent(db: Db, extent: Insertable<SpatialExtentsTable>): Promise<void> {
  await db.insertInto("spatial_extents").values(extent).execute();
}

/** A record may only name a geodatabase that its user uploaded. */
export async function isExtentUploadedBy(db: Db, username: string, storedName: string): Promise<boolean> {
  const found = await db
    .selectFrom("spatial_extents")
    .select("stored_name")
    .where("stored_name", "=", storedName)
    .where("username", "=", username)
    .executeTakeFirst();
  return found !== undefined;
}

export async function isExtentStored(db: Db, storedName: string): Promise<boolean> {
  const found = await db
    .selectFrom("spatial_extents")
    .select("stored_name")
    .where("stored_name", "=", storedName)
    .executeTakeFirst();
  return found !== undefined;
}

/** Call in the transaction that saves a record with this geodatabase. */
export async function markExtentSaved(trx: Db, storedName: string): Promise<void> {
  await trx
    .updateTable("spatial_extents")
    .set({ is_saved: true })
    .where("stored_name", "=", storedName)
    .where("is_saved", "=", false)
    .execute();
}

/** Stored names of geodatabases, uploaded before a time, that no record has ever named. */
export async function listUnusedExtents(db: Db, uploadedBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("spatial_extents")
    .select("stored_name")
    .where("is_saved", "=", false)
    .where("uploaded_at", "<=", uploadedBefore)
    .execute();
  return rows.map(({ stored_name }) => stored_name);
}

/** Returns false if a record has named it since. */
export async function deleteUnusedExtent(db: Db, storedName: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("spatial_extents")
    .where("stored_name", "=", storedName)
    .where("is_saved", "=", false)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
