import { sql } from "kysely";
import type { Db } from "../../database/tables.ts";
import { enqueueJob } from "../jobStore.ts";
import type { StoredRecord } from "./recordStore.ts";

/** Kind of the jobs that count the findings of one record. */
export const FINDINGS_JOB = "count-findings-of-record";

/** Counted at once. */
export async function requestFindingCount(trx: Db, recordId: number, now: Date): Promise<void> {
  await trx.insertInto("finding_count_requests").values({ record_id: recordId }).execute();
  await enqueueJob(trx, { kind: FINDINGS_JOB, vendor: null, payload: { recordId } }, now);
}

/**
 * For all pending records with one of these identifiers, because each is a finding about the others. Counted within a
 * minute. Only adds rows: updating the rows of other records could deadlock with their saves.
 */
export async function requestFindingCountsOfIdentifiers(trx: Db, identifiers: string[]): Promise<void> {
  const used = [...new Set(identifiers)].filter((identifier) => identifier !== "");
  if (used.length === 0) return;
  await trx
    .insertInto("finding_count_requests")
    .columns(["record_id"])
    .expression((query) =>
      query
        .selectFrom("records")
        .select("id")
        .where("identifier", "in", used)
        .where("status", "=", "pending")
        .where("deleted_at", "is", null),
    )
    .execute();
}

export type UncountedRecord = Pick<StoredRecord, "id" | "revision"> & { last_request_id: number | null };

/** Pending records, or only the one, whose findings were not counted since they changed, or not under these rules. */
export function listUncountedRecords(
  db: Db,
  { rules, limit, recordId }: { rules: string; limit: number; recordId?: number | undefined },
): Promise<UncountedRecord[]> {
  const lastRequestId = sql<number | null>`(
    SELECT max(request.id) FROM finding_count_requests AS request WHERE record_id = records.id)`;
  return db
    .selectFrom("records")
    .select(["id", "revision", lastRequestId.as("last_request_id")])
    .where("status", "=", "pending")
    .where("deleted_at", "is", null)
    .$if(recordId !== undefined, (query) => query.where("id", "=", recordId!))
    .where(
      sql<boolean>`(finding_rules IS DISTINCT FROM ${rules}
        OR id IN (SELECT record_id FROM finding_count_requests))`,
    )
    .orderBy("status_changed_at")
    .limit(limit)
    .execute();
}

/** Stores nothing if the record was saved or decided during the count. Later requests stay. */
export function storeFindingCount(
  db: Db,
  { id, revision, last_request_id }: UncountedRecord,
  { count, rules }: { count: number; rules: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable("records")
      .set({ finding_count: count, finding_rules: rules })
      .where("id", "=", id)
      .where("revision", "=", revision)
      .execute();
    if (last_request_id === null) return;
    await trx
      .deleteFrom("finding_count_requests")
      .where("record_id", "=", id)
      .where("id", "<=", last_request_id)
      .execute();
  });
}

/** Of records that are no longer pending, or deleted. */
export async function deleteUnneededFindingRequests(db: Db): Promise<void> {
  await sql`DELETE FROM finding_count_requests WHERE record_id NOT IN (
    SELECT id FROM records WHERE status = 'pending' AND deleted_at IS NULL)`.execute(db);
}
