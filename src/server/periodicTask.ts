export interface PeriodicTask {
  run(): void;
  stop(): Promise<void>;
}

/** Skips a run while the previous one is not finished. `task` must not reject. */
export function createPeriodicTask(intervalMs: number, task: () => Promise<void>): PeriodicTask {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= task().finally(() => (running = undefined));
  };
  const timer = setInterval(run, intervalMs);
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
