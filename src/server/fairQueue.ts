/** Limits how many tasks run at once; each owner has one at a time, so that one owner cannot delay the others. */
export class FairQueue {
  private readonly running = new Set<string>();
  private readonly waiting: { owner: string; start: () => void }[] = [];

  constructor(private readonly maxRunning: number) {}

  countWaiting(owner: string): number {
    return this.waiting.filter((entry) => entry.owner === owner).length;
  }

  async run<Result>(owner: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(owner, signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Resolves with a function that ends the turn. @throws the reason of `signal` if it is aborted while waiting */
  async acquire(owner: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", cancel);
        this.running.add(owner);
        resolve(() => {
          if (this.running.delete(owner)) this.startNext();
        });
      };
      const entry = { owner, start };
      const cancel = () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", cancel);
      this.waiting.push(entry);
      this.startNext();
    });
  }

  private startNext(): void {
    while (this.running.size < this.maxRunning) {
      const next = this.waiting.findIndex(({ owner }) => !this.running.has(owner));
      if (next < 0) return;
      this.waiting.splice(next, 1)[0]!.start();
    }
  }
}
