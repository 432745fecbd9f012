import { sql, type Insertable, type Selectable } from "kysely";
import type { JsonObject } from "../../../contract/json.ts";
import type { Db } from "../../database/tables.ts";
import type { ModelFilesTable } from "../../database/tables.ts";
import { largeList } from "../../database/queries.ts";

export type ModelFileRow = Selectable<ModelFilesTable>;

type Kind = ModelFileRow["kind"];

/** Rows of one statement: a statement holds 65,535 values at most. */
const CHUNK = 1000;

/** Adds catalogue rows, however many. */
export async function insertModelFiles(trx: Db, rows: Insertable<ModelFilesTable>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK)
    await trx
      .insertInto("model_files")
      .values(rows.slice(start, start + CHUNK))
      .execute();
}

/** An uploaded zip with what its receipt says. */
export type StoredZip = ModelFileRow & {
  receipt: JsonObject | null;
  version: number | null;
  /** The version that it corrects. */
  corrects_version: number | null;
};

/** The newest version of a record's model that was not put aside as a whole: what is said of the model is said of it. */
export const currentVersionQuery = (recordId: number) =>
  sql<number | null>`(SELECT max(version) FROM uploads WHERE record_id = ${recordId} AND NOT EXISTS (
    SELECT 1 FROM model_files WHERE model_files.upload_id = uploads.id AND kind = 'zip' AND archived))`;

/** Every zip of a record, the newest first; archived ones too. */
export function listZips(db: Db, recordId: number): Promise<StoredZip[]> {
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

/** How the files of an upload differ from those of the upload before it, under the names the answers use. */
interface UploadChanges {
  fileCount: number;
  newFiles: number;
  changedFiles: number;
  unchangedFiles: number;
  removedFiles: number;
}

/**
 * Compares a catalogued upload with the one that was catalogued before it, by path without regard to capitals; without
 * one, every file is new.
 */
export async function compareWithPreviousUpload(db: Db, recordId: number, batchId: string): Promise<UploadChanges> {
  const filesOf = (batch: ReturnType<typeof sql>) =>
    sql`(SELECT path, sha256 FROM model_files WHERE kind = 'file' AND upload_id = ${batch})`;
  const own = sql`${batchId}::uuid`;
  const before = sql`(SELECT zip.upload_id FROM model_files zip WHERE zip.record_id = ${recordId} AND zip.kind = 'zip'
    AND zip.id < (SELECT min(id) FROM model_files WHERE upload_id = ${own} AND kind = 'zip') ORDER BY zip.id DESC LIMIT 1)`;
  const { rows } = await sql<UploadChanges>`
    SELECT count(own.path)::int AS "fileCount",
      (count(*) FILTER (WHERE before.path IS NULL))::int AS "newFiles",
      (count(*) FILTER (WHERE own.sha256 <> before.sha256))::int AS "changedFiles",
      (count(*) FILTER (WHERE own.sha256 = before.sha256))::int AS "unchangedFiles",
      (count(*) FILTER (WHERE own.path IS NULL))::int AS "removedFiles"
    FROM ${filesOf(own)} own FULL JOIN ${filesOf(before)} before ON lower(own.path) = lower(before.path)`.execute(
    db,
  );
  return rows[0]!;
}

const IN_MODEL: Kind[] = ["file", "directory"];

/** What is told of a file; ten thousand rows with all their columns take twice as long to read. */
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

/** Every file and folder of a record, by upload and then by path; archived ones only where they are asked for. */
export function listFiles(db: Db, recordId: number, withArchived: boolean): Promise<ListedFile[]> {
  return largeList(
    db,
    db
      .selectFrom("model_files")
      .select(FILE_COLUMNS)
      .where("record_id", "=", recordId)
      .where("kind", "in", IN_MODEL)
      .$if(!withArchived, (files) => files.where("archived", "=", false))
      .orderBy("uploaded_at")
      .orderBy("upload_id")
      .orderBy("path"),
  );
}

/** Where the files of a record that stand are stored, each place once, but for those that lie with these uploads. */
export async function listReusedBlobPaths(db: Db, recordId: number, batchIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("model_files")
    .select("blob_path")
    .distinct()
    .where("record_id", "=", recordId)
    .where("kind", "=", "file")
    .where("archived", "=", false)
    .where(sql<boolean>`split_part(blob_path, '/', 1) <> ALL(${batchIds}::text[])`)
    .execute();
  return rows.map(({ blob_path }) => blob_path);
}

/**
 * Text that changes whenever the list of a record's files would read differently. Rows are added and archived, and
 * never changed otherwise: which of them are listed says it all.
 */
export async function fingerprintFiles(db: Db, recordId: number): Promise<string> {
  const { listed } = await db
    .selectFrom("model_files")
    .select(sql<string>`md5(coalesce(string_agg(id::text, ',' ORDER BY id), ''))`.as("listed"))
    .where("record_id", "=", recordId)
    .where("kind", "in", IN_MODEL)
    .where("archived", "=", false)
    .executeTakeFirstOrThrow();
  return `${recordId}-${listed}`;
}

/** Path, size, hash and place of every file of one upload, whatever became of it since. */
export function listManifestFiles(
  db: Db,
  batchId: string,
): Promise<Pick<ModelFileRow, "path" | "size" | "sha256" | "blob_path">[]> {
  return largeList(
    db,
    db
      .selectFrom("model_files")
      .select(["path", "size", "sha256", "blob_path"])
      .where("upload_id", "=", batchId)
      .where("kind", "=", "file")
      .orderBy("path"),
  );
}

/** The hash of one file of an upload, by its path without regard to capitals; none when it holds no such file. */
export async function findFileHash(db: Db, batchId: string, path: string): Promise<string | null> {
  const found = await db
    .selectFrom("model_files")
    .select("sha256")
    .where("upload_id", "=", batchId)
    .where("kind", "=", "file")
    .where(sql<boolean>`lower(path) = lower(${path})`)
    .executeTakeFirst();
  return found?.sha256 ?? null;
}
