import { sql, type Kysely } from "kysely";
import type { Database } from "../../database/tables.ts";
import { versionOfList } from "../records/recordNewsStore.ts";

/** Text that changes whenever the conflicts of a user's records would read differently, cheap to make. */
export async function versionOfConflicts(db: Kysely<Database>, username: string): Promise<string> {
  const uploads = await db
    .selectFrom("uploads")
    .innerJoin("records", "records.id", "uploads.record_id")
    .select((of) => [
      of.fn.countAll<number>().as("count"),
      of.fn.max("uploads.id").as("last"),
      // Which of them are archived or numbered, not only how many: choosing another version swaps two.
      sql<string>`md5(string_agg(uploads.id::text, ',' ORDER BY uploads.id)
        FILTER (WHERE conflict_number IS NOT NULL AND NOT archived))`.as("contested"),
    ])
    .where("records.username", "=", username)
    .where("records.deleted_at", "is", null)
    .where("uploads.kind", "=", "file")
    .executeTakeFirstOrThrow();
  const records = await versionOfList(db, username);
  return [records, uploads.count, uploads.last ?? 0, uploads.contested ?? "none"].join("-");
}
