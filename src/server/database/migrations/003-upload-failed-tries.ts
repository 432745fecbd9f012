import { sql, type Kysely } from "kysely";

/** Uploads count the tries that failed since they were put up; until now every claim counted, restarts too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE upload_batches ADD COLUMN failed_tries int NOT NULL DEFAULT 0`.execute(db);
}
