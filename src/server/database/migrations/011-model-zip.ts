import { sql, type Kysely } from "kysely";

/**
 * Checksum and date of each file as its zip held them, so that a zip of the model is laid out without reading the files.
 * Files from before have none: theirs are made once they are asked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["extracted_files", "uploads"])
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN crc32 bigint, ADD COLUMN dos_time bigint`.execute(
      db,
    );
}
