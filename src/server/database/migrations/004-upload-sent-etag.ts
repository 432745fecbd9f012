import { sql, type Kysely } from "kysely";

/** Uploads keep the ETag of the zip they were put up with, so that one sent anew is told from the one at fault. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE upload_batches ADD COLUMN sent_etag text`.execute(db);
}
