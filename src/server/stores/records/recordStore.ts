import { sql, type Selectable } from "kysely";
import { isAdmin } from "../../../contract/roles.ts";
import { canEditField, accessRolesOf } from "../../../contract/schema/access.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getFieldList, getFieldText, getSchema } from "../../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../../contract/schema/migrateToCurrentSchema.ts";
import type { Status } from "../../../contract/status.ts";
import type { User } from "../../user.ts";
import { isRowId, preparedList } from "../../database/queries.ts";
import type { Db } from "../../database/tables.ts";
import type { RecordsTable } from "../../database/recordTables.ts";
import { HttpError } from "../../httpError.ts";
import { linkMetadata } from "./metadataLinkStore.ts";

/** The metadata is converted to the current schema; `schema_version` is the version it was saved under. */
export type StoredRecord = Selectable<RecordsTable>;

/** The columns that lists need. Reading all columns takes longer. */
export const LISTED_COLUMNS = [
  "id",
  "username",
  "status",
  "status_changed_at",
  "metadata",
  "schema_version",
  "previous_record_id",
  "changes_requested",
  "deleted_at",
] as const;

export type ListedRecord = Pick<StoredRecord, (typeof LISTED_COLUMNS)[number]>;

export const withCurrentSchema = <Row extends Pick<StoredRecord, "metadata" | "schema_version">>(
  row: Row,
): Row => ({
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
): Promise<ListedRecord[]> {
  return (await findLatestRecords(db, username, limit)).map(withCurrentSchema);
}

const findLatestRecords = preparedList("latest_records", (db, username: string, limit: number | null) =>
  latestRecordsQuery(db, username, limit).select(LISTED_COLUMNS),
);

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
    .set({
      status,
      ...times,
      changes_requested: requestsChanges,
      finding_count: null,
      finding_rules: null,
      revision: sql`revision + 1`,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withCurrentSchema(record);
}

export const upgradeMetadata = (metadata: JsonObject, schemaVersion: number): JsonObject =>
  migrateToCurrentSchema(getSchema("metadata"), metadata, schemaVersion);
