import { sql } from "kysely";
import type { UploadFileVersion } from "../../../contract/conflicts/resolveConflicts.ts";
import type { Db } from "../../database/tables.ts";
import { largeList } from "../../database/queries.ts";

/** A file of the model, with the version that brought it. */
export type ModelFileVersion = UploadFileVersion & { version: number | null };

/** The files of a record that stand, in the order in which they came. */
export const listCurrentFiles = (db: Db, recordId: number): Promise<ModelFileVersion[]> =>
  largeList(db, modelFiles(db).where("model_files.record_id", "=", recordId).where("archived", "=", false));

/** A file as the store holds it. */
export interface StoredModelFile extends ModelFileVersion {
  /** Below the record's folder. */
  blobPath: string;
  /** What zips say of it; not known of files from before that was kept. */
  crc32: number | null;
  dosTime: number | null;
  uploaded: Date;
}

/** The same with what it takes to read them, and the folders that stand. */
export async function listContents(
  db: Db,
  recordId: number,
): Promise<{ files: StoredModelFile[]; folders: string[] }> {
  const files = await modelFiles(db)
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

/** Keeps the checksum of a file that came before checksums were kept. */
export async function saveChecksum(db: Db, uploadId: string, crc32: number): Promise<void> {
  await db.updateTable("model_files").set({ crc32 }).where("id", "=", Number(uploadId)).execute();
}

/** Every file that an upload brought, and whether it was put aside. */
export const listFilesOfUpload = (db: Db, batchId: string): Promise<(ModelFileVersion & { archived: boolean })[]> =>
  largeList(db, modelFiles(db).select("archived").where("upload_id", "=", batchId));

const modelFiles = (db: Db) =>
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

/** The paths of a record's standing files that an upload does not hold: what it leaves out of the uploads before it. */
export async function filesMissingFromUpload(db: Db, recordId: number, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("model_files")
    .select((of) => of.fn.min("path").as("path"))
    .where("record_id", "=", recordId)
    .where("kind", "=", "file")
    .where("archived", "=", false)
    .groupBy(sql`lower(path)`)
    .having(sql<boolean>`bool_and(upload_id <> ${batchId}::uuid)`)
    .orderBy("path")
    .execute();
  return rows.map(({ path }) => path);
}

/** How many of these ids are files of a record, archived or not. */
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

/** What of a record stands beside an upload's own files: the zips and folders of the others. */
export async function listOtherRows(
  db: Db,
  recordId: number,
  batchId: string,
): Promise<{ aside: number[]; own: number[] }> {
  const rows = await db
    .selectFrom("model_files")
    .select(["id", "upload_id", "archived"])
    .where("record_id", "=", recordId)
    .where("kind", "<>", "file")
    .execute();
  const idsOf = (isWanted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isWanted).map(({ id }) => id);
  return {
    aside: idsOf(({ upload_id, archived }) => upload_id !== batchId && !archived),
    own: idsOf(({ upload_id, archived }) => upload_id === batchId && archived),
  };
}

/** Archives what uploads brought, or brings it back. */
export async function setArchived(trx: Db, ids: number[], archived: boolean): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("model_files")
    .set({ archived })
    .where("id", "=", sql<number>`ANY(${ids}::bigint[])`)
    .execute();
}
