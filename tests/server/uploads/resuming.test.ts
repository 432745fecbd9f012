import { expect, it, vi } from "vitest";
import type { Stage } from "../../../src/server/uploads/pipeline/processUpload.ts";
import { createModelZip } from "./createModelZip.ts";
import { onEachUploadServer } from "./onUploadServer.ts";
import {
  claimUploadJob,
  findJob,
  fetchFiles,
  fetchMessages,
  expireLeases,
  waitUntilProcessed,
  processUploads,
  startDyingWorker,
  waitForAssertion,
  fetchStatus,
  fetchZips,
} from "./uploadCalls.ts";
import { putZip, createZipReport, type UploadServer } from "./uploadServer.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";

const STAGES: Stage[] = ["claimed", "snapshotted", "checked", "extracted"];

async function expectCataloged(server: UploadServer, record: StoredRecord): Promise<void> {
  expect(await fetchStatus(server, record)).toBe("pending");
  expect(await fetchZips(server, record)).toHaveLength(1);
  const paths = (await fetchFiles(server, record)).map(({ path }) => path.split("/files/")[1]);
  expect(paths).toHaveLength(new Set(paths).size);
  expect(paths).toEqual(expect.arrayContaining(["Model_Files/plan.p01", "Model_Files/Results/stages.csv"]));
  expect(await fetchMessages(server, record)).toEqual([]);
}

onEachUploadServer((server) => {
  it.each(STAGES)("a worker retries a job later when the job fails after %s", async (failing) => {
    const record = await server().aRecord();
    const { uploadBatchId } = await server().upload(record, await createModelZip(record));
    const report = vi.fn();
    const failed = server().processing({
      logError: report,
      onStageReached: (stage) => {
        if (stage === failing) throw new Error("the store does not answer");
      },
    });
    await waitForAssertion(() => expect(report).toHaveBeenCalledOnce());
    await waitForAssertion(async () =>
      expect((await findJob(server(), uploadBatchId)).leased_until).toBeNull(),
    );
    await failed.stop();
    const { due_at } = await findJob(server(), uploadBatchId);
    expect(due_at!.getTime()).toBeGreaterThan(server().services.now().getTime() + 1000);
    expect(await fetchStatus(server(), record)).toBe("in progress");

    server().advance(60_000);
    await processUploads(server());
    await expectCataloged(server(), record);
  });

  it.each(STAGES)(
    "a worker continues a job that crashed after %s, once the lease has expired",
    async (crash) => {
      const record = await server().aRecord();
      const { uploadBatchId } = await server().upload(record, await createModelZip(record));
      const dead = await startDyingWorker(server(), crash);

      expect(await claimUploadJob(server().services, 0)).toBeUndefined();
      expect((await findJob(server(), uploadBatchId)).claim_number).toBe(1);
      const claims: number[] = [];
      const next = server().processing({
        onStageReached: async (stage) => {
          if (stage === "claimed") claims.push((await findJob(server(), uploadBatchId)).claim_number);
        },
      });
      await expireLeases(server());
      await waitUntilProcessed(server());
      await next.stop();
      expect(claims).toEqual([2]);
      await expectCataloged(server(), record);
      await dead.stop();
    },
  );

  it("does not store extracted files again after a crash", async () => {
    const record = await server().aRecord();
    const { uploadBatchId } = await server().upload(record, await createModelZip(record));
    const { storage } = server().services;
    const write = vi.spyOn(storage, "write");
    const pathsWritten = () =>
      write.mock.calls.map(([path]) => path).filter((path) => path.includes("/files/"));
    try {
      const stopped = server().processing({
        onStageReached: (stage) => {
          if (stage === "extracted") throw new Error("power cut");
        },
      });
      await waitForAssertion(async () =>
        expect(await findJob(server(), uploadBatchId)).toMatchObject({
          claim_number: 1,
          leased_until: null,
        }),
      );
      await stopped.stop();
      const written = pathsWritten();
      expect(written.length).toBeGreaterThan(3);
      server().advance(60_000);
      await processUploads(server());
      expect(pathsWritten()).toEqual(written);
    } finally {
      write.mockRestore();
    }
    await expectCataloged(server(), record);
  });

  it("processes an upload once with several workers", async () => {
    const records = await Promise.all([server().aRecord(), server().aRecord(), server().aRecord()]);
    for (const record of records) await server().upload(record, await createModelZip(record));
    const claimed: string[] = [];
    const reached = (stage: Stage, batchId: string) => {
      if (stage === "claimed") claimed.push(batchId);
    };
    const loops = [1, 2, 3].map(() => server().processing({ workerCount: 2, onStageReached: reached }));
    await waitUntilProcessed(server());
    await Promise.all(loops.map((loop) => loop.stop()));
    expect(claimed).toHaveLength(3);
    expect(new Set(claimed).size).toBe(3);
    for (const record of records) await expectCataloged(server(), record);
  });

  it("a worker changes nothing of an upload that another worker has claimed", async () => {
    const record = await server().aRecord();
    await server().upload(record, await createModelZip(record));
    const next = await server().aRecord();
    await server().upload(next, await createModelZip(next));
    const { services } = server();
    let takenOver = false;
    const slow = server().processing({
      workerCount: 1,
      onStageReached: async (stage) => {
        if (stage !== "extracted" || takenOver) return;
        takenOver = true;
        await expireLeases(server());
        await claimUploadJob(services, 3_600_000);
      },
    });
    // The worker has then left the first upload.
    await waitForAssertion(async () => expect(await fetchStatus(server(), next)).toBe("pending"));
    expect(takenOver).toBe(true);
    expect(await fetchStatus(server(), record)).toBe("in progress");
    expect(await fetchZips(server(), record)).toEqual([]);
    await slow.stop();
    await expireLeases(server());
    await processUploads(server());
    await expectCataloged(server(), record);
  });

  it("a worker renews its lease on an upload while the job runs", async () => {
    const record = await server().aRecord();
    const { uploadBatchId } = await server().upload(record, await createModelZip(record));
    const leaseEnd = async () => (await findJob(server(), uploadBatchId)).leased_until!.getTime();
    const waitForRenewal = async () => {
      const before = await leaseEnd();
      await waitForAssertion(async () => expect(await leaseEnd()).toBeGreaterThan(before));
    };
    const claimed: string[] = [];
    const processing = server().processing({
      leaseMs: 600,
      onStageReached: (stage, id) => {
        if (stage === "claimed") claimed.push(id);
        return stage === "checked" ? waitForRenewal() : undefined;
      },
    });
    await waitUntilProcessed(server());
    await processing.stop();
    expect(claimed).toEqual([uploadBatchId]);
    await expectCataloged(server(), record);
  });

  it("a server whose clock is an hour ahead leaves leased jobs to their workers", async () => {
    const record = await server().aRecord();
    await server().upload(record, await createModelZip(record));
    const { db, now } = server().services;
    const hourAhead = new Date(now().getTime() + 3_600_000);
    expect(await claimUploadJob({ db, now }, 60_000)).toBeDefined();
    expect(await claimUploadJob({ db, now: () => hourAhead }, 60_000)).toBeUndefined();
    await expireLeases(server());
    await processUploads(server());
    await expectCataloged(server(), record);
  });

  it("a stopped server releases a job whose current step does not end", async () => {
    const record = await server().aRecord();
    const { uploadBatchId } = await server().upload(record, await createModelZip(record));
    let isStuck = false;
    const processing = server().processing({
      stopTimeoutMs: 50,
      onStageReached: (stage) => {
        if (stage !== "checked") return undefined;
        isStuck = true;
        return new Promise<void>(() => undefined);
      },
    });
    await waitForAssertion(() => expect(isStuck).toBe(true));
    await processing.stop();
    expect((await findJob(server(), uploadBatchId)).leased_until).toBeNull();
    await processUploads(server());
    await expectCataloged(server(), record);
  });

  it("a stopped server interrupts its job and continues it at once after the next start", async () => {
    const record = await server().aRecord();
    const { uploadBatchId } = await server().upload(record, await createModelZip(record));
    let stopped: Promise<void> | undefined;
    const processing = server().processing({
      onStageReached: (stage) => {
        if (stage === "checked") stopped = processing.stop();
      },
    });
    await waitForAssertion(() => expect(stopped).toBeDefined());
    await stopped;
    const { leased_until, due_at } = await findJob(server(), uploadBatchId);
    expect(leased_until).toBeNull();
    expect(due_at).not.toBeNull();
    await processUploads(server());
    await expectCataloged(server(), record);
  });

  it("notifies the vendor once after ten failed attempts", async () => {
    const record = await server().aRecord();
    const { uploadBatchId } = await server().upload(record, await createModelZip(record));
    const failing = server().processing({
      onStageReached: () => {
        throw new Error("the store does not answer");
      },
    });
    for (let tries = 1; tries <= 12; tries += 1) {
      await waitForAssertion(async () => {
        const { claim_number, leased_until } = await findJob(server(), uploadBatchId);
        expect([claim_number, leased_until]).toEqual([tries, null]);
      });
      server().advance(20 * 60_000);
      failing.wake();
    }
    await failing.stop();
    const messages = await fetchMessages(server(), record);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.content).toContain("delayed");
    server().advance(20 * 60_000);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
  });

  it("counts failed attempts since the upload was enqueued, without restarts and earlier zips", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record, { "GIS/": undefined }));
    const id = ticket.uploadBatchId;
    for (let restarts = 0; restarts < 3; restarts += 1) await restart(server(), id);
    expect(await failOnce(server(), id)).toBeLessThanOrEqual(5000);
    expect(await failOnce(server(), id)).toBeGreaterThan(5000);
    for (let tries = 3; tries <= 8; tries += 1) await failOnce(server(), id);
    expect(await fetchMessages(server(), record)).toEqual([]);
    await processUploads(server());
    expect(await fetchMessages(server(), record)).toHaveLength(1);

    const corrected = await createModelZip(record);
    await putZip(ticket, corrected);
    await server().deliver(ticket, createZipReport(corrected));
    expect(await failOnce(server(), id)).toBeLessThanOrEqual(5000);
    for (let tries = 2; tries <= 11; tries += 1) await failOnce(server(), id);
    const told = (await fetchMessages(server(), record)).map(({ content }) => content);
    expect(told.filter((content) => content.includes("delayed"))).toHaveLength(1);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
  });
});

/** Fails the next attempt, returns the retry delay and advances the clock by it. */
async function failOnce(server: UploadServer, id: string): Promise<number> {
  const report = vi.fn();
  const failing = server.processing({
    logError: report,
    onStageReached: () => {
      throw new Error("the store does not answer");
    },
  });
  await waitForAssertion(() => expect(report).toHaveBeenCalled());
  await failing.stop();
  const { due_at } = await findJob(server, id);
  const wait = due_at!.getTime() - server.services.now().getTime();
  server.advance(20 * 60_000);
  return wait;
}

/** Stops the server while a job runs. */
async function restart(server: UploadServer, id: string): Promise<void> {
  const { claim_number } = await findJob(server, id);
  let stopped: Promise<void> | undefined;
  const processing = server.processing({
    onStageReached: () => {
      stopped ??= processing.stop();
    },
  });
  await waitForAssertion(() => expect(stopped).toBeDefined());
  await stopped;
  expect((await findJob(server, id)).claim_number).toBe(claim_number + 1);
}
