import type { Services } from "../../services.ts";

const bells = new WeakMap<Services["db"], Bell>();

/** The bell of the workers on one database in this process; those of other processes look by themselves. */
export function getJobNotifier({ db }: Pick<Services, "db">): Bell {
  const bell = bells.get(db) ?? createBell();
  bells.set(db, bell);
  return bell;
}

/** Lets waiting workers know that there may be work. */
interface Bell {
  ring(): void;
  /** How often it has rung. Read it before looking for work: a ring in between is then not missed. */
  readonly count: number;
  /** Resolves at the next ring after `since`, or when the time is over. */
  wait(since: number, milliseconds: number): Promise<void>;
}

/** A bell that nobody has rung. */
function createBell(): Bell {
  const waiting = new Set<() => void>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    ring() {
      count += 1;
      for (const wake of waiting) wake();
    },
    wait(since, milliseconds) {
      if (count !== since) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        waiting.add(wake);
      });
    },
  };
}
