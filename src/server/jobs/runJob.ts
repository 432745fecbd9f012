import { setMaxListeners } from "node:events";
import type { Services } from "../services.ts";
import {
  deleteJob,
  extendLease,
  lockClaimedJob,
  releaseJob,
  type ClaimedJob,
  type JobClaim,
} from "../stores/jobStore.ts";
import { LeaseLostError, type JobHandler, type LogError, type RunningJob } from "./jobHandler.ts";

export type QueueServices = Pick<Services, "db" | "now">;

export interface JobSettings {
  /** A job is taken from a worker that has not renewed its lease for this long. */
  leaseMs: number;
  /** When the server stops, a job is released after this time even if its current step has not ended. */
  stopTimeoutMs: number;
  logError: LogError;
}

interface RunOptions extends JobSettings {
  handler: JobHandler;
  stopping: AbortSignal;
  releaseWorker: () => void;
}

/** A job that is taken over after this many failed attempts waits before it runs again. */
const MAX_IMMEDIATE_ATTEMPTS = 5;

/** Renews the lease while the job runs. Never rejects: errors are logged, and the job stays queued. */
export async function runJob(
  services: QueueServices,
  stored: ClaimedJob,
  options: RunOptions,
): Promise<void> {
  const { db } = services;
  const { handler, stopping, leaseMs, logError, releaseWorker } = options;
  const claim: JobClaim = { id: stored.id, claim_number: stored.claim_number };
  const name = `Job ${stored.kind} ${JSON.stringify(stored.payload)}`;
  const leaseLost = new AbortController();
  const signal = AbortSignal.any([stopping, leaseLost.signal]);
  // Many parallel file writes listen to the signal; that is no leak.
  setMaxListeners(0, signal);
  const job: RunningJob = { claim, payload: stored.payload, signal, stopping, releaseWorker, logError };
  const failureOptions = { ...options, name, failedAttempts: stored.failed_attempts };
  if (stored.is_takeover && stored.failed_attempts >= Math.min(MAX_IMMEDIATE_ATTEMPTS, handler.maxAttempts))
    return retryLater(services, job, new Error("The worker ended while the job ran."), failureOptions);
  let isRenewing = false;
  const heartbeat = setInterval(() => {
    // While the database does not answer, renewals would use up the pool.
    if (isRenewing) return;
    isRenewing = true;
    void extendLease(db, claim, leaseMs)
      .then(
        (isExtended) => {
          if (!isExtended) leaseLost.abort(new LeaseLostError());
        },
        (error: unknown) => logError(`${name}: renewing the lease failed`, error),
      )
      .finally(() => {
        isRenewing = false;
      });
  }, leaseMs / 3);
  try {
    await rejectIfStillRunning(handler.run(job), stopping, options.stopTimeoutMs);
    await endJob(services, claim, handler);
  } catch (error) {
    if (error instanceof LeaseLostError || leaseLost.signal.aborted) return;
    const failedAttempts = stored.failed_attempts + 1;
    if (!stopping.aborted)
      return await retryLater(services, job, error, { ...failureOptions, failedAttempts });
    // Another worker may continue at once.
    await releaseJob(db, claim).catch((releaseError: unknown) =>
      logError(`${name} was not released; it continues when its lease expires`, releaseError),
    );
  } finally {
    clearInterval(heartbeat);
  }
}

/** Rejects if `work` continues for this long after the server began to stop. */
async function rejectIfStillRunning(
  work: Promise<void>,
  stopping: AbortSignal,
  timeoutMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let startTimer = () => {};
  const timeout = new Promise<never>((_resolve, reject) => {
    startTimer = () => {
      timer = setTimeout(() => reject(stopping.reason as Error), timeoutMs);
    };
    if (stopping.aborted) startTimer();
    else stopping.addEventListener("abort", startTimer, { once: true });
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    stopping.removeEventListener("abort", startTimer);
    clearTimeout(timer);
  }
}

async function endJob(
  { db, now }: QueueServices,
  claim: JobClaim,
  { repeatAfterMs }: JobHandler,
): Promise<void> {
  if (repeatAfterMs === undefined) return deleteJob(db, claim);
  const dueAt = new Date(now().getTime() + repeatAfterMs);
  await releaseJob(db, claim, { due_at: dueAt, failed_attempts: 0, error_text: null });
}

const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 15 * 60_000;

const getRetryDelayMs = (failedAttempts: number): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failedAttempts - 1, 20));

async function retryLater(
  { db, now }: QueueServices,
  job: RunningJob,
  error: unknown,
  { handler, logError, name, failedAttempts }: RunOptions & { name: string; failedAttempts: number },
): Promise<void> {
  logError(`${name} failed`, error);
  const isDead = failedAttempts >= handler.maxAttempts;
  try {
    await db.transaction().execute(async (trx) => {
      if (!(await lockClaimedJob(trx, job.claim))) throw new LeaseLostError();
      await releaseJob(trx, job.claim, {
        due_at: new Date(now().getTime() + getRetryDelayMs(failedAttempts)),
        failed_attempts: failedAttempts,
        error_text: error instanceof Error ? error.message : String(error),
        dead_at: isDead ? now() : null,
      });
      await handler.recordFailure?.(trx, job, { failedAttempts, isDead });
    });
    if (isDead) logError(`${name} is dead: it failed ${failedAttempts} times and is not retried`, error);
  } catch (saveError) {
    if (saveError instanceof LeaseLostError) return;
    logError(`${name}: saving the failure failed; it continues when its lease expires`, saveError);
  }
}
