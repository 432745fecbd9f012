import { sql, type Insertable, type Selectable } from "kysely";
import type { Db } from "../../database/tables.ts";
import type { ResolutionsTable } from "../../database/tables.ts";
import { latestVersionQuery } from "./uploadStore.ts";

export type StoredResolution = Selectable<ResolutionsTable>;

/** Remembers what one choice did, so that it can be told and undone. Answers its id. */
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

/** A choice as it is told, with the number of the version that was kept as a whole. */
export type ListedResolution = StoredResolution & { kept_version: number | null };

/** Every choice between the uploads of a record, the newest first; those that were undone too. */
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

/** The last resolution of a record that stands; none when every one was undone. */
export function findLatestResolution(db: Db, recordId: number): Promise<StoredResolution | undefined> {
  return standing(db, recordId).executeTakeFirst();
}

const standing = (db: Db, recordId: number) =>
  db
    .selectFrom("resolutions")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("undone_at", "is", null)
    .orderBy("id", "desc")
    .limit(1);

/** The last choice of a record that stands and kept this upload as a whole, or all of these files. */
export function findLatestResolutionKeeping(
  db: Db,
  recordId: number,
  kept: { batchId: string } | { ids: number[] },
): Promise<StoredResolution | undefined> {
  const isOf =
    "batchId" in kept
      ? sql<boolean>`kept_upload_id = ${kept.batchId}::uuid`
      : sql<boolean>`kept_file_ids @> ${kept.ids}::bigint[]`;
  return standing(db, recordId).where(isOf).executeTakeFirst();
}

/** One resolution of a record, undone or not. */
export function findResolution(db: Db, recordId: number, id: number): Promise<StoredResolution | undefined> {
  return db
    .selectFrom("resolutions")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Marks a resolution as undone by a user. */
export async function setResolutionUndone(trx: Db, id: number, username: string, now: Date): Promise<void> {
  await trx
    .updateTable("resolutions")
    .set({ undone_at: now, undone_by: username })
    .where("id", "=", id)
    .execute();
}
