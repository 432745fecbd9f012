import type { Db } from "../../database/tables.ts";
import { type StoredRecord, withCurrentSchema } from "./recordStore.ts";

/** At most this many records with the same identifier are named. */
export const MAX_LISTED_RECORDS = 10;

interface IdentifierSearch {
  identifier: string;
  /** Leaves out this record and the accepted records that it is a new version of. */
  exceptId: number | undefined;
}

const recordsWithIdentifierQuery = (db: Db, { identifier, exceptId = 0 }: IdentifierSearch) =>
  db
    .withRecursive("earlier", (earlier) =>
      earlier
        .selectFrom("records")
        .select(["id", "previous_record_id"])
        .where("id", "=", exceptId)
        .unionAll(
          earlier
            .selectFrom("records")
            .innerJoin("earlier", "earlier.previous_record_id", "records.id")
            .select(["records.id", "records.previous_record_id"]),
        ),
    )
    .selectFrom("records")
    .where("identifier", "=", identifier)
    .where("deleted_at", "is", null)
    .where("id", "not in", (record) => record.selectFrom("earlier").select("earlier.id"));

/** The oldest first. `username` limits the list to the records of this vendor. */
export async function listRecordsWithIdentifier(
  db: Db,
  { username, limit, ...search }: IdentifierSearch & { username: string | undefined; limit: number },
): Promise<StoredRecord[]> {
  const records = await recordsWithIdentifierQuery(db, search)
    .selectAll()
    .$if(username !== undefined, (query) => query.where("username", "=", username!))
    .orderBy("id")
    .limit(limit)
    .execute();
  return records.map(withCurrentSchema);
}

export async function isIdentifierUsedByOthers(
  db: Db,
  { username, ...search }: IdentifierSearch & { username: string },
): Promise<boolean> {
  const query = recordsWithIdentifierQuery(db, search).select("id").where("username", "<>", username);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
