import { expect, it, vi } from "vitest";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { sweepEndedUploads } from "../../../src/server/uploads/sweepUploads.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import {
  fetchMessages,
  fetchNotifications,
  fetchStatus,
  fetchZips,
  findJob,
  processUploads,
} from "./uploadCalls.ts";
import { putZip, createZipReport, type UploadServer } from "./uploadServer.ts";

async function listBlobs({ services }: UploadServer, folder: string): Promise<string[]> {
  const paths = [];
  for await (const { path } of services.storage.list(folder)) paths.push(path);
  return paths;
}

onUploadServer((server) => {
  it("deletes the incoming zip after processing, so the upload link reads nothing", async () => {
    const record = await server().aRecord();
    const zip = await createModelZip(record);
    const ticket = await server().upload(record, zip);
    expect((await fetch(buildBlobUrl(ticket, ticket.blobName))).status).toBe(200);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
    expect(await listBlobs(server(), ticket.folder)).toEqual([]);
    expect((await fetch(buildBlobUrl(ticket, ticket.blobName))).status).toBe(404);
    const [kept] = await fetchZips(server(), record);
    const snapshot = await server().services.storage.find(`records/${record.id}/${kept!.path}`);
    expect(snapshot?.size).toBe(zip.length);
  });

  it("keeps the incoming zip of a rejected upload", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record, { "GIS/": undefined }));
    await processUploads(server());
    expect(await listBlobs(server(), ticket.folder)).toEqual([`${ticket.folder}/${ticket.blobName}`]);
  });

  it("deletes the incoming zip after cataloging, even if the server crashed between the two steps", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record));
    const { db, storage } = server().services;
    // One more failure would notify the vendor if the upload were not cataloged.
    const { id } = await findJob(server(), ticket.uploadBatchId);
    await db.updateTable("jobs").set({ failed_attempts: 9 }).where("id", "=", id).execute();
    const statuses: unknown[] = [];
    const removeBlob = storage.remove;
    const remove = vi.spyOn(storage, "remove").mockImplementation(async (path, version) => {
      if (!path.startsWith(ticket.folder)) return removeBlob(path, version);
      statuses.push(await fetchStatus(server(), record), (await fetchZips(server(), record)).length);
      throw new Error("power cut");
    });
    try {
      const report = vi.fn();
      const cut = server().processing({ logError: report });
      await vi.waitFor(() => expect(report.mock.calls.flat().map(String)).toContain("Error: power cut"), {
        timeout: 300_000,
      });
      await cut.stop();
    } finally {
      remove.mockRestore();
    }
    expect(statuses).toEqual(["pending", 1]);
    expect(await listBlobs(server(), ticket.folder)).toHaveLength(1);
    expect((await server().getUploadState(ticket)).answer).toMatchObject({
      state: "processed",
      stage: "catalogued",
    });
    server().advance(20 * 60_000);
    await processUploads(server());
    expect(await listBlobs(server(), ticket.folder)).toEqual([]);
    expect(await fetchZips(server(), record)).toHaveLength(1);
    expect(await fetchNotifications(server(), record)).toHaveLength(1);
    expect(await fetchMessages(server(), record)).toEqual([]);
  });

  it("deletes a zip that arrives after the upload was cataloged", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record));
    await processUploads(server());
    const other = await createModelZip(record, { "Model_Files/plan.p01": "sent too late" });
    await putZip(ticket, other);
    expect((await server().deliver(ticket, createZipReport(other))).status).toBe(409);
    // The next sweep is due after an hour.
    server().advance(3_600_000);
    const processing = server().processing();
    await vi.waitFor(async () => expect(await listBlobs(server(), ticket.folder)).toEqual([]), {
      timeout: 300_000,
    });
    await processing.stop();
    expect(await fetchZips(server(), record)).toHaveLength(1);
  });

  it("keeps incoming zips that are not processed yet", async () => {
    const record = await server().aRecord();
    const ticket = await server().requestUpload(record);
    await putZip(ticket, await createModelZip(record));
    await sweepEndedUploads(server().services, new AbortController().signal);
    expect(await listBlobs(server(), ticket.folder)).toHaveLength(1);
  });
});
