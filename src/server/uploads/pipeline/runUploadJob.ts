import type { Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import { InvalidZipError } from "../../../contract/zip/zipMember.ts";
import type { JobHandler } from "../../jobs/jobHandler.ts";
import type { Services } from "../../services.ts";
import { deleteJob } from "../../stores/jobStore.ts";
import { findRecord } from "../../stores/records/recordStore.ts";
import { deleteExtractedFiles } from "../../stores/uploads/catalogStore.ts";
import { findUpload, lockUpload, updateUpload } from "../../stores/uploads/uploadStore.ts";
import { deleteRejectedArtifacts } from "../deleteBlobs.ts";
import { notifyDelayed, notifyRejected, notifyStopped } from "./notifyVendor.ts";
import { processUpload, type Stage } from "./processUpload.ts";
import { lockClaimedUpload, UploadRejectedError, type UploadJob } from "./uploadJob.ts";

export type OnStageReached = (stage: Stage, uploadId: string) => Promise<void> | void;

/** The first ten delays add up to more than half an hour. */
const NOTIFY_DELAY_AFTER = 10;
/** About ten days of an attempt every 15 minutes: longer than a long outage of the store. */
const MAX_ATTEMPTS = 1000;

export function createUploadHandler(
  services: Services,
  onStageReached: OnStageReached = () => undefined,
): JobHandler {
  const { db, now } = services;
  return {
    maxAttempts: MAX_ATTEMPTS,
    async run(running) {
      const upload = await findUpload(db, getUploadId(running));
      // Its record was purged.
      if (!upload) return;
      const job: UploadJob = { ...running, services, upload };
      try {
        await processUpload(job, (stage) => onStageReached(stage, upload.id));
      } catch (error) {
        await rejectInvalidUpload(job, error);
      }
    },
    async recordFailure(trx, running, { failedAttempts, isDead }) {
      const upload = await lockUpload(trx, getUploadId(running));
      // After cataloging only the cleanup is late.
      if (upload.cataloged_at !== null) return;
      if (failedAttempts >= NOTIFY_DELAY_AFTER) await notifyDelayed(trx, upload, now());
      if (isDead) await notifyStopped(trx, upload, now());
    },
  };
}

const getUploadId = ({ payload }: Pick<UploadJob, "payload">) => String(payload.uploadId);

/** Deletes artifacts only after the rejection is stored; a later sweep finishes an interrupted deletion. */
async function rejectInvalidUpload(job: UploadJob, error: unknown): Promise<void> {
  if (job.signal.aborted) throw error;
  if (error instanceof UploadRejectedError) await rejectUpload(job, error.diagnostics);
  else if (error instanceof InvalidZipError) await rejectUpload(job, [error.diagnostic]);
  else throw error;
  await deleteRejectedArtifacts(job.services, job.upload, job.stopping).catch((deleteError: unknown) => {
    if (!job.stopping.aborted)
      job.logError(`Deleting the files of rejected upload ${job.upload.id} failed`, deleteError);
  });
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
    await updateUpload(trx, upload.id, {
      failed_at: now,
      error_text: texts.join("\n"),
      snapshot_size: null,
      snapshot_sha256: null,
      extracted_size: null,
      receipt: JSON.stringify({ warnings: [], faults: texts }),
    });
    await deleteJob(trx, job.claim);
  });
}
