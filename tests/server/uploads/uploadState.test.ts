import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { createModelZip } from "./createModelZip.ts";
import { processUploads } from "./uploadCalls.ts";
import { createZipReport, startUploadServer, type UploadServer } from "./uploadServer.ts";

const DAY_MS = 24 * 3_600_000;
const LIFETIME_MS = 7 * DAY_MS;

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.stop());

const getPage = ({ id }: StoredRecord) => `https://portal.example.com/metadata_app/app/view/${id}`;

async function fetchMessages(ticket: UploadTicket): Promise<unknown> {
  const { status, answer } = await server.getUploadState(ticket);
  expect(status).toBe(200);
  return answer.messages;
}

async function uploadModel(record: StoredRecord, files = {}) {
  const zip = await createModelZip(record, files);
  const ticket = await server.upload(record, zip);
  await processUploads(server);
  return { ticket, zip };
}

describe("the upload state of a processed zip", () => {
  it("names the size of the zip and the pending record's page", async () => {
    const record = await server.aRecord();
    const { ticket, zip } = await uploadModel(record);
    expect((await server.getUploadState(ticket)).answer).toMatchObject({
      state: "processed",
      size: zip.length,
    });
    expect(await fetchMessages(ticket)).toEqual([
      "The portal received the model as v1. The record is now pending admin acceptance.",
      `Follow the status: ${getPage(record)}`,
    ]);
  });

  it("names the conflicts with an earlier upload", async () => {
    const record = await server.aRecord();
    await uploadModel(record, { "Supporting/a.txt": "1" });
    const { ticket } = await uploadModel(record, { "Supporting/a.txt": "2" });
    expect(await fetchMessages(ticket)).toContain(
      `1 file conflicts with an earlier upload. Choose which to keep: ${getPage(record)}`,
    );
  });

  it.each([
    [
      "accepted",
      /^The portal received the model as v1\. An agency admin accepted the record on 20.*Z\.$/,
      /duplicate/,
    ],
    [
      "rejected",
      /An agency admin rejected the record on 20.*Z\.$/,
      /^Read the reasons, then reopen the record: /,
    ],
    ["in progress", /The record has been in progress again since 20.*Z\.$/, /download a new script/],
  ] as const)("names the decision and the next step when the record is %s", async (status, first, next) => {
    const record = await server.aRecord();
    const { ticket } = await uploadModel(record);
    await setStatus(server.services.db, record.id, status, new Date());
    const messages = await fetchMessages(ticket);
    expect(messages).toEqual([expect.stringMatching(first), expect.stringMatching(next)]);
  });
});

describe("the upload state of an unused script", () => {
  it.each([
    ["accepted", "Create a new version of the record"],
    ["rejected", "Reopen the record"],
  ] as const)("is refused with the next step when the record is %s", async (status, next) => {
    const record = await server.aRecord();
    const ticket = await server.requestUpload(record);
    await setStatus(server.services.db, record.id, status, new Date());
    const { status: code, answer } = await server.getUploadState(ticket);
    expect([code, answer.message]).toEqual([409, expect.stringContaining(next)]);
  });

  it("is refused with the reason when the record was deleted", async () => {
    const record = await server.aRecord();
    const ticket = await server.requestUpload(record);
    const deletion = server.services.db.updateTable("records").set({ deleted_at: new Date() });
    await deletion.where("id", "=", record.id).execute();
    const { status, answer } = await server.getUploadState(ticket);
    expect([status, answer.message]).toEqual([
      401,
      expect.stringContaining("record of this script was deleted"),
    ]);
  });
});

/** Sends one block, as a script that is interrupted after it. */
async function sendBlock(ticket: UploadTicket, block: Buffer, size: number): Promise<void> {
  const url = `${buildBlobUrl(ticket, ticket.blobName)}&comp=block&blockid=${Buffer.from("0000").toString("base64")}`;
  expect((await fetch(url, { method: "PUT", body: new Uint8Array(block) })).status).toBe(201);
  const transfer = { transfer_started_at: server.services.now(), transfer_size: size };
  const update = server.services.db.updateTable("uploads").set(transfer);
  await update.where("id", "=", ticket.uploadBatchId).execute();
}

describe("an expired link", () => {
  // The clock only advances, so every test uses a server of its own.
  beforeAll(async () => {
    await server.stop();
    server = await startUploadServer();
  });

  it("still returns the state of a processed zip, and accepts its report again", async () => {
    const record = await server.aRecord();
    const { ticket, zip } = await uploadModel(record);
    server.advance(LIFETIME_MS + 1000);
    expect((await server.getUploadState(ticket)).answer.state).toBe("processed");
    expect((await server.deliver(ticket, createZipReport(zip))).status).toBe(200);
    const other = Buffer.concat([zip, Buffer.from("x")]);
    expect((await server.deliver(ticket, createZipReport(other))).status).toBe(409);
  });

  it("names what has arrived, and the next script continues in the same folder", async () => {
    const record = await server.aRecord();
    const first = await server.requestUpload(record);
    await sendBlock(first, randomBytes(1_200_000), 3_000_000);
    server.advance(LIFETIME_MS + 1000);
    const { status, answer } = await server.getUploadState(first);
    expect([status, answer.message]).toEqual([
      401,
      expect.stringMatching(
        /^The link in this script expired on 20.*Z\. 1\.2 MB of 3 MB had arrived\. .* before 20.*Z, it sends only what is missing\.$/,
      ),
    ]);
    const next = await server.requestUpload(record);
    expect(next.folder).toBe(first.folder);
    expect((await server.getUploadState(next)).answer.state).toBe("expected");
    expect((await server.getUploadState(first)).status).toBe(401);
    const third = await server.requestUpload(record);
    expect(third.folder).not.toBe(first.folder);
  });

  it("is not continued a day later", async () => {
    const record = await server.aRecord();
    const first = await server.requestUpload(record);
    await sendBlock(first, randomBytes(1000), 3_000_000);
    server.advance(LIFETIME_MS + DAY_MS);
    const { answer } = await server.getUploadState(first);
    expect(answer.message).toMatch(/The new script sends the whole zip\.$/);
    expect((await server.requestUpload(record)).folder).not.toBe(first.folder);
  });
});
