import { ZipFault } from "../processing/zipFault.ts";
import type { Services } from "../services.ts";
import { changeClaimed, type StoredBatch } from "../stores/uploadBatchStore.ts";
import { failUpload } from "./failUpload.ts";
import type { ProcessingOptions } from "./processingLoop.ts";
import { processUpload } from "./processUpload.ts";
import { tellDelay } from "./tellVendor.ts";
import { UploadFault } from "./uploadFault.ts";
import { LeaseLost, type UploadJob } from "./uploadJob.ts";

/**
 * Works on a claimed upload until it is done, at fault, to be tried again later, or the server stops. Renews the
 * lease meanwhile. Never rejects: what goes wrong is reported, and the upload stays due.
 */
export async function workOn(
  services: Services,
  batch: StoredBatch,
  settings: Required<ProcessingOptions>,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const job: UploadJob = { services, batch, signal: AbortSignal.any([stopping, lost.signal]) };
  const renewal = setInterval(() => {
    renew(job, settings.lease).catch((error: unknown) => {
      if (error instanceof LeaseLost) lost.abort(error);
      else settings.report(`Renewing the lease of upload ${batch.id} failed`, error);
    });
  }, settings.lease / 3);
  try {
    await processUpload(job, (stage) => settings.reached(stage, batch.id)).catch((error: unknown) =>
      settle(job, error),
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

/** Ends an upload that is itself at fault; throws on whatever may pass. */
async function settle(job: UploadJob, error: unknown): Promise<void> {
  if (job.signal.aborted) throw error;
  if (error instanceof UploadFault) await failUpload(job, error.findings);
  else if (error instanceof ZipFault) await failUpload(job, [error.finding]);
  else throw error;
}

/** The server stops: whoever looks next may go on at once. */
async function release({ services, batch }: UploadJob, settings: Required<ProcessingOptions>): Promise<void> {
  await changeClaimed(services.db, batch, { leased_until: null }).catch((error: unknown) =>
    settings.report(`Releasing upload ${batch.id} failed; it goes on when its lease has run out`, error),
  );
}

const FIRST_WAIT = 5000;
const LONGEST_WAIT = 15 * 60_000;
/** From here on, waits add up to half an hour and more: the vendor should know. */
const TOLD_AT = 10;

/** Five seconds, then twice as long each time, a quarter of an hour at most. */
export const waitAfter = (attempts: number): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempts - 1, 20));

async function tryLater(
  { services, batch }: UploadJob,
  error: unknown,
  settings: Required<ProcessingOptions>,
): Promise<void> {
  settings.report(`Processing upload ${batch.id} failed and will be tried again`, error);
  const now = services.now();
  const dueAt = new Date(now.getTime() + waitAfter(batch.attempts));
  try {
    const isOurs = await changeClaimed(services.db, batch, { due_at: dueAt, leased_until: null });
    if (isOurs && batch.attempts === TOLD_AT) await tellDelay(services.db, batch, now);
  } catch (unkept) {
    settings.report(`Upload ${batch.id} will be tried again when its lease has run out`, unkept);
  }
}
