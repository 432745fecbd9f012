import type { Insertable, Kysely, Selectable } from "kysely";
import type { Database, UploadsTable } from "../database/tables.ts";

export type StoredUpload = Selectable<UploadsTable>;

type Db = Kysely<Database>;
type Kind = StoredUpload["kind"];

/** Rows of one statement: a statement holds 65,535 values at most. */
const CHUNK = 1000;

/** Adds catalogue rows, however many. */
export async function insertUploads(trx: Db, rows: Insertable<UploadsTable>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK)
    await trx
      .insertInto("uploads")
      .values(rows.slice(start, start + CHUNK))
      .execute();
}

/** Every zip of a record, the newest first; archived ones too. */
export function listZips(db: Db, recordId: number): Promise<StoredUpload[]> {
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("kind", "=", "zip")
    .orderBy("uploaded_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Every file and folder of a record that is not archived, by upload and then by path. */
export function listFiles(db: Db, recordId: number): Promise<StoredUpload[]> {
  const kinds: Kind[] = ["file", "directory"];
  return db
    .selectFrom("uploads")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("kind", "in", kinds)
    .where("archived", "=", false)
    .orderBy("uploaded_at")
    .orderBy("batch_id")
    .orderBy("path")
    .execute();
}

/** Path, size and hash of every file of one upload, whatever became of it since. */
export function listFilesOfBatch(
  db: Db,
  batchId: string,
): Promise<Pick<StoredUpload, "path" | "size" | "sha256">[]> {
  return db
    .selectFrom("uploads")
    .select(["path", "size", "sha256"])
    .where("batch_id", "=", batchId)
    .where("kind", "=", "file")
    .orderBy("path")
    .execute();
}
