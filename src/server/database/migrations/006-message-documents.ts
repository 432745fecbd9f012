import { sql, type Kysely } from "kysely";

/** Messages keep all that their schema says, and under which version of it, as records and contacts do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN document jsonb NOT NULL DEFAULT '{}'::jsonb`.execute(db);
  await sql`ALTER TABLE messages ADD COLUMN schema_version integer NOT NULL DEFAULT 1`.execute(db);
}
