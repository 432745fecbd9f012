import { cacheSuccess } from "../../contract/cacheSuccess.ts";
import { listenToChannel } from "../database/guardedPool.ts";
import { claimNextJob, enqueueRepeatedJob, JOB_CHANNEL } from "../stores/jobStore.ts";
import type { JobHandlers } from "./jobHandler.ts";
import { runJob, type JobSettings, type QueueServices } from "./runJob.ts";

export interface WorkerOptions extends Partial<JobSettings> {
  workerCount?: number;
  /** How often to look for a job without a notification: jobs become due, and leases expire. */
  pollIntervalMs?: number;
}

export interface Workers {
  /** Interrupts the running jobs and releases them. */
  stop(): Promise<void>;
  wake(): void;
}

const DEFAULT_OPTIONS = {
  workerCount: 2,
  pollIntervalMs: 2000,
  leaseMs: 45_000,
  stopTimeoutMs: 10_000,
  logError: (text: string, error: unknown) => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${text}: ${detail}\n`);
  },
};

/** Jobs that have released their worker, because they wait for something. Each may hold much memory. */
const MAX_WAITING_JOBS = 8;

/**
 * Runs the jobs of these kinds. Any number of processes may share a database: a job is taken over when the lease of its
 * worker expires.
 */
export function startWorkers(
  services: QueueServices,
  handlers: JobHandlers,
  options: WorkerOptions = {},
): Workers {
  const settings = { ...DEFAULT_OPTIONS, ...options };
  const kinds = Object.keys(handlers);
  const stopping = new AbortController();
  const wakeUp = createWakeUp();
  const listener = listenToChannel(services.db, JOB_CHANNEL, wakeUp.wake);
  /** Includes jobs that have released their worker. */
  const jobs = new Set<Promise<void>>();

  async function runWorker(): Promise<void> {
    while (!stopping.signal.aborted) {
      const seenWakeUps = wakeUp.count();
      const hasRunJob = await runNextJob().catch((error: unknown) => {
        settings.logError("Looking for a job failed", error);
        return false;
      });
      if (!hasRunJob && !stopping.signal.aborted) await wakeUp.wait(seenWakeUps, settings.pollIntervalMs);
    }
  }

  async function runNextJob(): Promise<boolean> {
    await enqueueRepeatedJobs();
    const { leaseMs, workerCount } = settings;
    const job = await claimNextJob(services.db, { kinds, now: services.now(), leaseMs });
    if (!job) return false;
    const handler = handlers[job.kind]!;
    await startJob(jobs, workerCount + MAX_WAITING_JOBS, (releaseWorker) =>
      runJob(services, job, { ...settings, handler, stopping: stopping.signal, releaseWorker }),
    );
    return true;
  }

  const enqueueRepeatedJobs = cacheSuccess(async () => {
    for (const [kind, { repeatAfterMs }] of Object.entries(handlers))
      if (repeatAfterMs !== undefined)
        await enqueueRepeatedJob(services.db, { kind, now: services.now(), repeatAfterMs });
  });

  const workers = Array.from({ length: settings.workerCount }, runWorker);
  return {
    async stop() {
      stopping.abort();
      wakeUp.wake();
      await Promise.all([...workers, listener.stop()]);
      await Promise.all(jobs);
    },
    wake: wakeUp.wake,
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

/** Read `count` before looking for a job and pass it to `wait`, so that a wake-up in between is not missed. */
function createWakeUp() {
  const waiting = new Set<() => void>();
  let wakeUps = 0;
  return {
    count: () => wakeUps,
    wake() {
      wakeUps += 1;
      for (const resume of waiting) resume();
    },
    /** Resolves after the next wake-up past `since`, or after the timeout. */
    wait(since: number, timeoutMs: number): Promise<void> {
      if (wakeUps !== since) return Promise.resolve();
      return new Promise((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          waiting.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, timeoutMs);
        waiting.add(resume);
      });
    },
  };
}
