import { expect, it, vi } from "vitest";
import { createError } from "../../../src/contract/model-folder/diagnostic.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import {
  findUpload,
  lockUpload,
  updateClaimedUpload,
} from "../../../src/server/stores/uploads/uploadStore.ts";
import { listExtractedFiles, saveExtractedFiles } from "../../../src/server/stores/uploads/catalogStore.ts";
import { deleteRejectedArtifacts } from "../../../src/server/uploads/deleteBlobs.ts";
import { LeaseLostError } from "../../../src/server/jobs/jobHandler.ts";
import { rejectUpload } from "../../../src/server/uploads/pipeline/runUploadJob.ts";
import type { Stage } from "../../../src/server/uploads/pipeline/processUpload.ts";
import { snapshotUpload } from "../../../src/server/uploads/pipeline/snapshotUpload.ts";
import { UploadRejectedError, type UploadJob } from "../../../src/server/uploads/pipeline/uploadJob.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import {
  claimUploadJob,
  fetchFiles,
  fetchMessages,
  expireLeases,
  waitUntilProcessed,
  processUploads,
  waitForAssertion,
  fetchStatus,
  fetchZips,
} from "./uploadCalls.ts";
import { readBytes } from "../storage/blobContent.ts";
import { putZip, createZipReport, type UploadServer } from "./uploadServer.ts";

const LEASE_MS = 3_600_000;

/** Claims the next upload, with a lease that has expired at once. */
async function claimUpload({ services }: UploadServer): Promise<UploadJob> {
  const job = (await claimUploadJob(services, 0))!;
  const { signal } = new AbortController();
  return {
    services,
    upload: (await findUpload(services.db, String(job.payload.uploadId)))!,
    claim: job,
    payload: job.payload,
    signal,
    stopping: signal,
    releaseWorker: () => undefined,
    logError: () => undefined,
  };
}

/** A worker that stalls at a stage until `wake` is called. */
function stallAt(server: UploadServer, stalledStage: Stage) {
  const worker = { isStalled: false, wake: () => undefined as void };
  const processing = server.processing({
    leaseMs: LEASE_MS,
    onStageReached: (stage) => {
      if (stage !== stalledStage || worker.isStalled) return undefined;
      worker.isStalled = true;
      return new Promise<void>((resolve) => (worker.wake = resolve));
    },
  });
  return {
    stalled: () => waitForAssertion(() => expect(worker.isStalled).toBe(true)),
    /** Resumes the worker and waits until it has processed another record's upload. */
    async wake() {
      worker.wake();
      const other = await server.aRecord();
      await server.upload(other, await createModelZip(other));
      await waitUntilProcessed(server);
      await processing.stop();
    },
  };
}

/** Base64 contents of all blobs of a record, by path. */
async function readRecordBlobs({ services: { storage } }: UploadServer, record: StoredRecord) {
  const content: Record<string, string> = {};
  for await (const { path } of storage.list(`records/${record.id}`))
    content[path] = (await readBytes(await storage.read(path))).toString("base64");
  return content;
}

async function expectAllStored(server: UploadServer, record: StoredRecord) {
  const stored = Object.keys(await readRecordBlobs(server, record));
  const listed = [...(await fetchZips(server, record)), ...(await fetchFiles(server, record))]
    .filter((row) => !("uploadType" in row) || row.uploadType === "file")
    .map(({ path }) => `records/${record.id}/${path}`);
  expect(listed.length).toBeGreaterThan(3);
  expect(stored.sort()).toEqual(listed.sort());
}

onUploadServer((server) => {
  it.each(["claimed", "snapshotted", "checked", "extracted"] as const)(
    "keeps a cataloged upload unchanged when a worker that stalled after %s resumes",
    async (stage) => {
      const record = await server().aRecord();
      await server().upload(record, await createModelZip(record));
      const stale = stallAt(server(), stage);
      await stale.stalled();
      await expireLeases(server());
      await processUploads(server());
      const before = await readRecordBlobs(server(), record);
      expect(await fetchStatus(server(), record)).toBe("pending");
      await stale.wake();
      expect(await readRecordBlobs(server(), record)).toEqual(before);
      await expectAllStored(server(), record);
      expect(await fetchMessages(server(), record)).toEqual([]);
    },
  );

  it("keeps the snapshot when a worker resumes that stalled before its own snapshot", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record));
    const stale = stallAt(server(), "claimed");
    await stale.stalled();
    await expireLeases(server());
    await processUploads(server());
    const before = await readRecordBlobs(server(), record);
    await putZip(ticket, await createModelZip(record, { "Model_Files/plan.p01": "sent too late" }));
    await stale.wake();
    expect(await readRecordBlobs(server(), record)).toEqual(before);
  });

  it("keeps the snapshot when a worker stalls right before it copies the zip", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record));
    const { services } = server();
    const job = await claimUpload(server());
    const { copy } = services.storage;
    const before: Record<string, string>[] = [];
    const slow = vi.spyOn(services.storage, "copy").mockImplementationOnce(async (...stalled) => {
      await processUploads(server());
      before.push(await readRecordBlobs(server(), record));
      await putZip(ticket, await createModelZip(record, { "Model_Files/plan.p01": "sent too late" }));
      await copy(...stalled);
    });
    try {
      await expect(snapshotUpload(job)).rejects.not.toThrow(UploadRejectedError);
    } finally {
      slow.mockRestore();
    }
    expect(before).toEqual([await readRecordBlobs(server(), record)]);
  });

  it("lets a worker without a claim neither end the upload nor record files", async () => {
    const { services } = server();
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record));
    const stale = await claimUpload(server());
    const next = stallAt(server(), "extracted");
    await next.stalled();
    const before = await readRecordBlobs(server(), record);
    const known = await listExtractedFiles(services.db, ticket.uploadBatchId);

    await expect(rejectUpload(stale, [createError("The zip is gone.")])).rejects.toThrow(LeaseLostError);
    const row = {
      upload_id: stale.upload.id,
      path_in_zip: "x",
      path: "x",
      mime_type: "text/plain",
      size: 1,
      sha256: "x",
    };
    expect(await saveExtractedFiles(services.db, stale.claim, [row])).toBe(false);
    expect(await readRecordBlobs(server(), record)).toEqual(before);
    expect(await listExtractedFiles(services.db, ticket.uploadBatchId)).toEqual(known);
    expect(await lockUpload(services.db, ticket.uploadBatchId)).toMatchObject({
      failed_at: null,
      error_text: null,
    });

    await next.wake();
    await expectAllStored(server(), record);
  });

  it("lets a worker that has ended an upload change nothing of its next zip", async () => {
    const { services } = server();
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record));
    const job = await claimUpload(server());
    await rejectUpload(job, [createError("The zip is gone.")]);
    const next = await createModelZip(record, { "Model_Files/plan.p01": "sent next" });
    await putZip(ticket, next);
    expect((await server().deliver(ticket, createZipReport(next))).status).toBe(200);
    expect(await updateClaimedUpload(services.db, job.claim, { checked_at: services.now() })).toBe(false);
    await expect(rejectUpload(job, [createError("The zip is gone.")])).rejects.toThrow(LeaseLostError);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
  });

  it("deletes nothing of an upload that was rejected once and cataloged since", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record, { "GIS/": undefined }));
    const { services } = server();
    await processUploads(server());
    const refused = await lockUpload(services.db, ticket.uploadBatchId);
    expect(refused.failed_at).not.toBeNull();
    const corrected = await createModelZip(record);
    await putZip(ticket, corrected);
    await server().deliver(ticket, createZipReport(corrected));
    await processUploads(server(), {
      onStageReached: () => deleteRejectedArtifacts(services, refused, new AbortController().signal),
    });
    await deleteRejectedArtifacts(services, refused, new AbortController().signal);
    await expectAllStored(server(), record);
  });

  it("deletes only the artifacts of a rejected upload, not a zip that was sent again", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record, { "GIS/": undefined }));
    const { storage } = server().services;
    const remove = storage.remove;
    let sentAgain = false;
    let removed = "";
    const spy = vi.spyOn(storage, "remove").mockImplementation(async (path, version) => {
      if (sentAgain || !path.includes(ticket.uploadBatchId)) return remove(path, version);
      sentAgain = true;
      const corrected = await createModelZip(record);
      await putZip(ticket, corrected);
      expect((await server().deliver(ticket, createZipReport(corrected))).status).toBe(200);
      await processUploads(server());
      expect(await fetchStatus(server(), record)).toBe("pending");
      await remove(path, version);
      removed = path;
    });
    try {
      const slow = server().processing();
      await waitForAssertion(() => expect(removed).toContain(ticket.blobName));
      await slow.stop();
    } finally {
      spy.mockRestore();
    }
    await expectAllStored(server(), record);
  });
});
