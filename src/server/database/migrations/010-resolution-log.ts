import { sql, type Kysely } from "kysely";

/**
 * What was chosen between uploads is told afterwards, to vendor and agency: which upload was kept as a whole, or which
 * files were, what was put aside, and who took the choice back. An upload kept as a whole brings its own files back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE resolutions
    ADD COLUMN batch_id uuid REFERENCES upload_batches,
    ADD COLUMN kept_ids bigint[] NOT NULL DEFAULT '{}',
    ADD COLUMN restored_ids bigint[] NOT NULL DEFAULT '{}',
    ADD COLUMN upload_version int,
    ADD COLUMN undone_by text,
    ADD COLUMN document jsonb NOT NULL DEFAULT '{}'`.execute(db);
  await sql`CREATE INDEX resolutions_of_record ON resolutions (record_id, id)`.execute(db);
}
