import { createPeriodicTask } from "../../periodicTask.ts";
import type { Services } from "../../services.ts";
import { claimNextUpload } from "../../stores/uploads/uploadStore.ts";
import { listenForJobs } from "./jobListener.ts";
import { getJobNotifier } from "./jobNotifier.ts";
import { enqueueUnreportedUploads, sweepEndedUploads } from "./sweepUploads.ts";
import { runJob, type WorkerSettings } from "./runJob.ts";

export interface ProcessingOptions extends Partial<Omit<WorkerSettings, "releaseWorker">> {
  workerCount?: number;
  pollIntervalMs?: number;
  sweepIntervalMs?: number;
  /** Interval of looking for zips that arrived but were not reported. */
  unreportedIntervalMs?: number;
}

export interface Processing {
  stop(): Promise<void>;
  wake(): void;
}

const DEFAULT_OPTIONS = {
  workerCount: 2,
  pollIntervalMs: 2000,
  leaseMs: 60_000,
  stopTimeoutMs: 10_000,
  sweepIntervalMs: 60 * 60_000,
  unreportedIntervalMs: 2 * 60_000,
  onStageReached: () => undefined,
  logError: (text: string, error: unknown) => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${text}: ${detail}\n`);
  },
};

/** Jobs that wait for a model report. Each keeps the file list of its zip in memory. */
const MAX_WAITING_JOBS = 8;

/** Any number of processes may share a database: an upload is taken over when the lease of its worker expires. */
export function startProcessing(services: Services, options: ProcessingOptions = {}): Processing {
  const settings = { ...DEFAULT_OPTIONS, ...options };
  const stopping = new AbortController();
  const notifier = getJobNotifier(services);
  const { databaseUrl } = services.config;
  const listener = databaseUrl ? listenForJobs(databaseUrl, () => notifier.notifyJobAvailable()) : undefined;
  /** Includes jobs that have released their worker. */
  const jobs = new Set<Promise<void>>();

  async function runWorker(): Promise<void> {
    while (!stopping.signal.aborted) {
      const seenNotifications = notifier.notificationCount;
      const hasRunJob = await runNextJob().catch((error: unknown) => {
        settings.logError("Looking for uploads to process failed", error);
        return false;
      });
      if (!hasRunJob && !stopping.signal.aborted)
        await notifier.waitForJob(seenNotifications, settings.pollIntervalMs);
    }
  }

  async function runNextJob(): Promise<boolean> {
    const upload = await claimNextUpload(services.db, services.now(), settings.leaseMs);
    if (!upload) return false;
    await startJob(jobs, settings.workerCount + MAX_WAITING_JOBS, (releaseWorker) =>
      runJob(services, upload, { ...settings, releaseWorker }, stopping.signal),
    );
    return true;
  }

  const startPeriodicTask = (intervalMs: number, failureText: string, task: typeof sweepEndedUploads) =>
    createPeriodicTask(intervalMs, () =>
      task(services, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) settings.logError(failureText, error);
      }),
    );
  const cleanup = startPeriodicTask(
    settings.sweepIntervalMs,
    "Cleaning up after finished uploads failed",
    sweepEndedUploads,
  );
  const unreportedCheck = startPeriodicTask(
    settings.unreportedIntervalMs,
    "Looking for unreported uploads failed",
    enqueueUnreportedUploads,
  );
  cleanup.run();

  const workers = Array.from({ length: settings.workerCount }, runWorker);
  return {
    async stop() {
      stopping.abort();
      notifier.notifyJobAvailable();
      await Promise.all([...workers, cleanup.stop(), unreportedCheck.stop(), listener?.stop()]);
      await Promise.all(jobs);
    },
    wake: () => notifier.notifyJobAvailable(),
  };
}

/** Resolves when the job ends, or earlier when it releases its worker. */
function startJob(
  jobs: Set<Promise<void>>,
  maxJobs: number,
  run: (releaseWorker: () => void) => Promise<void>,
): Promise<void> {
  return new Promise((resolve) => {
    const releaseWorker = () => {
      if (jobs.size <= maxJobs) resolve();
    };
    const job = run(releaseWorker).finally(() => {
      jobs.delete(job);
      resolve();
    });
    jobs.add(job);
  });
}
