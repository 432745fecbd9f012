import { sql, type Kysely } from "kysely";
import type { Database } from "../../database/tables.ts";

/**
 * Text that changes whenever the conflicts of a user's records would read differently beyond what the version of the
 * list of records tells, cheap to make.
 */
export async function versionOfConflicts(db: Kysely<Database>, username: string): Promise<string> {
  const uploads = await db
    .selectFrom("uploads")
    .innerJoin("records", "records.id", "uploads.record_id")
    // Which of them stand, not only how many: choosing another version swaps two.
    .select(sql<string | null>`md5(string_agg(uploads.id::text, ',' ORDER BY uploads.id))`.as("contested"))
    .where("records.username", "=", username)
    .where("records.deleted_at", "is", null)
    .where("uploads.kind", "=", "file")
    .where("uploads.archived", "=", false)
    .where("conflict_number", "is not", null)
    .executeTakeFirstOrThrow();
  return uploads.contested ?? "none";
}
