import { repeatTask } from "../jobs/jobHandler.ts";
import { startWorkers, type WorkerOptions, type Workers } from "../jobs/startWorkers.ts";
import { collectMails } from "./collectMails.ts";
import { countFindings, createFindingsHandler } from "./countFindings.ts";
import { purgeOldRows } from "./purgeOldRows.ts";
import { createMailHandler } from "./sendMails.ts";
import type { Services } from "../services.ts";
import { MAIL_JOB } from "../stores/mailStore.ts";
import { FINDINGS_JOB } from "../stores/records/findingStore.ts";
import { UPLOAD_JOB } from "../stores/uploads/uploadStore.ts";
import { createUploadHandler, type OnStageReached } from "../uploads/pipeline/runUploadJob.ts";
import { enqueueUnreportedUploads, sweepEndedUploads } from "../uploads/sweepUploads.ts";

export interface ProcessingOptions extends WorkerOptions {
  onStageReached?: OnStageReached | undefined;
}

const MINUTE_MS = 60_000;

/** Processes uploads, sends mails and cleans up. Any number of processes may do so on the same database. */
export function startProcessing(services: Services, options: ProcessingOptions = {}): Workers {
  return startWorkers(
    services,
    {
      [UPLOAD_JOB]: createUploadHandler(services, options.onStageReached),
      "sweep-uploads": repeatTask(60 * MINUTE_MS, (signal) => sweepEndedUploads(services, signal)),
      "enqueue-unreported-uploads": repeatTask(2 * MINUTE_MS, (signal) =>
        enqueueUnreportedUploads(services, signal),
      ),
      [MAIL_JOB]: createMailHandler(services),
      "collect-mails": repeatTask(10 * MINUTE_MS, (signal) => collectMails(services, signal)),
      [FINDINGS_JOB]: createFindingsHandler(services),
      "count-findings": repeatTask(MINUTE_MS, (signal) => countFindings(services, signal)),
      "purge-old-rows": repeatTask(60 * MINUTE_MS, (signal) => purgeOldRows(services, signal)),
    },
    options,
  );
}
