import { sql, type RawBuilder } from "kysely";
import type { ConflictSummary } from "../../../contract/generated/entities.ts";
import { isUploadableStatus, STATUSES } from "../../../contract/status.ts";
import { anyId, fetchLargeList, preparedQuery } from "../../database/queries.ts";
import type { Db } from "../../database/tables.ts";
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

type ConflictPosition = Pick<ConflictingFile, "record_id" | "conflict_number" | "id">;

interface ConflictPage {
  after?: ConflictPosition | undefined;
  limit?: number | undefined;
}

/** Current files of one conflict number in two or more uploads, by conflict number, the oldest file first. */
export async function listOpenConflicts(
  db: Db,
  recordIds: number[],
  { after, limit }: ConflictPage = {},
): Promise<ConflictingFile[]> {
  if (recordIds.length === 0) return [];
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

/** How many paths of a record conflict. */
export const openConflictCount = (recordId: RawBuilder<unknown>) => sql<number>`(
  SELECT count(*) FROM (
    SELECT FROM model_files
    WHERE record_id = ${recordId} AND kind = 'file' AND NOT archived AND conflict_number IS NOT NULL
    GROUP BY conflict_number HAVING min(upload_id::text) <> max(upload_id::text)) AS conflict)`;

/** Only of records with conflicts. */
export async function countOpenConflicts(db: Db, recordIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT id, count FROM unnest(${recordIds}::bigint[]) AS record (id)
      CROSS JOIN LATERAL ${openConflictCount(sql.ref("record.id"))} AS conflicts WHERE count > 0`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
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

const conflictingFilesQuery = (db: Db, recordIds: number[]) =>
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
        .where("model_files.record_id", "=", anyId(recordIds))
        .where("kind", "=", "file")
        .where("archived", "=", false)
        .where("conflict_number", "is not", null)
        .as("versions"),
    )
    .whereRef("one", "<>", "other");

/** The user's records that can have open conflicts, and a cheap hash that changes whenever their open conflicts change. */
export const findConflictState = preparedQuery("conflict_state", (db, username: string) =>
  ownRecordsQuery(db, username)
    .innerJoin("model_files", "model_files.record_id", "records.id")
    .where("records.status", "in", STATUSES.filter(isUploadableStatus))
    .where("model_files.kind", "=", "file")
    .where("model_files.archived", "=", false)
    .where("conflict_number", "is not", null)
    .select([
      sql<number[]>`coalesce(array_agg(DISTINCT records.id), '{}')`.as("record_ids"),
      // Hashes the ids, not the count: choosing another version keeps the count.
      sql<string>`coalesce(md5(string_agg(model_files.id::text, ',' ORDER BY model_files.id)), 'none')`.as(
        "version",
      ),
    ]),
);
