import { expect, it, vi } from "vitest";
import { cancelUpload } from "../../../src/server/uploads/cancelUpload.ts";
import { enqueueUnreportedUploads } from "../../../src/server/uploads/sweepUploads.ts";
import { findUpload } from "../../../src/server/stores/uploads/uploadStore.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { createZipReport, putZip, type UploadServer } from "./uploadServer.ts";

async function sendZip(server: UploadServer) {
  const record = await server.aRecord();
  const zip = await createModelZip(record);
  const ticket = await server.requestUpload(record);
  await putZip(ticket, zip);
  return { ticket, zip };
}

/** Cancels the upload while another call looks for its zip. */
function cancelDuringNextSearch({ services }: UploadServer, token: string): void {
  const find = services.storage.find;
  vi.spyOn(services.storage, "find").mockImplementationOnce(async (path) => {
    const found = await find(path);
    await cancelUpload(services, token);
    return found;
  });
}

onUploadServer((server) => {
  it("refuses the report of an upload that is canceled at the same time", async () => {
    const { ticket, zip } = await sendZip(server());
    cancelDuringNextSearch(server(), ticket.uploadToken);
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(401);
    expect(await findUpload(server().services.db, ticket.uploadBatchId)).toMatchObject({ job_id: null });
  });

  it("does not process an unreported upload that is canceled at the same time", async () => {
    const { ticket } = await sendZip(server());
    server().advance(10 * 60_000);
    cancelDuringNextSearch(server(), ticket.uploadToken);
    await enqueueUnreportedUploads(server().services, new AbortController().signal);
    expect(await findUpload(server().services.db, ticket.uploadBatchId)).toMatchObject({
      job_id: null,
      revoked_at: expect.any(Date),
    });
  });

  it("deletes what has arrived when a cancellation is repeated after the storage failed", async () => {
    const { ticket } = await sendZip(server());
    const { services } = server();
    vi.spyOn(services.storage, "remove").mockRejectedValueOnce(new Error("power cut"));
    await expect(cancelUpload(services, ticket.uploadToken)).rejects.toThrow("power cut");
    await cancelUpload(services, ticket.uploadToken);
    expect(await services.storage.find(`${ticket.folder}/${ticket.blobName}`)).toBeUndefined();
  });
});
