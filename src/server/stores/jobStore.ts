import { sql, type Selectable } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { Db } from "../database/tables.ts";
import type { JobsTable } from "../database/jobTables.ts";

export type StoredJob = Selectable<JobsTable>;

/** Each claim raises `claim_number`: a worker that lost its lease can change nothing. */
export type JobClaim = Pick<StoredJob, "id" | "claim_number">;

export interface NewJob extends Pick<StoredJob, "kind" | "vendor"> {
  payload: JsonObject;
}

/** The database notifies this channel when a job was enqueued. */
export const JOB_CHANNEL = "flood_model_jobs";

/** Leases use the database's clock: with those of the servers, a fast clock would end leases of others early. */
const databaseTime = sql<Date>`clock_timestamp()`;

const earlierOf = (dueAt: Date) => sql<Date>`least(${dueAt}::timestamptz, ${databaseTime})`;

/**
 * The notification is sent when the transaction commits. Returns the job's id. `dueAt` must not be in the future: if it
 * is by the database's clock, because the caller's clock is fast, the job is due at once.
 */
export async function enqueueJob(trx: Db, { payload, ...job }: NewJob, dueAt: Date): Promise<number> {
  const { id } = await trx
    .insertInto("jobs")
    .values({ ...job, payload: JSON.stringify(payload), due_at: earlierOf(dueAt) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`SELECT pg_notify(${JOB_CHANNEL}, '')`.execute(trx);
  return id;
}

/**
 * If the installation has this job, only makes it due within its interval: a worker with a fast clock may have put it off
 * for much longer.
 */
export async function enqueueRepeatedJob(
  db: Db,
  { kind, now, repeatAfterMs }: { kind: string; now: Date; repeatAfterMs: number },
): Promise<void> {
  const latestDueAt = new Date(now.getTime() + repeatAfterMs);
  await db
    .insertInto("jobs")
    .values({ kind, payload: "{}", is_repeated: true, due_at: earlierOf(now) })
    .onConflict((conflict) =>
      conflict
        .column("kind")
        .where("is_repeated", "=", sql.lit(true))
        .doUpdateSet({ due_at: latestDueAt })
        .where("jobs.due_at", ">", latestDueAt),
    )
    .execute();
}

const MAX_JOBS_PER_VENDOR = 4;

const leaseEnd = (leaseMs: number) => sql<Date>`${databaseTime} + ${leaseMs} * interval '1 millisecond'`;

export interface ClaimedJob extends StoredJob {
  /** The lease of an earlier worker had expired. */
  is_takeover: boolean;
}

/**
 * Concurrent callers, also in other processes, never get the same job. A takeover counts as a failed attempt: the job may
 * have ended the process of its worker, for example by using too much memory.
 */
export function claimNextJob(
  db: Db,
  { kinds, now, leaseMs }: { kinds: string[]; now: Date; leaseMs: number },
): Promise<ClaimedJob | undefined> {
  const runningJobsOfVendor = sql<number>`(SELECT count(*) FROM jobs AS other
    WHERE other.vendor = jobs.vendor AND other.leased_until > ${databaseTime})`;
  const next = db
    .selectFrom("jobs")
    .select(["id", sql<boolean>`leased_until IS NOT NULL`.as("is_takeover")])
    .where("kind", "in", kinds)
    .where("dead_at", "is", null)
    .where("due_at", "<=", now)
    .where((job) => job.or([job("leased_until", "is", null), job("leased_until", "<=", databaseTime)]))
    .where(runningJobsOfVendor, "<", MAX_JOBS_PER_VENDOR)
    // Vendors take turns: those with the fewest running jobs come first.
    .orderBy(runningJobsOfVendor)
    .orderBy("due_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .with("next", () => next)
    .updateTable("jobs")
    .from("next")
    .set({
      leased_until: leaseEnd(leaseMs),
      claim_number: sql`claim_number + 1`,
      failed_attempts: sql`failed_attempts + next.is_takeover::int`,
    })
    .whereRef("jobs.id", "=", "next.id")
    .returningAll("jobs")
    .returning("next.is_takeover")
    .executeTakeFirst();
}

export const claimedJobQuery = (db: Db, { id, claim_number }: JobClaim) =>
  db.selectFrom("jobs").select("jobs.id").where("id", "=", id).where("claim_number", "=", claim_number);

export async function isClaimCurrent(db: Db, claim: JobClaim): Promise<boolean> {
  return (await claimedJobQuery(db, claim).executeTakeFirst()) !== undefined;
}

/**
 * Returns undefined if the claim is lost. Otherwise no worker can claim the job until the transaction ends. Lock the job
 * before the rows that it changes.
 */
export function lockClaimedJob(trx: Db, claim: JobClaim): Promise<StoredJob | undefined> {
  return claimedJobQuery(trx, claim).selectAll().forUpdate().executeTakeFirst();
}

type JobChange = Partial<
  Pick<StoredJob, "due_at" | "failed_attempts" | "error_text" | "dead_at" | "leased_until">
>;

const updateClaimedJobQuery = (db: Db, { id, claim_number }: JobClaim) =>
  db.updateTable("jobs").where("id", "=", id).where("claim_number", "=", claim_number);

/** Returns false if the claim is lost or was released. */
export async function extendLease(db: Db, claim: JobClaim, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimedJobQuery(db, claim)
    .where("leased_until", "is not", null)
    .set({ leased_until: leaseEnd(leaseMs) })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives up the lease. Does nothing if the claim is lost. */
export async function releaseJob(db: Db, claim: JobClaim, change: JobChange = {}): Promise<void> {
  await updateClaimedJobQuery(db, claim)
    .set({ ...change, leased_until: null })
    .execute();
}

/** Does nothing if the claim is lost. */
export async function deleteJob(db: Db, { id, claim_number }: JobClaim): Promise<void> {
  await db.deleteFrom("jobs").where("id", "=", id).where("claim_number", "=", claim_number).execute();
}

/** Lets workers take over all leased jobs at once. */
export async function expireAllLeases(db: Db): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ leased_until: databaseTime })
    .where("leased_until", ">", databaseTime)
    .execute();
}

/** Jobs of a kind that wait or run. Dead jobs do not count. */
export function countWaitingJobs(db: Db, kind: string): Promise<{ count: number; oldestDueAt: Date | null }> {
  return db
    .selectFrom("jobs")
    .where("kind", "=", kind)
    .where("dead_at", "is", null)
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("due_at").as("oldestDueAt")])
    .executeTakeFirstOrThrow();
}

export async function countDeadJobs(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("jobs")
    .where("dead_at", "is not", null)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
