import { sql, type Insertable } from "kysely";
import type { Db } from "../../database/tables.ts";
import type { ExtractedFilesTable } from "../../database/tables.ts";
import { lockUpload, type Claim } from "./uploadStore.ts";
import type { ModelFileRow } from "./modelFileStore.ts";

type ExtractedFile = Insertable<ExtractedFilesTable>;

/**
 * Remembers files that are safely stored; one remembered before is left as it is. Answers false, and remembers
 * nothing, when the batch is in other hands by now: what those store need not be the same.
 */
export function saveExtractedFiles(db: Db, claim: Claim, files: ExtractedFile[]): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { claim_number } = await lockUpload(trx, claim.id);
    if (claim_number !== claim.claim_number) return false;
    if (files.length === 0) return true;
    await trx
      .insertInto("extracted_files")
      .values(files)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

/** Size and hash of every file of a batch that an earlier run has stored, by its path in the zip. */
export async function listExtractedFiles(
  db: Db,
  batchId: string,
): Promise<Map<string, { size: number; sha256: string }>> {
  const rows = await db
    .selectFrom("extracted_files")
    .select(["path_in_zip", "size", "sha256"])
    .where("upload_id", "=", batchId)
    .execute();
  return new Map(rows.map(({ path_in_zip, size, sha256 }) => [path_in_zip, { size, sha256 }]));
}

/** Forgets what was extracted of a batch: it is in the catalogue now, or no longer wanted. */
export async function deleteExtractedFiles(trx: Db, batchId: string): Promise<void> {
  await trx.deleteFrom("extracted_files").where("upload_id", "=", batchId).execute();
}

/** Turns a batch's extracted files into catalogue rows, inside the database. */
export async function catalogExtractedFiles(
  trx: Db,
  of: { batchId: string; recordId: number; username: string; blobFolder: string; uploadedAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username, uploaded_at,
      crc32, dos_time)
    SELECT ${of.recordId}, upload_id, 'file', path, ${of.blobFolder}::text || path, mime_type, size, sha256,
           ${of.username}, ${of.uploadedAt}, crc32, dos_time
    FROM extracted_files WHERE upload_id = ${of.batchId}
    ORDER BY path`.execute(trx);
}

/** One file or folder that a version holds, by its path inside the model, and where the file is stored. */
export type VersionEntry = Pick<
  ModelFileRow,
  "id" | "path" | "size" | "sha256" | "blob_path" | "crc32" | "archived"
> & {
  kind: "file" | "directory";
};

/** Every file and folder of one version, whatever became of them since. */
export function listVersionEntries(db: Db, batchId: string): Promise<VersionEntry[]> {
  return db
    .selectFrom("model_files")
    .select(["id", "path", "size", "sha256", "blob_path", "crc32", "archived", "kind"])
    .where("upload_id", "=", batchId)
    .where("kind", "in", ["file", "directory"])
    .orderBy("path")
    .$narrowType<{ kind: VersionEntry["kind"] }>()
    .execute();
}

/** Makes entries of an earlier version part of a batch: the bytes stay where they are stored. */
export async function copyEntriesToUpload(
  trx: Db,
  of: { batchId: string; username: string; uploadedAt: Date },
  ids: number[],
): Promise<void> {
  await sql`
    INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username, uploaded_at,
      crc32, dos_time)
    SELECT record_id, ${of.batchId}::uuid, kind, path, blob_path, mime_type, size, sha256, ${of.username},
      ${of.uploadedAt}, crc32, dos_time
    FROM model_files WHERE id = ANY(${ids}::bigint[])
    ORDER BY path`.execute(trx);
}

/** Everything that a batch holds: its zip, files and folders. */
export async function listRowIdsOfUpload(trx: Db, batchId: string): Promise<number[]> {
  const rows = await trx.selectFrom("model_files").select("id").where("upload_id", "=", batchId).execute();
  return rows.map(({ id }) => id);
}
