import { sql, type Selectable } from "kysely";
import { isAdmin } from "../../../contract/roles.ts";
import { canEditField, accessRolesOf } from "../../../contract/schema/access.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../../contract/schema/migrateToCurrentSchema.ts";
import type { Status } from "../../../contract/status.ts";
import type { User } from "../../auth/tokens.ts";
import { isRowId } from "../../database/queries.ts";
import type { Db, RecordsTable } from "../../database/tables.ts";
import { HttpError } from "../../httpError.ts";

/** A row whose metadata is as today's schema says; `schema_version` says which one it was written under. */
export type StoredRecord = Selectable<RecordsTable>;

const withCurrentSchema = (row: StoredRecord): StoredRecord => ({
  ...row,
  metadata: migrateMetadata(row.metadata, row.schema_version),
});

/** The record of an id as the wire spells it; nothing when it is missing, deleted or no id at all. */
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

const recordNotFound = () => new HttpError(404, "There is no such record.");

/** The user's own record. Refused with 404 when it is missing, deleted or another user's: nobody learns which. */
export async function findOwnRecord(db: Db, user: User, id: string): Promise<StoredRecord> {
  const record = await findRecord(db, id);
  if (record?.username !== user.username) throw recordNotFound();
  return record;
}

/** A record the user may look at: their own, or any for an agency admin. Refused with 404 otherwise. */
export async function findReadableRecord(db: Db, user: User, id: string): Promise<StoredRecord> {
  const record = await findRecord(db, id);
  if (!record || (record.username !== user.username && !isAdmin(user))) throw recordNotFound();
  return record;
}

/** A record of which the user may edit something: their own, or any where the agency's admins edit a field. */
export async function findEditableRecord(db: Db, user: User, id: string): Promise<StoredRecord> {
  const record = await findReadableRecord(db, user, id);
  const parties = accessRolesOf(user, record.username);
  if (!Object.values(getSchema("metadata").properties).some((field) => canEditField(field, parties)))
    throw recordNotFound();
  return record;
}

/**
 * Holds a record's row until the transaction ends, so that what is decided from its state stays true; answers it
 * as it is now. Refused with 404 when it was deleted meanwhile.
 */
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

/** What a user owns. */
export const ownRecordsQuery = (db: Db, username: string) =>
  db.selectFrom("records").where("records.username", "=", username).where("records.deleted_at", "is", null);

/** The same, the latest change of status first; so many of it, or all. */
export const latestRecordsQuery = (db: Db, username: string, most: number | null) =>
  ownRecordsQuery(db, username).orderBy("status_changed_at", "desc").orderBy("id", "desc").limit(most);

export async function listRecordsOfUser(db: Db, username: string, most: number | null): Promise<StoredRecord[]> {
  return (await latestRecordsQuery(db, username, most).selectAll().execute()).map(withCurrentSchema);
}

/** Every vendor's records of one status, the longest waiting first. */
export async function listRecordsByStatus(db: Db, status: Status): Promise<StoredRecord[]> {
  const records = await db
    .selectFrom("records")
    .selectAll()
    .where("status", "=", status)
    .where("deleted_at", "is", null)
    .orderBy("status_changed_at")
    .orderBy("id")
    .execute();
  return records.map(withCurrentSchema);
}

/** Adds a record in progress. */
export function insertRecord(
  trx: Db,
  record: { username: string; metadata: JsonObject; schemaVersion: number; now: Date },
): Promise<StoredRecord> {
  const { username, metadata, schemaVersion, now } = record;
  const times = { status_changed_at: now, created_at: now, updated_at: now };
  return trx
    .insertInto("records")
    .values({
      username,
      status: "in progress",
      metadata: JSON.stringify(metadata),
      schema_version: schemaVersion,
      ...times,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Puts new metadata in place of the old. A save of a record in progress counts as a change of status: lists show the
 * latest save first. What the agency says of a record that was sent leaves the time since when it waits.
 */
export function updateMetadata(
  trx: Db,
  id: number,
  change: { metadata: JsonObject; schemaVersion: number; now: Date },
): Promise<StoredRecord> {
  return trx
    .updateTable("records")
    .set({
      metadata: JSON.stringify(change.metadata),
      schema_version: change.schemaVersion,
      status_changed_at: sql`CASE WHEN status = 'in progress' THEN ${change.now}::timestamptz ELSE status_changed_at END`,
      updated_at: change.now,
      revision: sql`revision + 1`,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a record to a status; its version grows, so every list and ETag notices. */
export async function setStatus(trx: Db, id: number, status: Status, now: Date): Promise<StoredRecord> {
  const record = await trx
    .updateTable("records")
    .set({ status, status_changed_at: now, updated_at: now, revision: sql`revision + 1` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withCurrentSchema(record);
}

/** Keeps that a record's vendor has read its thread up to a message. Its version stays: nothing of the record changed. */
export async function setLastReadMessage(db: Db, id: number, messageId: number): Promise<void> {
  await db
    .updateTable("records")
    .set({ last_read_message_id: messageId })
    .where("id", "=", id)
    .where("last_read_message_id", "<", messageId)
    .execute();
}

/** Hides a record from every list and call; nothing of it is destroyed. */
export async function softDeleteRecord(trx: Db, id: number, now: Date): Promise<void> {
  await trx
    .updateTable("records")
    .set({ deleted_at: now, updated_at: now, revision: sql`revision + 1` })
    .where("id", "=", id)
    .execute();
}

/** A record's stored metadata, written under some version of the schema, as today's version holds it. */
export const migrateMetadata = (metadata: JsonObject, schemaVersion: number): JsonObject =>
  migrateToCurrentSchema(getSchema("metadata"), metadata, schemaVersion);
