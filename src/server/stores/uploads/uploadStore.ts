import { sql, type Selectable, type Updateable } from "kysely";
import { isUploadableStatus, STATUSES } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import type { UploadsTable } from "../../database/tables.ts";

export type StoredUpload = Selectable<UploadsTable>;
export type UploadChange = Omit<Updateable<UploadsTable>, "id" | "claim_number" | "version">;

/**
 * One worker's hold on a batch. Each claim raises `claim_number`, and so does the end at fault: a worker that lost its
 * lease, or has ended the upload, can change nothing.
 */
export type Claim = Pick<StoredUpload, "id" | "claim_number">;

/** What a batch is when it is asked for. */
type NewUpload = Pick<
  StoredUpload,
  "id" | "record_id" | "username" | "folder" | "blob_name" | "token_hash" | "requested_at" | "expires_at"
> &
  Partial<Correction>;

/** The version that an upload corrects, and what of it is to go. */
export type Correction = Pick<StoredUpload, "corrected_upload_id" | "excluded_paths">;

export async function insertUpload(db: Db, batch: NewUpload): Promise<void> {
  await db.insertInto("uploads").values(batch).execute();
}

/** The batch whose upload token has this hash. */
export function findUploadByTokenHash(db: Db, tokenHash: string): Promise<StoredUpload | undefined> {
  return db.selectFrom("uploads").selectAll().where("token_hash", "=", tokenHash).executeTakeFirst();
}

/** The newest version of a record's model, for a statement to keep; none before the first upload is taken. */
export const latestVersionQuery = (recordId: number) =>
  sql<number | null>`(SELECT max(version) FROM uploads WHERE record_id = ${recordId})`;

/** Makes a batch the next version of its model. The record must be held. */
export async function assignNextVersion(
  trx: Db,
  { id, record_id }: Pick<StoredUpload, "id" | "record_id">,
): Promise<void> {
  await trx
    .updateTable("uploads")
    .set({ version: sql`coalesce(${latestVersionQuery(record_id)}, 0) + 1` })
    .where("id", "=", id)
    .where("version", "is", null)
    .execute();
}

/** The batch of an id, as it is now. */
export function findUpload(db: Db, id: string): Promise<StoredUpload | undefined> {
  return db.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Holds a batch's row until the transaction ends and answers it as it is now. */
export function lockUpload(trx: Db, id: string): Promise<StoredUpload> {
  return trx.selectFrom("uploads").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

export const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A batch of one record, by its id as the wire spells it; nothing for another record's or for no id at all. */
export async function findUploadOfRecord(db: Db, recordId: number, id: string): Promise<StoredUpload | undefined> {
  if (!UUID_PATTERN.test(id)) return undefined;
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The upload of a record that was sent last. */
export function findLatestSentUpload(db: Db, recordId: number): Promise<StoredUpload | undefined> {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("sent_at", "is not", null)
    .orderBy("sent_at", "desc")
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Asks for a record's batches that nothing is being done about and that were not processed well. */
export const unfinishedUploadsQuery = (db: Db, recordId: number) =>
  db
    .selectFrom("uploads")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("cataloged_at", "is", null)
    .where("due_at", "is", null)
    .where("revoked_at", "is", null);

/** The same, the newest first. */
export const listUnfinishedUploads = (db: Db, recordId: number, most: number): Promise<StoredUpload[]> =>
  unfinishedUploadsQuery(db, recordId).orderBy("requested_at", "desc").limit(most).execute();

/**
 * Batches of any record that takes uploads that nothing is being done about and that were not processed well, and
 * whose links had not ended at the given time.
 */
export function listOpenUploads(db: Db, since: Date): Promise<StoredUpload[]> {
  return db
    .selectFrom("uploads")
    .innerJoin("records", "records.id", "uploads.record_id")
    .selectAll("uploads")
    .where("records.deleted_at", "is", null)
    .where("records.status", "in", STATUSES.filter(isUploadableStatus))
    .where("cataloged_at", "is", null)
    .where("due_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", since)
    .execute();
}

/** Batches whose processing has ended, well or at fault, and whose links had not ended at the given time. */
export function listEndedUploads(db: Db, since: Date): Promise<StoredUpload[]> {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where((batch) => batch.or([batch("cataloged_at", "is not", null), batch("failed_at", "is not", null)]))
    .where("due_at", "is", null)
    .where("expires_at", ">", since)
    .execute();
}

/** Batches that were never processed well, and whose links had ended at the given time, until they are cleared. */
export function listAbandonedUploads(db: Db, ended: Date): Promise<StoredUpload[]> {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("cataloged_at", "is", null)
    .where("due_at", "is", null)
    .where("incoming_deleted_at", "is", null)
    .where("expires_at", "<=", ended)
    .execute();
}

/** Keeps that what was sent for a batch is gone. */
export async function setIncomingDeleted(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("uploads").set({ incoming_deleted_at: now }).where("id", "=", id).execute();
}

/** What a batch forgets when another upload of it is to be processed. */
const RESET_COLUMNS = {
  checked_at: null,
  extracted_at: null,
  failed_at: null,
  error_text: null,
  receipt: null,
  snapshot_size: null,
  snapshot_sha256: null,
  leased_until: null,
  failed_attempts: 0,
} satisfies UploadChange;

/** Puts an upload up for processing from the start, with what is known of it. */
export async function enqueue(trx: Db, id: string, delivery: UploadChange, now: Date): Promise<void> {
  await trx.deleteFrom("extracted_files").where("upload_id", "=", id).execute();
  await trx
    .updateTable("uploads")
    .set({ ...RESET_COLUMNS, ...delivery, received_at: now, due_at: now })
    .where("id", "=", id)
    .execute();
}

/** What the script says of its zip in its last step. */
export type DeclaredZip = Pick<StoredUpload, "declared_name" | "declared_size" | "declared_sha256">;

/** Keeps what the script says of an upload that is being processed already. */
export async function setDeclaredZip(trx: Db, id: string, declaration: DeclaredZip): Promise<void> {
  await trx.updateTable("uploads").set(declaration).where("id", "=", id).execute();
}

/**
 * Takes the upload that has waited longest and that nobody works on, for as long as the lease says. One caller gets
 * it, however many ask at once, in this process or another.
 */
export function claimNextUpload(db: Db, now: Date, leasedUntil: Date): Promise<StoredUpload | undefined> {
  const next = db
    .selectFrom("uploads")
    .select("id")
    .where("due_at", "<=", now)
    .where((batch) => batch.or([batch("leased_until", "is", null), batch("leased_until", "<=", now)]))
    // Vendors take turns: whoever has nothing in work comes first, however much others have sent.
    .orderBy(
      sql`(SELECT count(*) FROM uploads AS other
        WHERE other.username = uploads.username AND other.leased_until > ${now})`,
    )
    .orderBy("due_at")
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable("uploads")
    .set({ leased_until: leasedUntil, claim_number: sql`claim_number + 1` })
    .where("id", "=", next)
    .returningAll()
    .executeTakeFirst();
}

/** Frees what workers that are known to be gone had claimed. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await db.updateTable("uploads").set({ leased_until: null }).where("leased_until", "is not", null).execute();
}

/** Changes a batch on behalf of the worker that holds it. Answers false when another has claimed it since. */
export async function updateClaimedUpload(db: Db, claim: Claim, change: UploadChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("uploads")
    .set(change)
    .where("id", "=", claim.id)
    .where("claim_number", "=", claim.claim_number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a batch on behalf of the worker that holds it and the batch's row: from here on, it holds nothing. */
export async function endClaimedUpload(trx: Db, claim: Claim, change: UploadChange): Promise<void> {
  await trx
    .updateTable("uploads")
    .set({ ...change, due_at: null, leased_until: null, claim_number: claim.claim_number + 1 })
    .where("id", "=", claim.id)
    .execute();
}

/** Whether a worker still holds the batch it claimed. */
export async function isHeld(db: Db, claim: Claim): Promise<boolean> {
  const held = await db
    .selectFrom("uploads")
    .select("id")
    .where("id", "=", claim.id)
    .where("claim_number", "=", claim.claim_number)
    .executeTakeFirst();
  return held !== undefined;
}
