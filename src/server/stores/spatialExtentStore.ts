import type { Insertable, Kysely } from "kysely";
import type { Database, SpatialExtentsTable } from "../database/tables.ts";

type Db = Kysely<Database>;

/** Remembers who uploaded a stored geodatabase. */
export async function insertExtent(db: Db, extent: Insertable<SpatialExtentsTable>): Promise<void> {
  await db.insertInto("spatial_extents").values(extent).execute();
}

/** Whether a stored name is that of a geodatabase this user uploaded; no other may be saved with a record. */
export async function isOwnExtent(db: Db, username: string, storedName: string): Promise<boolean> {
  const found = await db
    .selectFrom("spatial_extents")
    .select("stored_name")
    .where("stored_name", "=", storedName)
    .where("username", "=", username)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a geodatabase is stored under this name, whoever uploaded it. */
export async function isStoredExtent(db: Db, storedName: string): Promise<boolean> {
  const found = await db
    .selectFrom("spatial_extents")
    .select("stored_name")
    .where("stored_name", "=", storedName)
    .executeTakeFirst();
  return found !== undefined;
}
