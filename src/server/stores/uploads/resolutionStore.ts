import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Db } from "../../database/tables.ts";
import type { ResolutionsTable } from "../../database/uploadTables.ts";
import { latestVersionQuery } from "./uploadStore.ts";

export type StoredResolution = Selectable<ResolutionsTable>;

export async function insertResolution(
  trx: Db,
  resolution: Omit<Insertable<ResolutionsTable>, "upload_version"> & { record_id: number },
): Promise<number> {
  const { id } = await trx
    .insertInto("resolutions")
    .values({ ...resolution, upload_version: latestVersionQuery(resolution.record_id) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export type ListedResolution = StoredResolution & { kept_version: number | null };

export function listResolutions(db: Db, recordId: number): Promise<ListedResolution[]> {
  return db
    .selectFrom("resolutions")
    .leftJoin("uploads", "uploads.id", "resolutions.kept_upload_id")
    .selectAll("resolutions")
    .select("uploads.version as kept_version")
    .where("resolutions.record_id", "=", recordId)
    .orderBy("resolutions.id", "desc")
    .execute();
}

export function findLatestResolution(db: Db, recordId: number): Promise<StoredResolution | undefined> {
  return activeResolutionQuery(db, recordId).executeTakeFirst();
}

const activeResolutionQuery = (db: Db, recordId: number) =>
  db
    .selectFrom("resolutions")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("undone_at", "is", null)
    .orderBy("id", "desc")
    .limit(1);

export function findLatestResolutionKeeping(
  db: Db,
  recordId: number,
  kept: { uploadId: string } | { fileIds: number[] },
): Promise<StoredResolution | undefined> {
  const hasKept =
    "uploadId" in kept
      ? sql<boolean>`kept_upload_id = ${kept.uploadId}::uuid`
      : sql<boolean>`kept_file_ids @> ${kept.fileIds}::bigint[]`;
  return activeResolutionQuery(db, recordId).where(hasKept).executeTakeFirst();
}

export function findResolution(db: Db, recordId: number, id: number): Promise<StoredResolution | undefined> {
  return db
    .selectFrom("resolutions")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * The undone resolution that can be redone next: the one undone last, unless a later one is active or the model has a newer
 * version since.
 */
export function findRedoableResolution(db: Db, recordId: number): Promise<StoredResolution | undefined> {
  return db
    .selectFrom("resolutions")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("undone_at", "is not", null)
    .where(
      sql<boolean>`id > (SELECT coalesce(max(id), 0) FROM resolutions WHERE record_id = ${recordId} AND undone_at IS NULL)`,
    )
    .where(sql<boolean>`upload_version IS NOT DISTINCT FROM ${latestVersionQuery(recordId)}`)
    .orderBy("undone_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

export type ResolutionChange = Pick<Updateable<ResolutionsTable>, "undone_at" | "undone_by" | "left_review">;

export async function updateResolution(trx: Db, id: number, change: ResolutionChange): Promise<void> {
  await trx.updateTable("resolutions").set(change).where("id", "=", id).execute();
}

/** Afterwards, an undo or redo of an earlier resolution does not return the record to review. */
export async function clearLeftReview(trx: Db, recordId: number): Promise<void> {
  await trx
    .updateTable("resolutions")
    .set({ left_review: false })
    .where("record_id", "=", recordId)
    .where("left_review", "=", true)
    .execute();
}
