import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { DownloadLink } from "../../../src/contract/generated/entities.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { lockUpload } from "../../../src/server/stores/uploads/uploadStore.ts";
import { createModelZip } from "./createModelZip.ts";
import { processUploads, fetchStatus, fetchZips } from "./uploadCalls.ts";
import { putZip, createZipReport, startUploadServer, type UploadServer } from "./uploadServer.ts";

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.stop());

type Access = Pick<DownloadLink, "prefix" | "query">;

async function fetchDownloadLink(record: StoredRecord): Promise<Access> {
  const params = { recordId: String(record.id) };
  const { answer } = await server.call("vendor1", endpoints.downloadLink, { params });
  return decode(getSchema("download-link"), answer, "read") as unknown as DownloadLink;
}

/** Two records of one vendor, each with an unreported upload. */
async function createTwoUploads() {
  const records = [await server.aRecord(), await server.aRecord()] as const;
  const zips = [await createModelZip(records[0]), await createModelZip(records[1])] as const;
  const tickets = [await server.requestUpload(records[0]), await server.requestUpload(records[1])] as const;
  for (const index of [0, 1] as const) await putZip(tickets[index], zips[index]);
  return { records, zips, tickets };
}

/** Response statuses of the store for reading, writing and listing in a folder. */
async function listStatuses(folder: string, file: string, { query }: Access) {
  const address = buildBlobUrl({ prefix: folder, query }, file);
  const container = folder.slice(0, folder.indexOf("/ms2/") + "/ms2".length);
  const prefix = decodeURIComponent(folder.slice(container.length + 1));
  const list = `${container}?restype=container&comp=list&prefix=${encodeURIComponent(prefix)}&${query}`;
  const written = await fetch(buildBlobUrl({ prefix: folder, query }, "written.txt"), {
    method: "PUT",
    headers: { "x-ms-blob-type": "BlockBlob" },
    body: "written",
  });
  return {
    read: (await fetch(address)).status,
    write: written.status,
    list: (await fetch(list)).status,
  };
}

it("a token changes only the upload of its own record", async () => {
  const { records, zips, tickets } = await createTwoUploads();
  const batchOf = (index: 0 | 1) => lockUpload(server.services.db, tickets[index].uploadBatchId);
  const untouched = [await batchOf(0), await batchOf(1)];
  expect((await server.deliver(tickets[0], createZipReport(zips[1]))).status).not.toBe(401);
  expect(await batchOf(1)).toEqual(untouched[1]);
  await processUploads(server);
  expect(await fetchStatus(server, records[0])).toBe("in progress");
  expect(await fetchStatus(server, records[1])).toBe("in progress");

  expect((await server.deliver(tickets[0], createZipReport(zips[0]))).status).toBe(200);
  expect(await batchOf(1)).toEqual(untouched[1]);
  expect((await server.getUploadState(tickets[1])).answer).toEqual({ state: "expected" });
  await processUploads(server);
  expect(await fetchStatus(server, records[0])).toBe("pending");
  expect(await fetchStatus(server, records[1])).toBe("in progress");
  expect(await fetchZips(server, records[1])).toEqual([]);
  expect(await batchOf(1)).toEqual(untouched[1]);
});

it("an upload link grants no access to another upload's folder", async () => {
  const { tickets } = await createTwoUploads();
  const [own, other] = tickets;
  expect(await listStatuses(own.prefix, own.blobName, own)).toEqual({ read: 200, write: 201, list: 200 });
  expect(await listStatuses(other.prefix, other.blobName, own)).toEqual({ read: 403, write: 403, list: 403 });
});

it("a download link grants only reading, and only of its own record", async () => {
  const { records, zips, tickets } = await createTwoUploads();
  for (const index of [0, 1] as const) await server.deliver(tickets[index], createZipReport(zips[index]));
  await processUploads(server);
  const [own, other] = [await fetchDownloadLink(records[0]), await fetchDownloadLink(records[1])];
  const [ownZip] = await fetchZips(server, records[0]);
  const [otherZip] = await fetchZips(server, records[1]);
  expect(await listStatuses(own.prefix, ownZip!.path, own)).toEqual({ read: 200, write: 403, list: 403 });
  expect(await listStatuses(other.prefix, otherZip!.path, own)).toEqual({ read: 403, write: 403, list: 403 });
  const { prefix, blobName } = await server.requestUpload(records[0]);
  expect(await listStatuses(prefix, blobName, own)).toEqual({ read: 403, write: 403, list: 403 });
  expect(await listStatuses(own.prefix, ownZip!.path, tickets[0])).toEqual({
    read: 403,
    write: 403,
    list: 403,
  });
});
