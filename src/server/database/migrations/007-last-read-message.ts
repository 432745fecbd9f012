import { sql, type Kysely } from "kysely";

/** Records know how far their vendor has read the thread. What was sent before that was kept counts as read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE records ADD COLUMN last_read_message integer NOT NULL DEFAULT 0`.execute(db);
  await sql`UPDATE records SET last_read_message = newest.id
    FROM (SELECT record_id, max(id) AS id FROM messages GROUP BY record_id) AS newest
    WHERE newest.record_id = records.id`.execute(db);
}
