import { sql, type Kysely } from "kysely";

/** Contacts say the version of their schema they were written under, as records do; those of before are of the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE contacts ADD COLUMN schema_version int NOT NULL DEFAULT 1`.execute(db);
}
