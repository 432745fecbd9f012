/** Work that is done from time to time. */
export interface Repeating {
  /** Does it now, unless it is being done. */
  run(): void;
  /** Ends once it is not being done any more. */
  stop(): Promise<void>;
}

/** Does a piece of work at each interval, one run at a time: while one goes on, the next is left out. */
export function repeating(milliseconds: number, work: () => Promise<void>): Repeating {
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
