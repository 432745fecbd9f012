import { sql, type Kysely } from "kysely";

/**
 * An upload may be asked for as a correction of a version: what its zip does not hold is taken over from there, but for
 * what is to go.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE upload_batches
    ADD COLUMN corrects uuid REFERENCES upload_batches,
    ADD COLUMN left_out text[] NOT NULL DEFAULT '{}'`.execute(db);
}
