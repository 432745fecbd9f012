import { sql, type Selectable, type Updateable } from "kysely";
import { isUploadableStatus, STATUSES } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import type { UploadsTable } from "../../database/uploadTables.ts";
import { claimedJobQuery, enqueueJob, type JobClaim } from "../jobStore.ts";

export type StoredUpload = Selectable<UploadsTable>;
export type UploadChange = Omit<Updateable<UploadsTable>, "id" | "job_id" | "version">;

type NewUpload = Pick<
  StoredUpload,
  "id" | "record_id" | "username" | "folder" | "blob_name" | "token_hash" | "requested_at" | "expires_at"
> &
  Partial<CorrectionColumns>;

export type CorrectionColumns = Pick<StoredUpload, "corrected_upload_id" | "excluded_paths">;

export async function insertUpload(db: Db, upload: NewUpload): Promise<void> {
  await db.insertInto("uploads").values(upload).execute();
}

export type UploadLink = Pick<StoredUpload, "token_hash" | "requested_at" | "expires_at">;

export interface WantedUpload extends CorrectionColumns {
  record: { id: number; username: string };
  blobName: string;
  /** The folder without the upload's id. */
  folderPrefix: string;
}

/** Gives a new link to the upload of the same zip whose link expired while it was sent. */
export function renewExpiredUpload(
  db: Db,
  { record, blobName, folderPrefix, corrected_upload_id, excluded_paths }: WantedUpload,
  link: UploadLink,
  expiredSince: Date,
): Promise<StoredUpload | undefined> {
  const expired = unfinishedUploadsQuery(db, record.id)
    .clearSelect()
    .select("id")
    .where("username", "=", record.username)
    .where("blob_name", "=", blobName)
    .where(sql<boolean>`folder = ${folderPrefix} || id::text`)
    .where(sql<boolean>`corrected_upload_id IS NOT DISTINCT FROM ${corrected_upload_id}::uuid`)
    .where(sql<boolean>`excluded_paths IS NOT DISTINCT FROM ${excluded_paths}`)
    .where("failed_at", "is", null)
    .where("incoming_deleted_at", "is", null)
    .where("transfer_started_at", "is not", null)
    .where("expires_at", "<=", link.requested_at)
    .where("expires_at", ">", expiredSince)
    .orderBy("transfer_started_at", "desc")
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db.updateTable("uploads").set(link).where("id", "=", expired).returningAll().executeTakeFirst();
}

export function findUploadByTokenHash(db: Db, tokenHash: string): Promise<StoredUpload | undefined> {
  return db.selectFrom("uploads").selectAll().where("token_hash", "=", tokenHash).executeTakeFirst();
}

export const latestVersionQuery = (recordId: number) =>
  sql<number | null>`(SELECT max(version) FROM uploads WHERE record_id = ${recordId})`;

/** The caller must hold the lock of the record. */
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

export function findUpload(db: Db, id: string): Promise<StoredUpload | undefined> {
  return db.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Locks the row until the transaction ends. */
export function lockUpload(trx: Db, id: string): Promise<StoredUpload> {
  return trx.selectFrom("uploads").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

export const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Accepts any text as an id; undefined if the record has no such upload. */
export async function findUploadOfRecord(
  db: Db,
  recordId: number,
  id: string,
): Promise<StoredUpload | undefined> {
  if (!UUID_PATTERN.test(id)) return undefined;
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("id", "=", id)
    .executeTakeFirst();
}

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

export const unfinishedUploadsQuery = (db: Db, recordId: number) =>
  db
    .selectFrom("uploads")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("cataloged_at", "is", null)
    .where("job_id", "is", null)
    .where("revoked_at", "is", null);

export const listUnfinishedUploads = (db: Db, recordId: number, limit: number): Promise<StoredUpload[]> =>
  unfinishedUploadsQuery(db, recordId).orderBy("requested_at", "desc").limit(limit).execute();

/** Unfinished uploads of all records that take uploads, whose links expire after `since`. */
const openUploadsQuery = (db: Db, since: Date) =>
  db
    .selectFrom("uploads")
    .innerJoin("records", "records.id", "uploads.record_id")
    .selectAll("uploads")
    .where("records.deleted_at", "is", null)
    .where("records.status", "in", STATUSES.filter(isUploadableStatus))
    .where("cataloged_at", "is", null)
    .where("job_id", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", since);

export const listOpenUploads = (db: Db, since: Date): Promise<StoredUpload[]> =>
  openUploadsQuery(db, since).execute();

/** Open uploads whose link ends within `withinMs`, if the link was valid for longer and is the record's last. */
export function listUploadsWhoseLinkEnds(db: Db, now: Date, withinMs: number): Promise<StoredUpload[]> {
  return openUploadsQuery(db, now)
    .where("expires_at", "<=", new Date(now.getTime() + withinMs))
    .where("requested_at", "<", new Date(now.getTime() - withinMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("uploads as later")
            .whereRef("later.record_id", "=", "uploads.record_id")
            .whereRef("later.requested_at", ">", "uploads.requested_at"),
        ),
      ),
    )
    .execute();
}

/** The upload whose zip may be on its way: the one whose transfer started last, otherwise the one requested last. */
export function findLatestOpenUpload(db: Db, recordId: number, now: Date): Promise<StoredUpload | undefined> {
  return unfinishedUploadsQuery(db, recordId)
    .where("expires_at", ">", now)
    .orderBy("transfer_started_at", (order) => order.desc().nullsLast())
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

type TransferStart = Required<Pick<UploadChange, "transfer_started_at" | "transfer_size" | "stale_bytes">>;

export async function setTransferStarted(db: Db, id: string, start: TransferStart): Promise<void> {
  await db.updateTable("uploads").set(start).where("id", "=", id).execute();
}

export function listEndedUploads(db: Db, since: Date): Promise<StoredUpload[]> {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where((upload) =>
      upload.or([upload("cataloged_at", "is not", null), upload("failed_at", "is not", null)]),
    )
    .where("job_id", "is", null)
    .where("expires_at", ">", since)
    .execute();
}

/** Uploads that were never cataloged, whose links have expired and whose incoming folder is not deleted yet. */
export function listAbandonedUploads(db: Db, expiredBefore: Date): Promise<StoredUpload[]> {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("cataloged_at", "is", null)
    .where("job_id", "is", null)
    .where("incoming_deleted_at", "is", null)
    .where("expires_at", "<=", expiredBefore)
    .execute();
}

export async function setIncomingDeleted(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("uploads").set({ incoming_deleted_at: now }).where("id", "=", id).execute();
}

/** The incoming folder was deleted, so its bytes no longer count. */
export async function clearReceivedBytes(db: Db, id: string): Promise<void> {
  await db.updateTable("uploads").set({ received_bytes: 0 }).where("id", "=", id).execute();
}

const RESET_COLUMNS = {
  checked_at: null,
  extracted_at: null,
  failed_at: null,
  error_text: null,
  receipt: null,
  snapshot_size: null,
  snapshot_sha256: null,
  extracted_size: null,
} satisfies UploadChange;

/** Kind of the jobs that process an upload. */
export const UPLOAD_JOB = "process-upload";

export async function enqueueUpload(
  trx: Db,
  { id, username }: Pick<StoredUpload, "id" | "username">,
  change: UploadChange,
  now: Date,
): Promise<void> {
  await trx.deleteFrom("extracted_files").where("upload_id", "=", id).execute();
  const job = { kind: UPLOAD_JOB, vendor: username, payload: { uploadId: id } };
  await trx
    .updateTable("uploads")
    .set({ ...RESET_COLUMNS, ...change, received_at: now, job_id: await enqueueJob(trx, job, now) })
    .where("id", "=", id)
    .execute();
}

export type DeclaredZip = Pick<StoredUpload, "declared_name" | "declared_size" | "declared_sha256">;

export async function setDeclaredZip(trx: Db, id: string, declaration: DeclaredZip): Promise<void> {
  await trx.updateTable("uploads").set(declaration).where("id", "=", id).execute();
}

export async function updateUpload(db: Db, id: string, change: UploadChange): Promise<void> {
  await db.updateTable("uploads").set(change).where("id", "=", id).execute();
}

/** Returns false if the claim is lost. Locks the job: no worker can claim it before the change is committed. */
export async function updateClaimedUpload(db: Db, claim: JobClaim, change: UploadChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .with("claim", () => claimedJobQuery(db, claim).forUpdate())
    .updateTable("uploads")
    .set(change)
    .where("job_id", "=", (upload) => upload.selectFrom("claim").select("claim.id"))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
