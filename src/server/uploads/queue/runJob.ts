import { setMaxListeners } from "node:events";
import type { Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import { ZipFault } from "../../processing/zipFault.ts";
import type { Services } from "../../services.ts";
import { findRecord } from "../../stores/records/recordStore.ts";
import { deleteExtractedFiles } from "../../stores/uploads/catalogStore.ts";
import { updateClaimedUpload, endClaimedUpload, type StoredUpload } from "../../stores/uploads/uploadStore.ts";
import { deleteRejectedArtifacts } from "./deleteBlobs.ts";
import { processUpload, type Stage } from "./processUpload.ts";
import { notifyDelayed, notifyRejected } from "./notifyVendor.ts";
import { LeaseLostError, lockClaimedUpload, UploadRejectedError, type UploadJob } from "./uploadJob.ts";

export interface WorkerSettings {
  /** Milliseconds after which an upload is taken from a worker that no longer renews its lease. */
  lease: number;
  /** Awaited after each stage of each upload. */
  reached: (stage: Stage, batchId: string) => Promise<void> | void;
  /** Told what went wrong and will be tried again. */
  report: (text: string, error: unknown) => void;
}

/**
 * Works on a claimed upload until it is done, at fault, to be tried again later, or the server stops. Renews the
 * lease meanwhile. Never rejects: what goes wrong is reported, and the upload stays due.
 */
export async function runJob(
  services: Services,
  batch: StoredUpload,
  settings: WorkerSettings,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  // Many files at a time listen to it, which is no leak to be warned of.
  setMaxListeners(0, signal);
  const job: UploadJob = { services, batch, signal };
  const renewal = setInterval(() => {
    renew(job, settings.lease).catch((error: unknown) => {
      if (error instanceof LeaseLostError) lost.abort(error);
      else settings.report(`Renewing the lease of upload ${batch.id} failed`, error);
    });
  }, settings.lease / 3);
  try {
    await processUpload(job, (stage) => settings.reached(stage, batch.id)).catch((error: unknown) =>
      settle(job, error, settings, stopping),
    );
  } catch (error) {
    if (error instanceof LeaseLostError || lost.signal.aborted) return;
    await (stopping.aborted ? release(job, settings) : tryLater(job, error, settings));
  } finally {
    clearInterval(renewal);
  }
}

async function renew({ services, batch }: UploadJob, lease: number): Promise<void> {
  const until = new Date(services.now().getTime() + lease);
  if (!(await updateClaimedUpload(services.db, batch, { leased_until: until }))) throw new LeaseLostError();
}

/**
 * Ends an upload that is itself at fault; throws on whatever may pass. What was made of it is removed only when that
 * is kept, and a removal that is interrupted is finished by a later sweep.
 */
async function settle(
  job: UploadJob,
  error: unknown,
  settings: WorkerSettings,
  stopping: AbortSignal,
): Promise<void> {
  if (job.signal.aborted) throw error;
  if (error instanceof UploadRejectedError) await rejectUpload(job, error.findings);
  else if (error instanceof ZipFault) await rejectUpload(job, [error.finding]);
  else throw error;
  await deleteRejectedArtifacts(job.services, job.batch, stopping).catch((unremoved: unknown) => {
    if (!stopping.aborted)
      settings.report(`Removing what was made of upload ${job.batch.id} failed`, unremoved);
  });
}

/** The server stops: whoever looks next may go on at once. */
async function release({ services, batch }: UploadJob, settings: WorkerSettings): Promise<void> {
  await updateClaimedUpload(services.db, batch, { leased_until: null }).catch((error: unknown) =>
    settings.report(`Releasing upload ${batch.id} failed; it goes on when its lease has run out`, error),
  );
}

const FIRST_WAIT = 5000;
const LONGEST_WAIT = 15 * 60_000;
/** By then, waits add up to half an hour and more: the vendor should know. */
const TOLD_AT = 10;

/** Five seconds, then twice as long each time, a quarter of an hour at most. */
const waitAfter = (failedTries: number): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failedTries - 1, 20));

async function tryLater(job: UploadJob, error: unknown, settings: WorkerSettings): Promise<void> {
  const { services, batch } = job;
  settings.report(`Processing upload ${batch.id} failed and will be tried again`, error);
  try {
    await services.db.transaction().execute((trx) => countFailure(trx, job));
  } catch (unkept) {
    if (unkept instanceof LeaseLostError) return;
    settings.report(`Upload ${batch.id} will be tried again when its lease has run out`, unkept);
  }
}

/** The count and the word to the vendor are kept together, so that the word is neither lost nor said twice. */
async function countFailure(trx: Services["db"], job: UploadJob): Promise<void> {
  const now = job.services.now();
  const held = await lockClaimedUpload(trx, job);
  const failedTries = held.failed_attempts + 1;
  const dueAt = new Date(now.getTime() + waitAfter(failedTries));
  await updateClaimedUpload(trx, held, { due_at: dueAt, leased_until: null, failed_attempts: failedTries });
  // What is catalogued is delayed no longer; only clearing up is.
  if (failedTries === TOLD_AT && held.cataloged_at === null) await notifyDelayed(trx, held, now);
}

/**
 * Ends an upload that cannot become part of its record: what was extracted of it no longer counts, the vendor is
 * told, the record stays as it is. The zip that was sent stays where it was sent, and the same script may send
 * another. Throws `LeaseLostError`, and changes nothing, when the upload is in other hands by now.
 */
export async function rejectUpload(job: UploadJob, findings: Diagnostic[]): Promise<void> {
  const { batch, services } = job;
  const now = services.now();
  const texts = findings.map(({ text }) => text);
  await services.db.transaction().execute(async (trx) => {
    const held = await lockClaimedUpload(trx, job);
    const record = await findRecord(trx, String(batch.record_id));
    await deleteExtractedFiles(trx, batch.id);
    await notifyRejected(trx, held, findings, now, record?.status);
    await endClaimedUpload(trx, held, {
      failed_at: now,
      error_text: texts.join("\n"),
      snapshot_size: null,
      snapshot_sha256: null,
      receipt: JSON.stringify({ warnings: [], faults: texts }),
    });
  });
}
