import { sql, type Kysely } from "kysely";

/** What stands of a record, and its zips, are found without a look at all that its versions ever held. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX uploads_of_record`.execute(db);
  await sql`CREATE INDEX uploads_of_record ON uploads (record_id, kind, archived)`.execute(db);
}
