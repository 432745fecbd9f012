import { afterEach, expect, it, vi } from "vitest";
import { repeatTask, type JobHandler, type JobHandlers } from "../../../src/server/jobs/jobHandler.ts";
import { startWorkers, type WorkerOptions, type Workers } from "../../../src/server/jobs/startWorkers.ts";
import { runJob } from "../../../src/server/jobs/runJob.ts";
import {
  claimNextJob,
  enqueueJob,
  enqueueRepeatedJob,
  extendLease,
  releaseJob,
} from "../../../src/server/stores/jobStore.ts";
import { onEachUploadServer } from "../uploads/onUploadServer.ts";
import { expireLeases, waitForAssertion } from "../uploads/uploadCalls.ts";
import type { UploadServer } from "../uploads/uploadServer.ts";

const HOUR_MS = 3_600_000;
/** Longer than a test: only a notification starts a waiting job. */
const NO_POLLING = { pollIntervalMs: HOUR_MS };

const started: Workers[] = [];

function start({ services }: UploadServer, handlers: JobHandlers, options: WorkerOptions = {}): Workers {
  const workers = startWorkers(services, handlers, {
    workerCount: 1,
    pollIntervalMs: 30,
    logError: () => undefined,
    ...options,
  });
  started.push(workers);
  return workers;
}

const enqueue = ({ services: { db, now } }: UploadServer, kind: string, subject = "", vendor = "vendor1") =>
  enqueueJob(db, { kind, vendor, payload: { subject } }, now());

const findJobs = ({ services: { db } }: UploadServer, kind: string) =>
  db.selectFrom("jobs").selectAll().where("kind", "=", kind).execute();

const claim = ({ services: { db, now } }: UploadServer, kind: string) =>
  claimNextJob(db, { kinds: [kind], now: now(), leaseMs: HOUR_MS });

const RUN_OPTIONS = {
  stopping: new AbortController().signal,
  stopTimeoutMs: 10,
  leaseMs: HOUR_MS,
  logError: () => undefined,
  releaseWorker: () => undefined,
};

const aHandler = (run: JobHandler["run"], changes: Partial<JobHandler> = {}): JobHandler => ({
  run,
  maxAttempts: 3,
  ...changes,
});

onEachUploadServer((server) => {
  afterEach(async () => {
    await Promise.all(started.splice(0).map((workers) => workers.stop()));
  });

  it("a waiting worker starts an enqueued job at once and deletes it afterwards", async () => {
    const run = vi.fn(async () => undefined);
    start(server(), { mail: aHandler(run) }, NO_POLLING);
    await enqueue(server(), "mail", "first");
    await waitForAssertion(() => expect(run).toHaveBeenCalledOnce());
    await enqueue(server(), "mail", "second");
    await waitForAssertion(async () => expect(await findJobs(server(), "mail")).toEqual([]));
    expect(run.mock.calls).toMatchObject([
      [{ payload: { subject: "first" } }],
      [{ payload: { subject: "second" } }],
    ]);
  });

  it("an enqueued job of a rolled back transaction does not exist", async () => {
    const { db, now } = server().services;
    const rolledBack = db.transaction().execute(async (trx) => {
      await enqueueJob(trx, { kind: "never", vendor: null, payload: {} }, now());
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    expect(await findJobs(server(), "never")).toEqual([]);
  });

  it("workers leave jobs of kinds that they do not know", async () => {
    await enqueue(server(), "unknown");
    const run = vi.fn(async () => undefined);
    start(server(), { known: aHandler(run) });
    await enqueue(server(), "known");
    await waitForAssertion(() => expect(run).toHaveBeenCalledOnce());
    expect(await findJobs(server(), "unknown")).toMatchObject([{ claim_number: 0 }]);
  });

  it("a failing job is retried after growing delays and dies after its last attempt", async () => {
    const recordFailure = vi.fn(async () => undefined);
    const log: string[] = [];
    const handler = aHandler(() => Promise.reject(new Error("no connection")), { recordFailure });
    await enqueue(server(), "failing");
    const workers = start(server(), { failing: handler }, { logError: (text) => log.push(text) });
    const delays: number[] = [];
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      await waitForAssertion(async () =>
        expect(await findJobs(server(), "failing")).toMatchObject([
          { failed_attempts: attempts, leased_until: null, error_text: "no connection" },
        ]),
      );
      const [job] = await findJobs(server(), "failing");
      delays.push(job!.due_at.getTime() - server().services.now().getTime());
      expect(job!.dead_at === null).toBe(attempts < 3);
      server().advance(HOUR_MS);
      workers.wake();
    }
    expect(delays[0]).toBeLessThanOrEqual(5000);
    expect(delays[1]).toBeGreaterThan(5000);
    expect(recordFailure.mock.calls.map(([, , failure]: unknown[]) => failure)).toEqual([
      { failedAttempts: 1, isDead: false },
      { failedAttempts: 2, isDead: false },
      { failedAttempts: 3, isDead: true },
    ]);
    expect(log.filter((text) => text.includes("is dead"))).toHaveLength(1);
    // Another job shows that the worker has looked for jobs since.
    const run = vi.fn(async () => undefined);
    start(server(), { failing: handler, other: aHandler(run) });
    await enqueue(server(), "other");
    await waitForAssertion(() => expect(run).toHaveBeenCalledOnce());
    expect(await findJobs(server(), "failing")).toMatchObject([{ claim_number: 3 }]);
  });

  it("stores neither a failure nor its consequences if recording it fails", async () => {
    await enqueue(server(), "unrecorded");
    const recordFailure = () => Promise.reject(new Error("disk full"));
    const log: string[] = [];
    const handler = aHandler(() => Promise.reject(new Error("no connection")), { recordFailure });
    start(server(), { unrecorded: handler }, { logError: (text) => log.push(text) });
    await waitForAssertion(() => expect(log.join("\n")).toContain("continues when its lease expires"));
    expect(await findJobs(server(), "unrecorded")).toMatchObject([{ failed_attempts: 0, error_text: null }]);
  });

  it("a takeover counts as a failed attempt, and the job runs at once", async () => {
    await enqueue(server(), "killed");
    await claim(server(), "killed");
    await expireLeases(server());
    expect(await claim(server(), "killed")).toMatchObject({ failed_attempts: 1, is_takeover: true });
    await expireLeases(server());
    const run = vi.fn(async () => undefined);
    start(server(), { killed: aHandler(run) });
    await waitForAssertion(() => expect(run).toHaveBeenCalledOnce());
  });

  it.each([
    { maxAttempts: 1000, takeovers: 5, isDead: false },
    { maxAttempts: 3, takeovers: 3, isDead: true },
  ])(
    "a job of $maxAttempts attempts does not run at once after takeover $takeovers",
    async ({ maxAttempts, takeovers, isDead }) => {
      const kind = `kills-${maxAttempts}`;
      await enqueue(server(), kind);
      for (let claims = 0; claims < takeovers; claims += 1) {
        await claim(server(), kind);
        await expireLeases(server());
      }
      const run = vi.fn(async () => undefined);
      const recordFailure = vi.fn(async () => undefined);
      start(server(), { [kind]: aHandler(run, { maxAttempts, recordFailure }) });
      await waitForAssertion(async () =>
        expect(await findJobs(server(), kind)).toMatchObject([
          { failed_attempts: takeovers, leased_until: null, dead_at: isDead ? expect.any(Date) : null },
        ]),
      );
      const [job] = await findJobs(server(), kind);
      expect(job!.due_at.getTime() - server().services.now().getTime()).toBeGreaterThan(5000);
      expect(recordFailure.mock.calls).toMatchObject([[{}, {}, { failedAttempts: takeovers, isDead }]]);
      expect(run).not.toHaveBeenCalled();
    },
  );

  it("a released job is not leased again by a late heartbeat", async () => {
    await enqueue(server(), "released");
    const job = (await claim(server(), "released"))!;
    await releaseJob(server().services.db, job);
    expect(await extendLease(server().services.db, job, HOUR_MS)).toBe(false);
    expect(await findJobs(server(), "released")).toMatchObject([{ leased_until: null }]);
  });

  it("releases a job that was claimed while the server stopped, even if it does not end", async () => {
    await enqueue(server(), "late");
    const job = (await claim(server(), "late"))!;
    await runJob(server().services, job, {
      ...RUN_OPTIONS,
      handler: aHandler(() => new Promise(() => undefined)),
      stopping: AbortSignal.abort(),
    });
    expect(await findJobs(server(), "late")).toMatchObject([{ leased_until: null, failed_attempts: 0 }]);
  });

  it("a job of a server with a fast clock is due at once", async () => {
    const { db, now } = server().services;
    const before = now().getTime();
    const payload = { subject: "" };
    await enqueueJob(db, { kind: "early", vendor: null, payload }, new Date(before + HOUR_MS));
    const [job] = await findJobs(server(), "early");
    expect(job!.due_at.getTime()).toBeLessThan(before + HOUR_MS);
  });

  it("a start makes a repeated job due within its interval", async () => {
    const { db, now } = server().services;
    const repeated = { kind: "put-off", now: now(), repeatAfterMs: HOUR_MS };
    await enqueueRepeatedJob(db, repeated);
    const inTenHours = new Date(now().getTime() + 10 * HOUR_MS);
    await db.updateTable("jobs").set({ due_at: inTenHours }).where("kind", "=", "put-off").execute();
    await enqueueRepeatedJob(db, repeated);
    expect(await findJobs(server(), "put-off")).toMatchObject([
      { due_at: new Date(repeated.now.getTime() + HOUR_MS) },
    ]);
  });

  it("sends no second heartbeat while one is pending", async () => {
    await enqueue(server(), "beating");
    const job = (await claim(server(), "beating"))!;
    const update = vi.spyOn(server().services.db, "updateTable");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      let heartbeats = 0;
      const handler = aHandler(async () => {
        vi.advanceTimersByTime(HOUR_MS);
        heartbeats = update.mock.calls.length;
      });
      await runJob(server().services, job, { ...RUN_OPTIONS, handler });
      expect(heartbeats).toBe(1);
    } finally {
      vi.useRealTimers();
      update.mockRestore();
    }
  });

  it("a repeated job runs once per installation and interval", async () => {
    const runs: string[] = [];
    const startProcess = (name: string) =>
      start(server(), { tidy: repeatTask(HOUR_MS, async () => void runs.push(name)) });
    const processes = ["a", "b"].map(startProcess);
    await waitForAssertion(async () =>
      expect(await findJobs(server(), "tidy")).toMatchObject([{ leased_until: null, claim_number: 1 }]),
    );
    // A restart does not repeat it either.
    await processes[0]!.stop();
    startProcess("c");
    await enqueue(server(), "other");
    const run = vi.fn(async () => undefined);
    start(server(), { other: aHandler(run) });
    await waitForAssertion(() => expect(run).toHaveBeenCalledOnce());
    expect(runs).toHaveLength(1);
    server().advance(HOUR_MS);
    await waitForAssertion(() => expect(runs).toHaveLength(2));
  });

  it("a repeated job that was interrupted by a stop is due at once", async () => {
    let isRunning = false;
    const untilStopped = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        isRunning = true;
        signal.addEventListener("abort", () => resolve());
      });
    const workers = start(server(), { interrupted: repeatTask(HOUR_MS, untilStopped) });
    await waitForAssertion(() => expect(isRunning).toBe(true));
    await workers.stop();
    const [job] = await findJobs(server(), "interrupted");
    expect(job!.leased_until).toBeNull();
    expect(job!.due_at.getTime()).toBeLessThanOrEqual(server().services.now().getTime());
  });

  it("a job that releases its worker does not delay the next one", async () => {
    let finish = () => {};
    const waits = new Promise<void>((resolve) => (finish = resolve));
    const run = vi.fn(async () => undefined);
    start(server(), {
      slow: aHandler(({ releaseWorker }) => (releaseWorker(), waits)),
      quick: aHandler(run),
    });
    await enqueue(server(), "slow");
    await waitForAssertion(async () =>
      expect(await findJobs(server(), "slow")).toMatchObject([{ claim_number: 1 }]),
    );
    await enqueue(server(), "quick");
    await waitForAssertion(() => expect(run).toHaveBeenCalledOnce());
    finish();
  });
});
