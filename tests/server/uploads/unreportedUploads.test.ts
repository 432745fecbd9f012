import { expect, it } from "vitest";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import type { UploadChange } from "../../../src/server/stores/uploads/uploadStore.ts";
import { enqueueUnreportedUploads } from "../../../src/server/uploads/sweepUploads.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import {
  fetchMessages,
  waitUntilProcessed,
  fetchNotifications,
  processUploads,
  waitForAssertion,
  fetchStatus,
  fetchZips,
} from "./uploadCalls.ts";
import { putZip, createZipReport, type UploadServer } from "./uploadServer.ts";

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

/** Stores a zip without a report. */
async function sendUnreported(server: UploadServer, record: StoredRecord) {
  const zip = await createModelZip(record);
  const ticket = await server.requestUpload(record);
  await putZip(ticket, zip);
  return { ticket, zip };
}

/** Runs the periodic check once and processes what it finds. */
async function runPeriodicCheck(server: UploadServer): Promise<void> {
  await enqueueUnreportedUploads(server.services, new AbortController().signal);
  await processUploads(server);
}

async function updateUpload(
  { services: { db } }: UploadServer,
  { uploadBatchId }: UploadTicket,
  change: UploadChange,
): Promise<void> {
  await db.updateTable("uploads").set(change).where("id", "=", uploadBatchId).execute();
}

async function expectUntouched(server: UploadServer, record: StoredRecord) {
  expect(await fetchZips(server, record)).toEqual([]);
  expect(await fetchMessages(server, record)).toEqual([]);
}

onUploadServer((server) => {
  it("waits for the script's report of a zip that has just arrived", async () => {
    const record = await server().aRecord();
    const { ticket, zip } = await sendUnreported(server(), record);
    await runPeriodicCheck(server());
    expect((await server().getUploadState(ticket)).answer).toEqual({ state: "expected" });
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
  });

  it("processes an unreported zip and accepts a later report", async () => {
    const record = await server().aRecord();
    const { ticket, zip } = await sendUnreported(server(), record);
    server().advance(10 * MINUTE);
    // Like several processes.
    const processes = [server().processing(), server().processing()];
    await waitForAssertion(async () => expect(await fetchStatus(server(), record)).toBe("pending"));
    await waitUntilProcessed(server());
    for (const { stop } of processes) await stop();
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    await runPeriodicCheck(server());
    expect(await fetchZips(server(), record)).toHaveLength(1);
    expect(await fetchNotifications(server(), record)).toHaveLength(1);
    expect(await fetchMessages(server(), record)).toEqual([]);
  });

  it("processes a zip that was sent again after a rejection, never the rejected one", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record, { "GIS/": undefined }));
    await processUploads(server());
    server().advance(10 * MINUTE);
    await runPeriodicCheck(server());
    expect(await fetchMessages(server(), record)).toHaveLength(1);
    await updateUpload(server(), ticket, { failed_at: new Date(Date.now() - MINUTE) });
    await putZip(ticket, await createModelZip(record));
    await runPeriodicCheck(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
  });

  it("ignores a zip whose link has expired or whose record takes no uploads", async () => {
    const decided = await server().aRecord();
    await sendUnreported(server(), decided);
    await setStatus(server().services.db, decided.id, "rejected", new Date());
    const expired = await server().aRecord();
    const { ticket } = await sendUnreported(server(), expired);
    await updateUpload(server(), ticket, { expires_at: new Date(Date.now() - WEEK) });
    server().advance(10 * MINUTE);
    await runPeriodicCheck(server());
    for (const record of [decided, expired]) await expectUntouched(server(), record);
  });
});
