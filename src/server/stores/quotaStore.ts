import { sql, type Kysely } from "kysely";
import type { Database } from "../database/tables.ts";
import { UUID } from "./uploadBatchStore.ts";

type Db = Kysely<Database>;

/** The blocks of the largest blob there can be, sent ten times. */
const MOST_WRITES = 500_000;

/**
 * Bytes that count toward a vendor's quota: zips that were taken in, whatever came through the links of others until
 * it is cleared away, and spatial extents.
 */
export async function keptBytes(db: Db, username: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`SELECT (
    (SELECT coalesce(sum(CASE WHEN catalogued_at IS NOT NULL THEN coalesce(sealed_size, 0)
      WHEN cleared_at IS NULL THEN received_bytes ELSE 0 END), 0)
      FROM upload_batches WHERE username = ${username})
    + (SELECT coalesce(sum(size), 0) FROM spatial_extents WHERE username = ${username}))::bigint AS kept`.execute(
    db,
  );
  return rows[0]?.kept ?? 0;
}

/**
 * Counts what is about to come through an upload's link. Answers false where its vendor has no room for it, or where
 * the link was used more often than any upload needs. Calls that come together may go over by what they bring.
 */
export async function takeRoom(db: Db, path: string, bytes: number, quota: number): Promise<boolean> {
  const id = path.split("/")[1] ?? "";
  if (!UUID.test(id)) return true;
  const batch = await db
    .selectFrom("upload_batches")
    .select(["username", "received_writes"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!batch) return true;
  if (batch.received_writes >= MOST_WRITES || (await keptBytes(db, batch.username)) + bytes > quota)
    return false;
  await db
    .updateTable("upload_batches")
    .set({
      received_bytes: sql`received_bytes + ${bytes}`,
      received_writes: sql`received_writes + 1`,
    })
    .where("id", "=", id)
    .execute();
  return true;
}
