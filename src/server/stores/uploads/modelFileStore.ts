import { sql, type Insertable, type Selectable } from "kysely";
import type { JsonObject } from "../../../contract/json.ts";
import type { Db } from "../../database/tables.ts";
import type { ModelFilesTable } from "../../database/uploadTables.ts";
import { fetchLargeList } from "../../database/queries.ts";

export type ModelFileRow = Selectable<ModelFilesTable>;

type Kind = ModelFileRow["kind"];

/** A PostgreSQL statement takes at most 65,535 values. */
const ROWS_PER_INSERT = 1000;

export async function insertModelFiles(trx: Db, rows: Insertable<ModelFilesTable>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await trx
      .insertInto("model_files")
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .execute();
}

export type UploadedZip = ModelFileRow & {
  receipt: JsonObject | null;
  version: number | null;
  corrects_version: number | null;
};

export const currentVersionQuery = (recordId: number) =>
  sql<number | null>`(SELECT max(version) FROM uploads WHERE record_id = ${recordId} AND NOT EXISTS (
    SELECT 1 FROM model_files WHERE model_files.upload_id = uploads.id AND kind = 'zip' AND archived))`;

export function listZips(db: Db, recordId: number): Promise<UploadedZip[]> {
  return db
    .selectFrom("model_files")
    .innerJoin("uploads", "uploads.id", "model_files.upload_id")
    .leftJoin("uploads as corrected", "corrected.id", "uploads.corrected_upload_id")
    .selectAll("model_files")
    .select(["uploads.receipt", "uploads.version", "corrected.version as corrects_version"])
    .where("model_files.record_id", "=", recordId)
    .where("kind", "=", "zip")
    .orderBy("uploaded_at", "desc")
    .orderBy("model_files.id", "desc")
    .execute();
}

interface ChangeCounts {
  fileCount: number;
  newFiles: number;
  changedFiles: number;
  unchangedFiles: number;
  removedFiles: number;
}

/** Compares by path regardless of case. Without a previous upload, every file is new. */
export async function compareWithPreviousUpload(
  db: Db,
  recordId: number,
  uploadId: string,
): Promise<ChangeCounts> {
  const filesQuery = (uploadId: ReturnType<typeof sql>) =>
    sql`(SELECT path, sha256 FROM model_files WHERE kind = 'file' AND upload_id = ${uploadId})`;
  const own = sql`${uploadId}::uuid`;
  const before = sql`(SELECT zip.upload_id FROM model_files zip WHERE zip.record_id = ${recordId} AND zip.kind = 'zip'
    AND zip.id < (SELECT min(id) FROM model_files WHERE upload_id = ${own} AND kind = 'zip') ORDER BY zip.id DESC LIMIT 1)`;
  const { rows } = await sql<ChangeCounts>`
    SELECT count(own.path)::int AS "fileCount",
      (count(*) FILTER (WHERE before.path IS NULL))::int AS "newFiles",
      (count(*) FILTER (WHERE own.sha256 <> before.sha256))::int AS "changedFiles",
      (count(*) FILTER (WHERE own.sha256 = before.sha256))::int AS "unchangedFiles",
      (count(*) FILTER (WHERE own.path IS NULL))::int AS "removedFiles"
    FROM ${filesQuery(own)} own FULL JOIN ${filesQuery(before)} before ON lower(own.path) = lower(before.path)`.execute(
    db,
  );
  return rows[0]!;
}

const FILE_AND_FOLDER_KINDS: Kind[] = ["file", "directory"];

/** Only the needed columns: reading all of them doubles the time for 10,000 rows. */
const FILE_COLUMNS = [
  "id",
  "path",
  "blob_path",
  "upload_id",
  "kind",
  "mime_type",
  "size",
  "sha256",
  "archived",
] as const;

export type ListedFile = Pick<ModelFileRow, (typeof FILE_COLUMNS)[number]>;

export function listFiles(db: Db, recordId: number, withArchived: boolean): Promise<ListedFile[]> {
  return fetchLargeList(
    db,
    db
      .selectFrom("model_files")
      .select(FILE_COLUMNS)
      .where("record_id", "=", recordId)
      .where("kind", "in", FILE_AND_FOLDER_KINDS)
      .$if(!withArchived, (files) => files.where("archived", "=", false))
      .orderBy("uploaded_at")
      .orderBy("upload_id")
      .orderBy("path"),
  );
}

/** Blob paths of current files that are stored outside the folders of these uploads. */
export async function listReusedBlobPaths(db: Db, recordId: number, uploadIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("model_files")
    .select("blob_path")
    .distinct()
    .where("record_id", "=", recordId)
    .where("kind", "=", "file")
    .where("archived", "=", false)
    .where(sql<boolean>`split_part(blob_path, '/', 1) <> ALL(${uploadIds}::text[])`)
    .execute();
  return rows.map(({ blob_path }) => blob_path);
}

/** Changes whenever the list of current files changes. Rows are only added and archived, so their ids are enough. */
export async function fingerprintFiles(db: Db, recordId: number): Promise<string> {
  const { hash } = await db
    .selectFrom("model_files")
    .select(sql<string>`md5(coalesce(string_agg(id::text, ',' ORDER BY id), ''))`.as("hash"))
    .where("record_id", "=", recordId)
    .where("kind", "in", FILE_AND_FOLDER_KINDS)
    .where("archived", "=", false)
    .executeTakeFirstOrThrow();
  return `${recordId}-${hash}`;
}

export function listManifestFiles(
  db: Db,
  uploadId: string,
): Promise<Pick<ModelFileRow, "path" | "size" | "sha256" | "blob_path">[]> {
  return fetchLargeList(
    db,
    db
      .selectFrom("model_files")
      .select(["path", "size", "sha256", "blob_path"])
      .where("upload_id", "=", uploadId)
      .where("kind", "=", "file")
      .orderBy("path"),
  );
}

export async function findFileHash(db: Db, uploadId: string, path: string): Promise<string | null> {
  const found = await db
    .selectFrom("model_files")
    .select("sha256")
    .where("upload_id", "=", uploadId)
    .where("kind", "=", "file")
    .where(sql<boolean>`lower(path) = lower(${path})`)
    .executeTakeFirst();
  return found?.sha256 ?? null;
}
