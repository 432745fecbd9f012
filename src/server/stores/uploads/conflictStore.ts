import { sql, type SelectQueryBuilder } from "kysely";
import type { ConflictSummary } from "../../../contract/generated/entities.ts";
import { isUploadableStatus, STATUSES } from "../../../contract/status.ts";
import { anyId, fetchLargeList } from "../../database/queries.ts";
import type { Database, Db } from "../../database/tables.ts";
import { ownRecordsQuery } from "../records/recordStore.ts";
import type { ModelFileRow } from "./modelFileStore.ts";

/** Only the needed columns: reading all of them doubles the time for 10,000 rows. */
const COLUMNS = [
  "id",
  "record_id",
  "upload_id",
  "path",
  "size",
  "sha256",
  "username",
  "uploaded_at",
  "archived",
  "conflict_number",
  "version",
] as const;

export type ConflictingFile = Pick<
  ModelFileRow,
  "id" | "record_id" | "upload_id" | "path" | "size" | "sha256" | "username" | "uploaded_at" | "archived"
> & { conflict_number: number; version: number | null };

/** A path keeps its number. Paths that differ only in case count as one: Windows would overwrite one with the other. */
export async function assignConflictNumbers(trx: Db, recordId: number): Promise<void> {
  // One pass over the current files: a self-join of 100,000 paths may take hours. Archived files are only read for
  // paths whose current files have no number yet.
  await sql`
    WITH contested AS (
      SELECT lower(path) AS name, min(conflict_number) AS number, array_agg(id) AS current_ids
      FROM model_files WHERE record_id = ${recordId} AND kind = 'file' AND NOT archived
      GROUP BY lower(path) HAVING min(sha256) <> max(sha256)),
    earlier AS (
      SELECT lower(path) AS name, min(conflict_number) AS number
      FROM model_files WHERE record_id = ${recordId} AND kind = 'file' AND conflict_number IS NOT NULL
        AND EXISTS (SELECT FROM contested WHERE number IS NULL)
      GROUP BY lower(path)),
    known AS (
      SELECT name, current_ids, coalesce(contested.number, earlier.number) AS number
      FROM contested LEFT JOIN earlier USING (name)),
    numbered AS (
      SELECT unnest(current_ids) AS id, coalesce(number, coalesce((SELECT max(number) FROM earlier), 0)
        + row_number() OVER (PARTITION BY number IS NULL ORDER BY name))::int AS number
      FROM known)
    UPDATE model_files SET conflict_number = numbered.number FROM numbered
    WHERE model_files.id = numbered.id AND conflict_number IS DISTINCT FROM numbered.number
  `.execute(trx);
}

export type ConflictPosition = Pick<ConflictingFile, "record_id" | "conflict_number" | "id">;

interface ConflictPage {
  after?: ConflictPosition | undefined;
  limit?: number | undefined;
}

/** Current files of one conflict number in two or more uploads, by conflict number, the oldest file first. */
export const listOpenConflicts = (
  db: Db,
  recordId: number,
  page?: ConflictPage,
): Promise<ConflictingFile[]> => fetchOpenConflicts(db, [recordId], page);

export const listOpenConflictsOfUser = (
  db: Db,
  username: string,
  page: ConflictPage,
): Promise<ConflictingFile[]> =>
  fetchOpenConflicts(db, uploadableRecordsQuery(db, username).select("records.id"), page);

const uploadableRecordsQuery = (db: Db, username: string) =>
  ownRecordsQuery(db, username).where("records.status", "in", STATUSES.filter(isUploadableStatus));

async function fetchOpenConflicts(
  db: Db,
  recordIds: RecordIds,
  { after, limit }: ConflictPage = {},
): Promise<ConflictingFile[]> {
  const versions = await fetchLargeList(
    db,
    conflictingFilesQuery(db, recordIds)
      .select(COLUMNS)
      .$if(after !== undefined, (files) => files.where(isAfter(after!)))
      .$if(limit !== undefined, (files) => files.limit(limit!))
      .orderBy("record_id")
      .orderBy("conflict_number")
      .orderBy("id")
      .$narrowType<{ conflict_number: number }>(),
  );
  return versions.map((version) => ({ ...version, uploaded_at: new Date(version.uploaded_at) }));
}

/** The first condition repeats a part of the second: PostgreSQL moves it into the subquery. */
const isAfter = ({ record_id, conflict_number, id }: ConflictPosition) =>
  sql<boolean>`record_id >= ${record_id}::bigint
    AND (record_id, conflict_number, id) > (${record_id}::bigint, ${conflict_number}::bigint, ${id}::bigint)`;

export async function countOpenConflicts(db: Db, recordIds: number[]): Promise<Map<number, number>> {
  if (recordIds.length === 0) return new Map();
  const counts = await conflictingFilesQuery(db, recordIds)
    .groupBy("record_id")
    .select((of) => ["record_id", of.fn.count<number>("conflict_number").distinct().as("count")])
    .execute();
  return new Map(counts.map(({ record_id, count }) => [record_id, count]));
}

/** Counts what the contract's `listFilesToDecide` would list, in one pass over the current files. */
export async function summarizeConflicts(db: Db, recordId: number): Promise<ConflictSummary> {
  const { rows } = await sql<ConflictSummary>`
    WITH uploaded AS (
      SELECT max(version) AS newest, min(version) AS oldest
      FROM model_files JOIN uploads ON uploads.id = upload_id
      WHERE model_files.record_id = ${recordId} AND kind = 'zip' AND NOT archived),
    several AS (
      SELECT coalesce(newest > oldest, FALSE) OR EXISTS (
        SELECT FROM model_files WHERE record_id = ${recordId} AND kind = 'file' AND NOT archived AND upload_id <> (
          SELECT upload_id FROM model_files WHERE record_id = ${recordId} AND kind = 'file' AND NOT archived LIMIT 1)
      ) AS are_there FROM uploaded),
    paths AS MATERIALIZED (
      SELECT max(version) AS held, min(sha256) <> max(sha256) AS is_differing,
        min(version) FILTER (WHERE conflict_number IS NOT NULL)
          <> max(version) FILTER (WHERE conflict_number IS NOT NULL) AS is_contested,
        array_agg(upload_id) FILTER (WHERE conflict_number IS NOT NULL) AS holders
      FROM model_files JOIN uploads ON uploads.id = upload_id
      WHERE model_files.record_id = ${recordId} AND kind = 'file' AND NOT archived AND (SELECT are_there FROM several)
      GROUP BY lower(path)),
    contested AS (
      SELECT holder AS "uploadBatchId", count(*)::int AS "contestedFiles"
      FROM paths, unnest(holders) AS holder WHERE is_contested GROUP BY holder)
    SELECT (count(*) FILTER (WHERE is_contested))::int AS "contestedFiles",
      (count(*) FILTER (WHERE held < newest AND newest > oldest AND NOT is_differing))::int AS "missingFiles",
      (SELECT coalesce(json_agg(contested), '[]') FROM contested) AS uploads
    FROM paths CROSS JOIN uploaded`.execute(db);
  return rows[0]!;
}

export const hasOpenConflicts = async (db: Db, recordId: number): Promise<boolean> =>
  (await countOpenConflicts(db, [recordId])).size > 0;

type RecordsQuery = SelectQueryBuilder<Database, "records", { id: number }>;
type RecordIds = number[] | RecordsQuery;

const conflictingFilesQuery = (db: Db, recordIds: RecordIds) =>
  db
    .selectFrom(
      db
        .selectFrom("model_files")
        .innerJoin("uploads", "uploads.id", "model_files.upload_id")
        .selectAll("model_files")
        .select([
          "uploads.version",
          sql<string>`min(upload_id::text) OVER (PARTITION BY model_files.record_id, conflict_number)`.as(
            "one",
          ),
          sql<string>`max(upload_id::text) OVER (PARTITION BY model_files.record_id, conflict_number)`.as(
            "other",
          ),
        ])
        .$if(Array.isArray(recordIds), (files) =>
          files.where("model_files.record_id", "=", anyId(recordIds as number[])),
        )
        .$if(!Array.isArray(recordIds), (files) =>
          files.where("model_files.record_id", "in", recordIds as RecordsQuery),
        )
        .where("kind", "=", "file")
        .where("archived", "=", false)
        .where("conflict_number", "is not", null)
        .as("versions"),
    )
    .whereRef("one", "<>", "other");

/** A cheap hash that changes whenever the open conflicts of a user's records change. */
export async function fingerprintConflicts(db: Db, username: string): Promise<string> {
  const { hash } = await uploadableRecordsQuery(db, username)
    .innerJoin("model_files", "model_files.record_id", "records.id")
    // Hashes the ids, not the count: choosing another version keeps the count.
    .select(sql<string | null>`md5(string_agg(model_files.id::text, ',' ORDER BY model_files.id))`.as("hash"))
    .where("model_files.kind", "=", "file")
    .where("model_files.archived", "=", false)
    .where("conflict_number", "is not", null)
    .executeTakeFirstOrThrow();
  return hash ?? "none";
}
