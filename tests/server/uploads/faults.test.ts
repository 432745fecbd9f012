import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { softDeleteRecord } from "../../../src/server/stores/records/deletedRecordStore.ts";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { listExtractedFiles } from "../../../src/server/stores/uploads/catalogStore.ts";
import { lockUpload } from "../../../src/server/stores/uploads/uploadStore.ts";
import type { ProcessingOptions } from "../../../src/server/background/startProcessing.ts";
import { readBytes } from "../storage/blobContent.ts";
import { createModelZip, getRootFolder } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import {
  fetchFiles,
  fetchMessages,
  waitUntilProcessed,
  fetchNotifications,
  processUploads,
  fetchProgress,
  waitForAssertion,
  fetchStatus,
  fetchZips,
} from "./uploadCalls.ts";
import { putZip, createZipReport, type UploadServer } from "./uploadServer.ts";

const identifier = (record: StoredRecord) => getRootFolder(record).slice(0, 12);

/** Blob paths of a record's uploads. */
const listRecordBlobs = (server: UploadServer, record: StoredRecord) =>
  listBlobs(server, `records/${record.id}`);

async function listBlobs({ services }: UploadServer, folder: string): Promise<string[]> {
  const paths = [];
  for await (const { path } of services.storage.list(folder)) paths.push(path);
  return paths;
}

/** Processes the queue until the rejected upload has only the expected blobs. */
async function processUntilRejected(
  server: UploadServer,
  record: StoredRecord,
  { kept = [], ...options }: ProcessingOptions & { kept?: string[] } = {},
): Promise<void> {
  const processing = server.processing(options);
  await waitUntilProcessed(server);
  await waitForAssertion(async () => expect(await listRecordBlobs(server, record)).toEqual(kept));
  await processing.stop();
}

async function readIncomingZip(
  { services }: UploadServer,
  { folder, blobName }: UploadTicket,
): Promise<Buffer> {
  return readBytes(await services.storage.read(`${folder}/${blobName}`));
}

/** Changes of the record between two processing stages. */
const changes: [string, (server: UploadServer, record: StoredRecord) => Promise<unknown>][] = [
  ["accepted", ({ services }, { id }) => setStatus(services.db, id, "accepted", new Date())],
  ["rejected", ({ services }, { id }) => setStatus(services.db, id, "rejected", new Date())],
  ["deleted", ({ services }, { id }) => softDeleteRecord(services.db, id, new Date())],
];

const faults: [string, RegExp, (record: StoredRecord) => Promise<Buffer>][] = [
  ["no zip at all", /not a zip/, async () => Buffer.from("this is not a zip, whatever its name says")],
  ["an empty file", /empty/, async () => Buffer.alloc(0)],
  [
    "a zip that is cut off",
    /cut off|damaged/,
    async (record) => (await createModelZip(record)).subarray(0, 2000),
  ],
  [
    "a zip without GIS/",
    /GIS.*missing.*empty folder/s,
    (record) => createModelZip(record, { "GIS/": undefined }),
  ],
  [
    "a model of another name",
    /named.*Rename it to/s,
    (record) =>
      createModelZip({ ...record, metadata: { ...record.metadata, modelIdentifier: "010000000009" } }),
  ],
  [
    "a model without coverage",
    /coverage geodatabase.*missing/,
    (record) => createModelZip(record, { [coverageGeodatabaseName(identifier(record))]: undefined }),
  ],
  [
    "a model without its metadata file",
    /metadata file.*missing/,
    (record) => createModelZip(record, { [metadataFileName(String(record.id))]: undefined }),
  ],
  [
    "metadata that names another record",
    /belongs to record "424242"/,
    (record) =>
      createModelZip(record, {
        [metadataFileName(String(record.id))]: 'global_attributes:\n  tdis_identifier: "424242"\n',
      }),
  ],
  [
    "a path that leaves the model's folder",
    /leads out of the folder/,
    (record) => createModelZip(record, { "../../outside.txt": "out" }),
  ],
  ["a file whose checksum differs", /checksum/, createZipWithWrongChecksum],
];

/** Changes a file's checksum in the directory and in its local header. */
async function createZipWithWrongChecksum(record: StoredRecord): Promise<Buffer> {
  const zip = await createModelZip(record);
  const name = Buffer.from(`${getRootFolder(record)}/Model_Files/plan.p01`);
  const inList = zip.lastIndexOf(name) - 46 + 16;
  zip.writeUInt32LE(zip.readUInt32LE(inList) ^ 0xff, inList);
  return zip;
}

onUploadServer((server) => {
  it.each(faults)(
    "rejects %s, notifies the vendor and leaves the record in progress",
    async (_, wording, zipOf) => {
      const record = await server().aRecord();
      const ticket = await server().upload(record, await zipOf(record));
      await processUntilRejected(server(), record);

      expect(await fetchStatus(server(), record)).toBe("in progress");
      const messages = await fetchMessages(server(), record);
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatchObject({ username: "portal" });
      expect(messages[0]?.content).toMatch(wording);
      expect(await fetchNotifications(server(), record)).toMatchObject([
        { status: "in progress", username: "portal", content: messages[0]?.content },
      ]);
      const { failed, fault, catalogued } = await fetchProgress(server(), record);
      expect(failed).toBeTruthy();
      expect(fault).toMatch(wording);
      expect(catalogued).toBeUndefined();
      expect(await fetchFiles(server(), record)).toEqual([]);
      expect(await fetchZips(server(), record)).toEqual([]);
      const { answer } = await server().call("vendor1", endpoints.uploadReceipt, {
        params: { recordId: String(record.id), uploadBatchId: ticket.uploadBatchId },
      });
      expect(String(answer.faults)).toMatch(wording);
    },
  );

  it("reports all errors of a rejected zip at once", async () => {
    const record = await server().aRecord();
    await server().upload(
      record,
      await createModelZip(record, {
        "GIS/": undefined,
        [coverageGeodatabaseName(identifier(record))]: undefined,
      }),
    );
    await processUploads(server());
    expect((await fetchProgress(server(), record)).fault?.split("\n")).toHaveLength(2);
  });

  it("rejects a zip that differs from the reported one", async () => {
    const record = await server().aRecord();
    const zip = await createModelZip(record);
    const ticket = await server().requestUpload(record);
    await putZip(ticket, zip);
    await server().deliver(ticket, { ...createZipReport(zip), sha256: "0".repeat(64) });
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("in progress");
    const [message] = await fetchMessages(server(), record);
    expect(message?.content).toMatch(/checksum differs.*again/s);
  });

  it("accepts a corrected zip through the same script after a rejection", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record, { "GIS/": undefined }));
    await processUploads(server());
    expect((await fetchProgress(server(), record)).failed).toBeTruthy();

    const corrected = await createModelZip(record);
    await putZip(ticket, corrected);
    expect((await server().deliver(ticket, createZipReport(corrected))).status).toBe(200);
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
    const { failed, fault, catalogued } = await fetchProgress(server(), record);
    expect([failed, fault]).toEqual([undefined, undefined]);
    expect(catalogued).toBeTruthy();
  });

  it.each(["accepted", "rejected"] as const)(
    "rejects the upload of a record that was %s before processing",
    async (status) => {
      const record = await server().aRecord();
      await server().upload(record, await createModelZip(record));
      await setStatus(server().services.db, record.id, status, new Date());
      await processUploads(server());
      expect(await fetchStatus(server(), record)).toBe(status);
      const [message] = await fetchMessages(server(), record);
      expect(message?.content).toContain(`The record is ${status}`);
      const [notification] = await fetchNotifications(server(), record);
      expect(notification?.status).toBe("in progress");
    },
  );

  it.each(changes)("keeps the incoming zip when the record was %s during extraction", async (_, change) => {
    const record = await server().aRecord();
    const zip = await createModelZip(record);
    const ticket = await server().upload(record, zip);
    await processUntilRejected(server(), record, {
      onStageReached: async (stage) => {
        if (stage === "extracted") await change(server(), record);
      },
    });
    const batch = await lockUpload(server().services.db, ticket.uploadBatchId);
    expect([batch.cataloged_at, batch.error_text]).toEqual([null, expect.stringMatching(/The record/)]);
    expect(await listBlobs(server(), ticket.folder)).toEqual([`${ticket.folder}/${ticket.blobName}`]);
    expect(await readIncomingZip(server(), ticket)).toEqual(zip);
  });

  it("keeps the snapshot of a rejected zip when the incoming zip is gone", async () => {
    const record = await server().aRecord();
    const zip = await createModelZip(record);
    const ticket = await server().upload(record, zip);
    const { db, storage } = server().services;
    const own = `records/${record.id}/${ticket.uploadBatchId}/${ticket.blobName}`;
    await processUntilRejected(server(), record, {
      kept: [own],
      onStageReached: async (stage) => {
        if (stage !== "extracted") return;
        await storage.remove(`${ticket.folder}/${ticket.blobName}`);
        await setStatus(db, record.id, "rejected", new Date());
      },
    });
    expect(await readBytes(await storage.read(own))).toEqual(zip);
  });

  it("deletes the rows of a rejected upload before its blobs, and its blobs even after a crash", async () => {
    const record = await server().aRecord();
    const ticket = await server().upload(record, await createModelZip(record));
    const { db, storage } = server().services;
    const known: number[] = [];
    const removeBlob = storage.remove;
    const remove = vi.spyOn(storage, "remove").mockImplementation(async (path, version) => {
      if (!path.includes(ticket.uploadBatchId)) return removeBlob(path, version);
      known.push((await listExtractedFiles(db, ticket.uploadBatchId)).size);
      throw new Error("power cut");
    });
    const reported: string[] = [];
    try {
      const cut = server().processing({
        logError: (_, error) => reported.push(String(error)),
        onStageReached: async (stage) => {
          if (stage === "extracted") await setStatus(db, record.id, "rejected", new Date());
        },
      });
      await waitForAssertion(() => expect(reported).toContain("Error: power cut"));
      await cut.stop();
    } finally {
      remove.mockRestore();
    }
    expect(new Set(known)).toEqual(new Set([0]));
    expect((await lockUpload(db, ticket.uploadBatchId)).error_text).toContain("rejected");
    expect((await listRecordBlobs(server(), record)).length).toBeGreaterThan(3);
    // The next sweep is due after an hour.
    server().advance(3_600_000);
    const next = server().processing();
    await waitForAssertion(async () => expect(await listRecordBlobs(server(), record)).toEqual([]));
    await next.stop();
    expect(await fetchMessages(server(), record)).toHaveLength(1);
    expect(await listBlobs(server(), ticket.folder)).toHaveLength(1);
  });

  it("rejects the upload of a record that was deleted before processing", async () => {
    const record = await server().aRecord();
    const { uploadBatchId } = await server().upload(record, await createModelZip(record));
    await softDeleteRecord(server().services.db, record.id, new Date());
    await processUntilRejected(server(), record);
    expect((await lockUpload(server().services.db, uploadBatchId)).error_text).toContain("deleted");
  });
});
