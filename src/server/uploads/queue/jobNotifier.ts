import type { Services } from "../../services.ts";

const notifiersByDatabase = new WeakMap<Services["db"], JobNotifier>();

/** One notifier per database in this process; workers of other processes poll. */
export function getJobNotifier({ db }: Pick<Services, "db">): JobNotifier {
  const notifier = notifiersByDatabase.get(db) ?? createJobNotifier();
  notifiersByDatabase.set(db, notifier);
  return notifier;
}

interface JobNotifier {
  notifyJobAvailable(): void;
  /** Number of notifications. Read it before looking for a job, so that a notification in between is not missed. */
  readonly notificationCount: number;
  /** Resolves after the next notification past `since`, or after the timeout. */
  waitForJob(since: number, timeoutMs: number): Promise<void>;
}

function createJobNotifier(): JobNotifier {
  const wakeCallbacks = new Set<() => void>();
  let notificationCount = 0;
  return {
    get notificationCount() {
      return notificationCount;
    },
    notifyJobAvailable() {
      notificationCount += 1;
      for (const wake of wakeCallbacks) wake();
    },
    waitForJob(since, timeoutMs) {
      if (notificationCount !== since) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          wakeCallbacks.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        wakeCallbacks.add(wake);
      });
    },
  };
}
