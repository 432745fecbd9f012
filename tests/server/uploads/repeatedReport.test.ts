import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { fetchMessages, processUploads, fetchStatus } from "./uploadCalls.ts";
import { putZip, createZipReport, type UploadServer } from "./uploadServer.ts";

/** A rejected upload, some time after its zip arrived. */
async function createRejectedUpload(server: UploadServer) {
  const record = await server.aRecord();
  const zip = await createModelZip(record, { "GIS/": undefined });
  const ticket = await server.upload(record, zip);
  await processUploads(server);
  expect(await fetchMessages(server, record)).toHaveLength(1);
  return { record, ticket, zip };
}

onUploadServer((server) => {
  it("notifies about a rejection once when the script repeats its report", async () => {
    const { record, ticket, zip } = await createRejectedUpload(server());
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    expect((await server().getUploadState(ticket)).answer).toMatchObject({
      state: "refused",
      faults: [expect.stringContaining("GIS")],
    });
    await processUploads(server());
    expect(await fetchMessages(server(), record)).toHaveLength(1);
  });

  it("notifies about a rejection once when Done found the zip before the script reported it", async () => {
    const record = await server().aRecord();
    const zip = await createModelZip(record, { "GIS/": undefined });
    const ticket = await server().requestUpload(record);
    await putZip(ticket, zip);
    const body = { [RECORD_ID_KEY]: String(record.id) };
    await server().call("vendor1", endpoints.finishUpload, { body });
    await processUploads(server());
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    await processUploads(server());
    expect(await fetchMessages(server(), record)).toHaveLength(1);
  });

  it("processes a rejected zip again when the script sent it again or reported another hash", async () => {
    const { record, ticket, zip } = await createRejectedUpload(server());
    await putZip(ticket, zip);
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    await processUploads(server());
    expect(await fetchMessages(server(), record)).toHaveLength(2);

    const corrected = await createModelZip(record);
    await putZip(ticket, corrected);
    expect((await server().deliver(ticket, createZipReport(corrected))).status).toBe(200);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
  });
});
