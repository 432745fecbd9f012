import { sql, type Kysely } from "kysely";
import type { Database } from "../../database/tables.ts";
import type { StoredUpload } from "./uploadStore.ts";

type Db = Kysely<Database>;

/** One file or folder that a version holds, by its path inside the model, and where the file is stored. */
export type HeldEntry = Pick<
  StoredUpload,
  "id" | "path" | "size" | "sha256" | "blob_path" | "crc32" | "archived"
> & {
  kind: "file" | "directory";
};

/** Every file and folder of one version, whatever became of them since. */
export function listVersion(db: Db, batchId: string): Promise<HeldEntry[]> {
  return db
    .selectFrom("uploads")
    .select(["id", "path", "size", "sha256", "blob_path", "crc32", "archived", "kind"])
    .where("batch_id", "=", batchId)
    .where("kind", "in", ["file", "directory"])
    .orderBy("path")
    .$narrowType<{ kind: HeldEntry["kind"] }>()
    .execute();
}

/** Makes entries of an earlier version part of a batch: the bytes stay where they are stored. */
export async function catalogueTakenOver(
  trx: Db,
  of: { batchId: string; username: string; uploadedAt: Date },
  ids: number[],
): Promise<void> {
  await sql`
    INSERT INTO uploads (record_id, batch_id, kind, path, blob_path, mime_type, size, sha256, username, uploaded_at,
      crc32, dos_time)
    SELECT record_id, ${of.batchId}::uuid, kind, path, blob_path, mime_type, size, sha256, ${of.username},
      ${of.uploadedAt}, crc32, dos_time
    FROM uploads WHERE id = ANY(${ids}::bigint[])
    ORDER BY path`.execute(trx);
}

/** Everything that a batch holds: its zip, files and folders. */
export async function idsOfBatch(trx: Db, batchId: string): Promise<number[]> {
  const rows = await trx.selectFrom("uploads").select("id").where("batch_id", "=", batchId).execute();
  return rows.map(({ id }) => id);
}
