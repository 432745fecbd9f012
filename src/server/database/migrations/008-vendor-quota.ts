import { sql, type Kysely } from "kysely";

/** What has come through an upload's link, of which a vendor's quota is made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE upload_batches ADD COLUMN received_bytes bigint NOT NULL DEFAULT 0`.execute(db);
  await sql`ALTER TABLE upload_batches ADD COLUMN received_writes integer NOT NULL DEFAULT 0`.execute(db);
  await sql`CREATE INDEX upload_batches_of_user ON upload_batches (username)`.execute(db);
}
