import { sql } from "kysely";
import { isRowId } from "../../database/queries.ts";
import type { Db } from "../../database/tables.ts";
import { linkMetadata, unlinkMetadata } from "./metadataLinkStore.ts";
import { type StoredRecord, withCurrentSchema } from "./recordStore.ts";

interface DeletedPage {
  /** Only records of this vendor. */
  username?: string;
  after?: { deletedAt: Date; id: number } | undefined;
  limit?: number | undefined;
}

/** The last deleted first, from `since` on. */
export async function listDeletedRecords(
  db: Db,
  since: Date,
  { username, after, limit }: DeletedPage = {},
): Promise<StoredRecord[]> {
  const records = await db
    .selectFrom("records")
    .selectAll()
    .where("deleted_at", ">=", since)
    .$if(username !== undefined, (query) => query.where("username", "=", username!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("deleted_at", "id"), "<", tuple(after!.deletedAt, after!.id)),
      ),
    )
    .orderBy("deleted_at", "desc")
    .orderBy("id", "desc")
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  return records.map(withCurrentSchema);
}

/** Locks the row until the transaction ends. Undefined if there is no such record in the trash. */
export async function lockDeletedRecord(trx: Db, id: string, since: Date): Promise<StoredRecord | undefined> {
  if (!isRowId(id)) return undefined;
  const record = await trx
    .selectFrom("records")
    .selectAll()
    .where("id", "=", Number(id))
    .where("deleted_at", ">=", since)
    .forUpdate()
    .executeTakeFirst();
  return record && withCurrentSchema(record);
}

export async function softDeleteRecord(trx: Db, id: number, now: Date): Promise<StoredRecord> {
  await unlinkMetadata(trx, id);
  const record = await trx
    .updateTable("records")
    .set({ deleted_at: now, updated_at: now, revision: sql`revision + 1` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withCurrentSchema(record);
}

export async function undeleteRecord(
  trx: Db,
  { id, metadata }: StoredRecord,
  now: Date,
): Promise<StoredRecord> {
  await linkMetadata(trx, id, metadata);
  const record = await trx
    .updateTable("records")
    .set({ deleted_at: null, updated_at: now, revision: sql`revision + 1` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withCurrentSchema(record);
}
