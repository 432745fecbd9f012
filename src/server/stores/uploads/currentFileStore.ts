import { sql } from "kysely";
import type { UploadFileVersion } from "../../../contract/conflicts/resolveConflicts.ts";
import type { Db } from "../../database/tables.ts";
import { anyId, fetchLargeList } from "../../database/queries.ts";

export type ModelFileVersion = UploadFileVersion & { version: number | null };

export const listCurrentFiles = (db: Db, recordId: number): Promise<ModelFileVersion[]> =>
  fetchLargeList(
    db,
    modelFilesQuery(db).where("model_files.record_id", "=", recordId).where("archived", "=", false),
  );

/** Also if a version writes the path in another case. */
export const listCurrentVersionsOfFile = (
  db: Db,
  recordId: number,
  path: string,
): Promise<ModelFileVersion[]> =>
  modelFilesQuery(db)
    .where("model_files.record_id", "=", recordId)
    .where("archived", "=", false)
    .where(sql<boolean>`lower(path) = lower(${path})`)
    .execute();

export interface StoredModelFile extends ModelFileVersion {
  blobPath: string;
  crc32: number | null;
  dosTime: number | null;
  uploaded: Date;
}

export async function listCurrentFilesAndFolders(
  db: Db,
  recordId: number,
): Promise<{ files: StoredModelFile[]; folders: string[] }> {
  const files = await modelFilesQuery(db)
    .select(["blob_path as blobPath", "crc32", "dos_time as dosTime", "uploaded_at as uploaded"])
    .where("model_files.record_id", "=", recordId)
    .where("archived", "=", false)
    .execute();
  const folders = await db
    .selectFrom("model_files")
    .select((of) => of.fn.min("path").as("path"))
    .where("record_id", "=", recordId)
    .where("kind", "=", "directory")
    .where("archived", "=", false)
    .groupBy(sql`lower(path)`)
    .orderBy("path")
    .execute();
  return { files, folders: folders.map(({ path }) => path) };
}

export async function saveChecksum(db: Db, uploadId: string, crc32: number): Promise<void> {
  await db.updateTable("model_files").set({ crc32 }).where("id", "=", Number(uploadId)).execute();
}

export const listFilesOfUpload = (
  db: Db,
  uploadId: string,
): Promise<(ModelFileVersion & { archived: boolean })[]> =>
  fetchLargeList(db, modelFilesQuery(db).select("archived").where("upload_id", "=", uploadId));

/** Archived files included. */
export async function listFilesOfVersions(
  db: Db,
  recordId: number,
  versions: number[],
): Promise<ModelFileVersion[]> {
  if (versions.length === 0) return [];
  return fetchLargeList(
    db,
    modelFilesQuery(db)
      .where("model_files.record_id", "=", recordId)
      .where("uploads.version", "=", sql<number>`ANY(${versions}::int[])`),
  );
}

export const listFilesById = (db: Db, ids: number[]): Promise<ModelFileVersion[]> =>
  fetchLargeList(db, modelFilesQuery(db).where("model_files.id", "=", anyId(ids)));

const modelFilesQuery = (db: Db) =>
  db
    .selectFrom("model_files")
    .innerJoin("uploads", "uploads.id", "model_files.upload_id")
    .select([
      sql<string>`model_files.id::text`.as("uploadId"),
      "upload_id as uploadBatchId",
      "path",
      "size",
      "sha256",
      "uploads.version",
    ])
    .where("kind", "=", "file")
    .orderBy("model_files.id");

/** Paths of current files of earlier uploads that this upload lacks. */
export async function filesMissingFromUpload(db: Db, recordId: number, uploadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("model_files")
    .select((of) => of.fn.min("path").as("path"))
    .where("record_id", "=", recordId)
    .where("kind", "=", "file")
    .where("archived", "=", false)
    .groupBy(sql`lower(path)`)
    .having(sql<boolean>`bool_and(upload_id <> ${uploadId}::uuid)`)
    .orderBy("path")
    .execute();
  return rows.map(({ path }) => path);
}

export async function countFiles(db: Db, recordId: number, ids: number[]): Promise<number> {
  const { count } = await db
    .selectFrom("model_files")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("record_id", "=", recordId)
    .where("kind", "=", "file")
    .where("id", "=", sql<number>`ANY(${ids}::bigint[])`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Zip and folder rows: the current ones of other uploads, and the archived ones of this upload. */
export async function listOtherRows(
  db: Db,
  recordId: number,
  uploadId: string,
): Promise<{ othersToArchive: number[]; ownToRestore: number[] }> {
  const rows = await db
    .selectFrom("model_files")
    .select(["id", "upload_id", "archived"])
    .where("record_id", "=", recordId)
    .where("kind", "<>", "file")
    .execute();
  const selectIds = (predicate: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(predicate).map(({ id }) => id);
  return {
    othersToArchive: selectIds(({ upload_id, archived }) => upload_id !== uploadId && !archived),
    ownToRestore: selectIds(({ upload_id, archived }) => upload_id === uploadId && archived),
  };
}

export const getFileIds = (files: ModelFileVersion[]): number[] =>
  files.map(({ uploadId: fileId }) => Number(fileId));

export async function setArchived(trx: Db, ids: number[], archived: boolean): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("model_files")
    .set({ archived })
    .where("id", "=", sql<number>`ANY(${ids}::bigint[])`)
    .execute();
}
