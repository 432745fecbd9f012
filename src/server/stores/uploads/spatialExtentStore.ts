import { sql, type Insertable } from "kysely";
import { getFieldNameByRole, getSchema } from "../../../contract/schema/fields.ts";
import type { Db, SpatialExtentsTable } from "../../database/tables.ts";

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

/** Stored names of geodatabases, uploaded before a time, that no record names in its current schema field. */
export async function listUnusedExtents(db: Db, uploadedBefore: Date): Promise<string[]> {
  const field = getFieldNameByRole(getSchema("metadata"), "extent");
  const { rows } = await sql<{ stored_name: string }>`SELECT stored_name FROM spatial_extents
    WHERE uploaded_at <= ${uploadedBefore} AND stored_name NOT IN (
      SELECT metadata->>${field}::text FROM records WHERE metadata->>${field}::text IS NOT NULL
      UNION SELECT new_metadata->>${field}::text FROM history WHERE new_metadata->>${field}::text IS NOT NULL)`.execute(
    db,
  );
  return rows.map(({ stored_name }) => stored_name);
}

/** Returns false if a record names the file after all: in a field of an older schema, or saved since. */
export async function deleteUnusedExtent(db: Db, storedName: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM spatial_extents WHERE stored_name = ${storedName}
    AND NOT EXISTS (SELECT 1 FROM records WHERE position(${storedName} IN metadata::text) > 0)
    AND NOT EXISTS (SELECT 1 FROM history WHERE position(${storedName} IN new_metadata::text) > 0)`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
