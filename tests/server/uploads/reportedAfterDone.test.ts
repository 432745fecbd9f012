import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import type { Stage } from "../../../src/server/uploads/pipeline/processUpload.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import {
  fetchFiles,
  fetchMessages,
  processUploads,
  fetchProgress,
  fetchStatus,
  fetchZips,
} from "./uploadCalls.ts";
import { putZip, createZipReport, type UploadServer } from "./uploadServer.ts";

/** An upload that Done has enqueued before its script reported it. */
async function enqueueByDone(server: UploadServer) {
  const record = await server.aRecord();
  const zip = await createModelZip(record);
  const ticket = await server.requestUpload(record);
  await putZip(ticket, zip);
  const body = { [RECORD_ID_KEY]: String(record.id) };
  await server.call("vendor1", endpoints.finishUpload, { body });
  return { record, ticket, zip };
}

const createReportWithOtherHash = (zip: Buffer) => ({ ...createZipReport(zip), sha256: "0".repeat(64) });

async function expectCataloged(server: UploadServer, record: StoredRecord) {
  expect(await fetchStatus(server, record)).toBe("pending");
  expect(await fetchZips(server, record)).toHaveLength(1);
  expect(await fetchMessages(server, record)).toEqual([]);
}

async function expectRejected(server: UploadServer, record: StoredRecord, wording: RegExp) {
  expect(await fetchStatus(server, record)).toBe("in progress");
  expect([await fetchZips(server, record), await fetchFiles(server, record)]).toEqual([[], []]);
  const messages = await fetchMessages(server, record);
  expect(messages).toHaveLength(1);
  expect(messages[0]!.content).toMatch(wording);
  expect((await fetchProgress(server, record)).fault).toMatch(wording);
}

const WHEN: Stage[] = ["claimed", "snapshotted", "checked", "extracted"];

onUploadServer((server) => {
  it("accepts the script's report of a zip that Done has enqueued", async () => {
    const { record, ticket, zip } = await enqueueByDone(server());
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    expect((await server().deliver(ticket, createReportWithOtherHash(zip))).status).toBe(409);
    await processUploads(server());
    await expectCataloged(server(), record);
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
  });

  it("rejects a zip that Done has enqueued when the script reports another hash", async () => {
    const { record, ticket, zip } = await enqueueByDone(server());
    expect((await server().deliver(ticket, createReportWithOtherHash(zip))).status).toBe(200);
    await processUploads(server());
    await expectRejected(server(), record, /checksum differs.*again/s);
    expect(await server().services.storage.find(`${ticket.folder}/${ticket.blobName}`)).toBeTruthy();
  });

  it("rejects a zip that Done has enqueued when the script reports a larger size", async () => {
    const { record, ticket, zip } = await enqueueByDone(server());
    const report = { ...createZipReport(zip), size: zip.length + 1 };
    expect((await server().deliver(ticket, report)).status).toBe(200);
    await processUploads(server());
    await expectRejected(server(), record, /has \d+ bytes, but the script sent \d+.*again/s);
  });

  it.each(WHEN)("accepts the script's report while the job runs, after the stage %s", async (when) => {
    const { record, ticket, zip } = await enqueueByDone(server());
    const statuses: number[] = [];
    await processUploads(server(), {
      onStageReached: async (stage) => {
        if (stage === when) statuses.push((await server().deliver(ticket, createZipReport(zip))).status);
      },
    });
    expect(statuses).toEqual([200]);
    await expectCataloged(server(), record);
  });

  it.each(WHEN)(
    "rejects the zip when the script reports another zip while the job runs, after the stage %s",
    async (when) => {
      const { record, ticket, zip } = await enqueueByDone(server());
      await processUploads(server(), {
        onStageReached: async (stage) => {
          if (stage === when) await server().deliver(ticket, createReportWithOtherHash(zip));
        },
      });
      await expectRejected(server(), record, /checksum differs.*again/s);
    },
  );

  it("compares a late report with the cataloged zip", async () => {
    const { record, ticket, zip } = await enqueueByDone(server());
    await processUploads(server());
    expect((await server().deliver(ticket, createZipReport(zip))).status).toBe(200);
    expect((await server().deliver(ticket, createReportWithOtherHash(zip))).status).toBe(409);
    await processUploads(server());
    await expectCataloged(server(), record);
  });
});
