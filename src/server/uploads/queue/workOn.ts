import { setMaxListeners } from "node:events";
import type { Finding } from "../../../contract/model-folder/modelFolderFinding.ts";
import { ZipFault } from "../../processing/zipFault.ts";
import type { Services } from "../../services.ts";
import { findRecord } from "../../stores/records/recordStore.ts";
import { forgetExtracted } from "../../stores/uploads/catalogueStore.ts";
import { changeClaimed, endClaimed, type StoredUpload } from "../../stores/uploads/uploadBatchStore.ts";
import { dropRefused } from "./dropUpload.ts";
import { processUpload, type Stage } from "./processUpload.ts";
import { tellDelay, tellFaults } from "./tellVendor.ts";
import { LeaseLost, lockClaimed, UploadFault, type UploadJob } from "./uploadJob.ts";

export interface WorkSettings {
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
export async function workOn(
  services: Services,
  batch: StoredUpload,
  settings: WorkSettings,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  // Many files at a time listen to it, which is no leak to be warned of.
  setMaxListeners(0, signal);
  const job: UploadJob = { services, batch, signal };
  const renewal = setInterval(() => {
    renew(job, settings.lease).catch((error: unknown) => {
      if (error instanceof LeaseLost) lost.abort(error);
      else settings.report(`Renewing the lease of upload ${batch.id} failed`, error);
    });
  }, settings.lease / 3);
  try {
    await processUpload(job, (stage) => settings.reached(stage, batch.id)).catch((error: unknown) =>
      settle(job, error, settings, stopping),
    );
  } catch (error) {
    if (error instanceof LeaseLost || lost.signal.aborted) return;
    await (stopping.aborted ? release(job, settings) : tryLater(job, error, settings));
  } finally {
    clearInterval(renewal);
  }
}

async function renew({ services, batch }: UploadJob, lease: number): Promise<void> {
  const until = new Date(services.now().getTime() + lease);
  if (!(await changeClaimed(services.db, batch, { leased_until: until }))) throw new LeaseLost();
}

/**
 * Ends an upload that is itself at fault; throws on whatever may pass. What was made of it is removed only when that
 * is kept, and a removal that is interrupted is finished by a later sweep.
 */
async function settle(
  job: UploadJob,
  error: unknown,
  settings: WorkSettings,
  stopping: AbortSignal,
): Promise<void> {
  if (job.signal.aborted) throw error;
  if (error instanceof UploadFault) await failUpload(job, error.findings);
  else if (error instanceof ZipFault) await failUpload(job, [error.finding]);
  else throw error;
  await dropRefused(job.services, job.batch, stopping).catch((unremoved: unknown) => {
    if (!stopping.aborted)
      settings.report(`Removing what was made of upload ${job.batch.id} failed`, unremoved);
  });
}

/** The server stops: whoever looks next may go on at once. */
async function release({ services, batch }: UploadJob, settings: WorkSettings): Promise<void> {
  await changeClaimed(services.db, batch, { leased_until: null }).catch((error: unknown) =>
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

async function tryLater(job: UploadJob, error: unknown, settings: WorkSettings): Promise<void> {
  const { services, batch } = job;
  settings.report(`Processing upload ${batch.id} failed and will be tried again`, error);
  try {
    await services.db.transaction().execute((trx) => countFailure(trx, job));
  } catch (unkept) {
    if (unkept instanceof LeaseLost) return;
    settings.report(`Upload ${batch.id} will be tried again when its lease has run out`, unkept);
  }
}

/** The count and the word to the vendor are kept together, so that the word is neither lost nor said twice. */
async function countFailure(trx: Services["db"], job: UploadJob): Promise<void> {
  const now = job.services.now();
  const held = await lockClaimed(trx, job);
  const failedTries = held.failed_attempts + 1;
  const dueAt = new Date(now.getTime() + waitAfter(failedTries));
  await changeClaimed(trx, held, { due_at: dueAt, leased_until: null, failed_attempts: failedTries });
  // What is catalogued is delayed no longer; only clearing up is.
  if (failedTries === TOLD_AT && held.cataloged_at === null) await tellDelay(trx, held, now);
}

/**
 * Ends an upload that cannot become part of its record: what was extracted of it no longer counts, the vendor is
 * told, the record stays as it is. The zip that was sent stays where it was sent, and the same script may send
 * another. Throws `LeaseLost`, and changes nothing, when the upload is in other hands by now.
 */
export async function failUpload(job: UploadJob, findings: Finding[]): Promise<void> {
  const { batch, services } = job;
  const now = services.now();
  const texts = findings.map(({ text }) => text);
  await services.db.transaction().execute(async (trx) => {
    const held = await lockClaimed(trx, job);
    const record = await findRecord(trx, String(batch.record_id));
    await forgetExtracted(trx, batch.id);
    await tellFaults(trx, held, findings, now, record?.status);
    await endClaimed(trx, held, {
      failed_at: now,
      error_text: texts.join("\n"),
      snapshot_size: null,
      snapshot_sha256: null,
      receipt: JSON.stringify({ warnings: [], faults: texts }),
    });
  });
}
