import type { Services } from "../../services.ts";
import { claimNextUpload } from "../../stores/uploads/uploadStore.ts";
import { getJobNotifier } from "./jobNotifier.ts";
import { enqueueUnreportedUploads, sweepEndedUploads } from "./sweepUploads.ts";
import { runJob, type WorkerSettings } from "./runJob.ts";

export interface ProcessingOptions extends Partial<WorkerSettings> {
  /** Uploads worked on at a time by this process, so that a large one does not hold up the small ones. */
  workers?: number;
  /** Milliseconds between two looks for work that nobody announced. */
  pollEvery?: number;
  /** Milliseconds between two looks for what lies about of uploads whose processing has ended. */
  sweepEvery?: number;
  /** Milliseconds between two looks for zips that arrived and that no script has reported. */
  lookEvery?: number;
}

/** The processing of uploads in this process. */
export interface Processing {
  /** Ends once nothing is worked on any more; what was under way goes on where it stopped after the next start. */
  stop(): Promise<void>;
  /** Looks for work at once. */
  wake(): void;
}

const DEFAULTS = {
  workers: 2,
  pollEvery: 2000,
  lease: 60_000,
  sweepEvery: 60 * 60_000,
  lookEvery: 2 * 60_000,
  reached: () => undefined,
  report: (text: string, error: unknown) => {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${text}: ${detail}\n`);
  },
};

/**
 * Starts working on uploads that are due. Any number of processes may do so on one database: each upload is worked on
 * by one of them at a time, and one whose worker died is taken over when its lease has run out.
 */
export function startProcessing(services: Services, options: ProcessingOptions = {}): Processing {
  const settings = { ...DEFAULTS, ...options };
  const stopping = new AbortController();
  const bell = getJobNotifier(services);

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const rung = bell.count;
      const worked = await workOnce().catch((error: unknown) => {
        settings.report("Looking for uploads to process failed", error);
        return false;
      });
      if (!worked && !stopping.signal.aborted) await bell.wait(rung, settings.pollEvery);
    }
  }

  async function workOnce(): Promise<boolean> {
    const now = services.now();
    const batch = await claimNextUpload(services.db, now, new Date(now.getTime() + settings.lease));
    if (batch) await runJob(services, batch, settings, stopping.signal);
    return batch !== undefined;
  }

  /** Does it from time to time, until the server stops. */
  const tend = (milliseconds: number, failure: string, task: typeof sweepEndedUploads) =>
    repeating(milliseconds, () =>
      task(services, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) settings.report(failure, error);
      }),
    );
  const clearing = tend(
    settings.sweepEvery,
    "Clearing up after uploads that have ended failed",
    sweepEndedUploads,
  );
  const looking = tend(settings.lookEvery, "Looking for unreported uploads failed", enqueueUnreportedUploads);
  clearing.run();

  const workers = Array.from({ length: settings.workers }, work);
  return {
    async stop() {
      stopping.abort();
      bell.ring();
      await Promise.all([...workers, clearing.stop(), looking.stop()]);
    },
    wake: () => bell.ring(),
  };
}

/** Work that is done from time to time. */
interface Repeating {
  /** Does it now, unless it is being done. */
  run(): void;
  /** Ends once it is not being done any more. */
  stop(): Promise<void>;
}

/** Does a piece of work at each interval, one run at a time: while one goes on, the next is left out. */
function repeating(milliseconds: number, work: () => Promise<void>): Repeating {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work().finally(() => (running = undefined));
  };
  const timer = setInterval(run, milliseconds);
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
