import { setMaxListeners } from "node:events";
import type { Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import { InvalidZipError } from "../../../contract/zip/zipMember.ts";
import type { Services } from "../../services.ts";
import { findRecord } from "../../stores/records/recordStore.ts";
import { deleteExtractedFiles } from "../../stores/uploads/catalogStore.ts";
import {
  updateClaimedUpload,
  endClaimedUpload,
  extendLease,
  type StoredUpload,
} from "../../stores/uploads/uploadStore.ts";
import { deleteRejectedArtifacts } from "./deleteBlobs.ts";
import { processUpload, type Stage } from "./processUpload.ts";
import { notifyDelayed, notifyRejected } from "./notifyVendor.ts";
import { LeaseLostError, lockClaimedUpload, UploadRejectedError, type UploadJob } from "./uploadJob.ts";

export interface WorkerSettings {
  /** An upload is taken from a worker that has not renewed its lease for this long. */
  leaseMs: number;
  /** When the server stops, an upload is released after this time even if its current step has not ended. */
  stopTimeoutMs: number;
  onStageReached: (stage: Stage, uploadId: string) => Promise<void> | void;
  logError: (text: string, error: unknown) => void;
  /** Called when the rest of the job only waits for other processes. */
  releaseWorker: () => void;
}

/** Renews the lease while the job runs. Never rejects: errors are logged, and the upload stays queued. */
export async function runJob(
  services: Services,
  upload: StoredUpload,
  settings: WorkerSettings,
  stopping: AbortSignal,
): Promise<void> {
  const leaseLost = new AbortController();
  const signal = AbortSignal.any([stopping, leaseLost.signal]);
  // Many parallel file writes listen to the signal; that is no leak.
  setMaxListeners(0, signal);
  const job: UploadJob = { services, upload, signal, releaseWorker: settings.releaseWorker };
  const renewal = setInterval(() => {
    renewLease(job, settings.leaseMs).catch((error: unknown) => {
      if (error instanceof LeaseLostError) leaseLost.abort(error);
      else settings.logError(`Renewing the lease of upload ${upload.id} failed`, error);
    });
  }, settings.leaseMs / 3);
  try {
    const work = processUpload(job, (stage) => settings.onStageReached(stage, upload.id)).catch(
      (error: unknown) => handleJobError(job, error, settings, stopping),
    );
    await rejectIfStillRunning(work, stopping, settings.stopTimeoutMs);
  } catch (error) {
    if (error instanceof LeaseLostError || leaseLost.signal.aborted) return;
    await (stopping.aborted ? releaseJob(job, settings) : retryLater(job, error, settings));
  } finally {
    clearInterval(renewal);
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
    stopping.addEventListener("abort", startTimer, { once: true });
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    stopping.removeEventListener("abort", startTimer);
    clearTimeout(timer);
  }
}

async function renewLease({ services, upload }: UploadJob, leaseMs: number): Promise<void> {
  if (!(await extendLease(services.db, upload, leaseMs))) throw new LeaseLostError();
}

/** Deletes artifacts only after the rejection is stored; a later sweep finishes an interrupted deletion. */
async function handleJobError(
  job: UploadJob,
  error: unknown,
  settings: WorkerSettings,
  stopping: AbortSignal,
): Promise<void> {
  if (job.signal.aborted) throw error;
  if (error instanceof UploadRejectedError) await rejectUpload(job, error.diagnostics);
  else if (error instanceof InvalidZipError) await rejectUpload(job, [error.diagnostic]);
  else throw error;
  await deleteRejectedArtifacts(job.services, job.upload, stopping).catch((deleteError: unknown) => {
    if (!stopping.aborted)
      settings.logError(`Deleting the files of rejected upload ${job.upload.id} failed`, deleteError);
  });
}

/** The server stops: another worker may continue at once. */
async function releaseJob({ services, upload }: UploadJob, settings: WorkerSettings): Promise<void> {
  await updateClaimedUpload(services.db, upload, { leased_until: null }).catch((error: unknown) =>
    settings.logError(`Releasing upload ${upload.id} failed; it continues when its lease expires`, error),
  );
}

const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 15 * 60_000;
/** The first ten delays add up to more than half an hour. */
const NOTIFY_DELAY_AFTER = 10;

const getRetryDelayMs = (failedAttempts: number): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failedAttempts - 1, 20));

async function retryLater(job: UploadJob, error: unknown, settings: WorkerSettings): Promise<void> {
  const { services, upload } = job;
  settings.logError(`Processing upload ${upload.id} failed and will be retried`, error);
  try {
    await services.db.transaction().execute((trx) => recordFailure(trx, job));
  } catch (saveError) {
    if (saveError instanceof LeaseLostError) return;
    settings.logError(`Upload ${upload.id} will be retried when its lease expires`, saveError);
  }
}

/** One transaction, so the vendor is notified exactly once. */
async function recordFailure(trx: Services["db"], job: UploadJob): Promise<void> {
  const now = job.services.now();
  const locked = await lockClaimedUpload(trx, job);
  const failedAttempts = locked.failed_attempts + 1;
  const dueAt = new Date(now.getTime() + getRetryDelayMs(failedAttempts));
  await updateClaimedUpload(trx, locked, {
    due_at: dueAt,
    leased_until: null,
    failed_attempts: failedAttempts,
  });
  // After cataloging only the cleanup is late.
  if (failedAttempts === NOTIFY_DELAY_AFTER && locked.cataloged_at === null)
    await notifyDelayed(trx, locked, now);
}

/** The incoming zip stays, and the same script may send another. @throws LeaseLostError */
export async function rejectUpload(job: UploadJob, diagnostics: Diagnostic[]): Promise<void> {
  const { upload, services } = job;
  const now = services.now();
  const texts = diagnostics.map(({ text }) => text);
  await services.db.transaction().execute(async (trx) => {
    const locked = await lockClaimedUpload(trx, job);
    const record = await findRecord(trx, String(upload.record_id));
    await deleteExtractedFiles(trx, upload.id);
    await notifyRejected(trx, locked, diagnostics, now, record?.status);
    await endClaimedUpload(trx, locked, {
      failed_at: now,
      error_text: texts.join("\n"),
      snapshot_size: null,
      snapshot_sha256: null,
      extracted_size: null,
      receipt: JSON.stringify({ warnings: [], faults: texts }),
    });
  });
}
