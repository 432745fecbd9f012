import type { JsonObject } from "../../contract/json.ts";
import type { Db } from "../database/tables.ts";
import type { JobClaim } from "../stores/jobStore.ts";

export interface RunningJob {
  /** Fences every change that the job makes: see lockClaimedJob. */
  claim: JobClaim;
  payload: JsonObject;
  /** Aborted when the server stops or the lease is lost. */
  signal: AbortSignal;
  /** Aborted when the server stops. For cleaning up after the job has ended its claim itself. */
  stopping: AbortSignal;
  /** Lets the worker start the next job while this one waits. */
  releaseWorker: () => void;
  logError: LogError;
}

export type LogError = (text: string, error: unknown) => void;

export interface JobFailure {
  /** Includes attempts whose worker ended: not every number is reported. */
  failedAttempts: number;
  /** There is no further attempt. */
  isDead: boolean;
}

export interface JobHandler {
  /**
   * Must continue where an earlier attempt ended: a job runs again after a crash or an error. The job is deleted once
   * this resolves; to end it in one transaction with its result, call deleteJob in that transaction.
   */
  run(job: RunningJob): Promise<void>;
  /** Runs in the transaction that stores the failure. */
  recordFailure?(trx: Db, job: RunningJob, failure: JobFailure): Promise<void>;
  /** After this many failed attempts the job is dead. */
  maxAttempts: number;
  /** The job is enqueued at the start, once per installation, and becomes due again this long after it ended. */
  repeatAfterMs?: number;
}

/** Handlers by kind of job. */
export type JobHandlers = Record<string, JobHandler>;

/** Another worker has claimed the job: this one must change nothing. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLost";
}

/** For idempotent tasks, such as cleaning up. It needs no worker of its own and never dies. */
export const repeatTask = (
  repeatAfterMs: number,
  task: (signal: AbortSignal) => Promise<void>,
): JobHandler => ({
  repeatAfterMs,
  maxAttempts: Infinity,
  async run({ signal, releaseWorker }) {
    releaseWorker();
    await task(signal);
    // An interrupted task is due again at once.
    signal.throwIfAborted();
  },
});
