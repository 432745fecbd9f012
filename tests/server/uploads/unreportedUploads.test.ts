import { expect, it } from "vitest";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import type { UploadChange } from "../../../src/server/stores/uploads/uploadStore.ts";
import { createModelZip } from "./createModelZip.ts";
import { onEveryDatabase } from "./databases.ts";
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
const LOOKING = { unreportedIntervalMs: 20 };

/** A zip that has arrived, and of which its script has not said so. */
async function sendUnreported(server: UploadServer, record: StoredRecord) {
  const zip = await createModelZip(record);
  const ticket = await server.requestUpload(record);
  await putZip(ticket, zip);
  return { ticket, zip };
}

/** Lets the server look for such zips a few times, and work on what it finds. */
async function look(server: UploadServer): Promise<void> {
  const processing = server.processing(LOOKING);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await waitUntilProcessed(server);
  await processing.stop();
}

async function changeBatch(
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

onEveryDatabase((server) => {
  it("waits for the script's report of a zip that has just arrived", async () => {
    const record = await server().aRecord();
    const { ticket, zip } = await sendUnreported(server(), record);
    await look(server());
    expect((await server().getUploadState(ticket)).answer).toEqual({ state: "expected" });
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
  });

  it("processes an unreported zip and accepts a later report", async () => {
    const record = await server().aRecord();
    const { ticket, zip } = await sendUnreported(server(), record);
    server().advance(10 * MINUTE);
    // As several processes do.
    const processes = [server().processing(LOOKING), server().processing(LOOKING)];
    await waitForAssertion(async () => expect(await fetchStatus(server(), record)).toBe("pending"));
    await waitUntilProcessed(server());
    for (const { stop } of processes) await stop();
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    await look(server());
    expect(await fetchZips(server(), record)).toHaveLength(1);
    expect(await fetchNotifications(server(), record)).toHaveLength(1);
    expect(await fetchMessages(server(), record)).toEqual([]);
  });

  it("processes a zip that was sent again after a rejection, never the rejected one", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record, { "GIS/": undefined }));
    await processUploads(server());
    server().advance(10 * MINUTE);
    await look(server());
    expect(await fetchMessages(server(), record)).toHaveLength(1);
    await changeBatch(server(), ticket, { failed_at: new Date(Date.now() - MINUTE) });
    await putZip(ticket, await createModelZip(record));
    await look(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
  });

  it("ignores a zip whose link has expired or whose record takes no uploads", async () => {
    const decided = await server().aRecord();
    await sendUnreported(server(), decided);
    await setStatus(server().services.db, decided.id, "rejected", new Date());
    const expired = await server().aRecord();
    const { ticket } = await sendUnreported(server(), expired);
    await changeBatch(server(), ticket, { expires_at: new Date(Date.now() - WEEK) });
    server().advance(10 * MINUTE);
    await look(server());
    for (const record of [decided, expired]) await expectUntouched(server(), record);
  });
});
