import { sql } from "kysely";
import { isUploadableStatus } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import { isRowId } from "../../database/queries.ts";
import { UUID_PATTERN } from "./uploadStore.ts";

/**
 * Signed links stay valid until they expire, so the embedded store asks on every request. Writing ends earlier: when the
 * upload is cataloged or the record is decided.
 */
export async function isRevoked(db: Db, path: string, access: "read" | "write"): Promise<boolean> {
  const [first = "", second = "", uploadId = "", ...rest] = path.split("/");
  if (first === "records")
    return isRowId(second) && !(await isDownloadable(db, Number(second), uploadId, rest.join("/")));
  if (!UUID_PATTERN.test(second)) return false;
  const upload = await db
    .selectFrom("uploads")
    .innerJoin("records", "records.id", "uploads.record_id")
    .select(["uploads.revoked_at", "uploads.cataloged_at", "records.deleted_at", "records.status"])
    .where("uploads.id", "=", second)
    .executeTakeFirst();
  if (!upload) return false;
  if (upload.revoked_at !== null || upload.deleted_at !== null) return true;
  return access === "write" && (upload.cataloged_at !== null || !isUploadableStatus(upload.status));
}

/** As for new download links: current uploads, and files of archived uploads that a correction kept. */
async function isDownloadable(db: Db, recordId: number, uploadId: string, path: string): Promise<boolean> {
  if (!UUID_PATTERN.test(uploadId)) return false;
  const { rows } = await sql`SELECT id FROM records WHERE id = ${recordId} AND deleted_at IS NULL AND (
    EXISTS (SELECT 1 FROM model_files WHERE upload_id = ${uploadId}::uuid AND record_id = ${recordId} AND kind = 'zip'
      AND NOT archived)
    OR EXISTS (SELECT 1 FROM model_files WHERE upload_id IN (SELECT id FROM uploads WHERE record_id = ${recordId})
      AND kind = 'file' AND md5(path) = md5(${path.replace(/^files\//, "")}) AND NOT archived
      AND blob_path = ${`${uploadId}/${path}`}))`.execute(db);
  return rows.length > 0;
}

export async function revokeUploadLinks(trx: Db, recordId: number, now: Date): Promise<void> {
  await trx
    .updateTable("uploads")
    .set({ revoked_at: now })
    .where("record_id", "=", recordId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Returns false if the zip is being processed or was cataloged. Keeps the time of an earlier revocation. */
export async function revokeUnfinishedUpload(db: Db, uploadId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("uploads")
    .set((upload) => ({ revoked_at: upload.fn.coalesce("revoked_at", upload.val(now)) }))
    .where("id", "=", uploadId)
    .where("job_id", "is", null)
    .where("cataloged_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
