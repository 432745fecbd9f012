import { sql, type Insertable } from "kysely";
import type { Db } from "../../database/tables.ts";
import type { ExtractedFilesTable } from "../../database/uploadTables.ts";
import { lockClaimedJob, type JobClaim } from "../jobStore.ts";
import type { ModelFileRow } from "./modelFileStore.ts";

type ExtractedFile = Insertable<ExtractedFilesTable>;

/** Returns false, and records nothing, if the claim is lost. */
export function saveExtractedFiles(db: Db, claim: JobClaim, files: ExtractedFile[]): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockClaimedJob(trx, claim))) return false;
    if (files.length === 0) return true;
    await trx
      .insertInto("extracted_files")
      .values(files)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

export async function listExtractedFiles(
  db: Db,
  uploadId: string,
): Promise<Map<string, { size: number; sha256: string }>> {
  const rows = await db
    .selectFrom("extracted_files")
    .select(["path_in_zip", "size", "sha256"])
    .where("upload_id", "=", uploadId)
    .execute();
  return new Map(rows.map(({ path_in_zip, size, sha256 }) => [path_in_zip, { size, sha256 }]));
}

export async function deleteExtractedFiles(trx: Db, uploadId: string): Promise<void> {
  await trx.deleteFrom("extracted_files").where("upload_id", "=", uploadId).execute();
}

export async function catalogExtractedFiles(
  trx: Db,
  upload: { uploadId: string; recordId: number; username: string; blobFolder: string; uploadedAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username, uploaded_at,
      crc32, dos_time)
    SELECT ${upload.recordId}, upload_id, 'file', path, ${upload.blobFolder}::text || path, mime_type, size, sha256,
           ${upload.username}, ${upload.uploadedAt}, crc32, dos_time
    FROM extracted_files WHERE upload_id = ${upload.uploadId}
    ORDER BY path`.execute(trx);
}

export type VersionEntry = Pick<
  ModelFileRow,
  "id" | "path" | "size" | "sha256" | "blob_path" | "crc32" | "archived"
> & {
  kind: "file" | "directory";
};

export function listVersionEntries(db: Db, uploadId: string): Promise<VersionEntry[]> {
  return db
    .selectFrom("model_files")
    .select(["id", "path", "size", "sha256", "blob_path", "crc32", "archived", "kind"])
    .where("upload_id", "=", uploadId)
    .where("kind", "in", ["file", "directory"])
    .orderBy("path")
    .$narrowType<{ kind: VersionEntry["kind"] }>()
    .execute();
}

export async function copyEntriesToUpload(
  trx: Db,
  upload: { uploadId: string; username: string; uploadedAt: Date },
  ids: number[],
): Promise<void> {
  await sql`
    INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username, uploaded_at,
      crc32, dos_time)
    SELECT record_id, ${upload.uploadId}::uuid, kind, path, blob_path, mime_type, size, sha256, ${upload.username},
      ${upload.uploadedAt}, crc32, dos_time
    FROM model_files WHERE id = ANY(${ids}::bigint[])
    ORDER BY path`.execute(trx);
}

export async function listRowIdsOfUpload(trx: Db, uploadId: string): Promise<number[]> {
  const rows = await trx.selectFrom("model_files").select("id").where("upload_id", "=", uploadId).execute();
  return rows.map(({ id }) => id);
}
