import { sql, type Selectable } from "kysely";
import { isAdmin } from "../../../contract/roles.ts";
import { canEditField, accessRolesOf } from "../../../contract/schema/access.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getFieldList, getFieldText, getSchema } from "../../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../../contract/schema/migrateToCurrentSchema.ts";
import type { Status } from "../../../contract/status.ts";
import type { User } from "../../user.ts";
import { isRowId } from "../../database/queries.ts";
import type { Db, RecordsTable } from "../../database/tables.ts";
import { HttpError } from "../../httpError.ts";
import { linkMetadata, unlinkMetadata } from "./metadataLinkStore.ts";

/** The metadata is converted to the current schema; `schema_version` is the version it was saved under. */
export type StoredRecord = Selectable<RecordsTable>;

export const withCurrentSchema = (row: StoredRecord): StoredRecord => ({
  ...row,
  metadata: upgradeMetadata(row.metadata, row.schema_version),
});

export async function findRecord(db: Db, id: string): Promise<StoredRecord | undefined> {
  if (!isRowId(id)) return undefined;
  const record = await db
    .selectFrom("records")
    .selectAll()
    .where("id", "=", Number(id))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return record && withCurrentSchema(record);
}

export const recordNotFound = () =>
  new HttpError(404, "The record does not exist or belongs to another vendor.");

/** @throws HttpError 404 for a missing, deleted or foreign record, without telling which */
export async function findOwnRecord(db: Db, user: User, id: string): Promise<StoredRecord> {
  const record = await findRecord(db, id);
  if (record?.username !== user.username) throw recordNotFound();
  return record;
}

/** The user's own record, or any record for a reviewer. @throws HttpError 404 otherwise */
export async function findReadableRecord(db: Db, user: User, id: string): Promise<StoredRecord> {
  const record = await findRecord(db, id);
  if (!record || (record.username !== user.username && !isAdmin(user))) throw recordNotFound();
  return record;
}

/**
 * @throws HttpError 404 unless it is the user's own record, or the user is a reviewer who may edit one of its fields
 */
export async function findEditableRecord(db: Db, user: User, id: string): Promise<StoredRecord> {
  const record = await findReadableRecord(db, user, id);
  const roles = accessRolesOf(user, record.username);
  if (!Object.values(getSchema("metadata").properties).some((field) => canEditField(field, roles)))
    throw recordNotFound();
  return record;
}

/** Locks the row until the transaction ends. @throws HttpError 404 if the record was deleted */
export async function lockRecord(trx: Db, id: number): Promise<StoredRecord> {
  const record = await trx
    .selectFrom("records")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!record) throw recordNotFound();
  return withCurrentSchema(record);
}

export const ownRecordsQuery = (db: Db, username: string) =>
  db.selectFrom("records").where("records.username", "=", username).where("records.deleted_at", "is", null);

export const latestRecordsQuery = (db: Db, username: string, limit: number | null) =>
  ownRecordsQuery(db, username).orderBy("status_changed_at", "desc").orderBy("id", "desc").limit(limit);

export async function listRecordsOfUser(
  db: Db,
  username: string,
  limit: number | null,
): Promise<StoredRecord[]> {
  return (await latestRecordsQuery(db, username, limit).selectAll().execute()).map(withCurrentSchema);
}

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

interface PendingPage {
  after?: Pick<StoredRecord, "status_changed_at" | "id"> | undefined;
  limit?: number | undefined;
}

/** The longest waiting first. */
export async function listPendingRecords(
  db: Db,
  { after, limit }: PendingPage = {},
): Promise<StoredRecord[]> {
  const records = await db
    .selectFrom("records")
    .selectAll()
    .where("status", "=", sql.lit("pending"))
    .where("deleted_at", "is", null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("status_changed_at", "id"), ">", tuple(after!.status_changed_at, after!.id)),
      ),
    )
    .orderBy("status_changed_at")
    .orderBy("id")
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  return records.map(withCurrentSchema);
}

export async function countRecordsByStatus(db: Db): Promise<Map<Status, number>> {
  const rows = await db
    .selectFrom("records")
    .select((record) => ["status", record.fn.countAll<number>().as("count")])
    .where("deleted_at", "is", null)
    .groupBy("status")
    .execute();
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** How many records wait for changes that the agency requested. */
export async function countRequestedChanges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("records")
    .select((record) => record.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .where("changes_requested", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many pending records have waited since before `overdueSince`, and how many have no reviewer. */
export function countPendingRecords(
  db: Db,
  overdueSince: Date,
): Promise<{ overdue: number; unassigned: number }> {
  return db
    .selectFrom("records")
    .select(({ fn, eb }) => [
      fn
        .countAll<number>()
        .filterWhere(eb("status_changed_at", "<=", overdueSince))
        .as("overdue"),
      fn.countAll<number>().filterWhere("assigned_to", "is", null).as("unassigned"),
    ])
    .where("status", "=", sql.lit("pending"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

/** The columns that hold a value of the metadata. */
export function getSearchedColumns(metadata: JsonObject) {
  const schema = getSchema("metadata");
  return {
    identifier: getFieldText(schema, metadata, "identifier").trim(),
    title: getFieldText(schema, metadata, "title"),
    region: getFieldText(schema, metadata, "region"),
    counties: getFieldList(schema, metadata, "county"),
  };
}

export async function insertRecord(
  trx: Db,
  record: {
    username: string;
    metadata: JsonObject;
    schemaVersion: number;
    previousRecordId?: number | undefined;
    now: Date;
  },
): Promise<StoredRecord> {
  const { username, metadata, schemaVersion, previousRecordId = null, now } = record;
  const times = { status_changed_at: now, created_at: now, updated_at: now };
  const inserted = await trx
    .insertInto("records")
    .values({
      username,
      status: "in progress",
      metadata: JSON.stringify(metadata),
      schema_version: schemaVersion,
      previous_record_id: previousRecordId,
      ...getSearchedColumns(metadata),
      ...times,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await linkMetadata(trx, inserted.id, metadata);
  return inserted;
}

/** A save in progress counts as a status change, so lists show it first. A reviewer's edit keeps the waiting time. */
export async function updateMetadata(
  trx: Db,
  id: number,
  change: { metadata: JsonObject; schemaVersion: number; now: Date },
): Promise<StoredRecord> {
  await linkMetadata(trx, id, change.metadata);
  return trx
    .updateTable("records")
    .set({
      metadata: JSON.stringify(change.metadata),
      schema_version: change.schemaVersion,
      ...getSearchedColumns(change.metadata),
      status_changed_at: sql`CASE WHEN status = 'in progress' THEN ${change.now}::timestamptz ELSE status_changed_at END`,
      updated_at: change.now,
      revision: sql`revision + 1`,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Raises the revision, so lists and ETags change. */
export async function setStatus(
  trx: Db,
  id: number,
  status: Status,
  now: Date,
  { requestsChanges = false } = {},
): Promise<StoredRecord> {
  const times = { status_changed_at: now, updated_at: now };
  const record = await trx
    .updateTable("records")
    .set({ status, ...times, changes_requested: requestsChanges, revision: sql`revision + 1` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withCurrentSchema(record);
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

export const upgradeMetadata = (metadata: JsonObject, schemaVersion: number): JsonObject =>
  migrateToCurrentSchema(getSchema("metadata"), metadata, schemaVersion);
