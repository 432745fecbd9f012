import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema, getFieldText } from "../../../src/contract/schema/fields.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { insertNotification } from "../../../src/server/stores/records/notificationStore.ts";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { createModelZip } from "./createModelZip.ts";
import { fetchMessages, processUploads, fetchStatus } from "./uploadCalls.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.stop());

async function fetchListedRecord({ id }: StoredRecord): Promise<JsonObject> {
  const { rows } = await server.call("vendor1", endpoints.listRecords, { params: { username: "vendor1" } });
  return rows.find((row) => row[RECORD_ID_KEY] === String(id)) ?? {};
}

const fetchRejectionTime = async (record: StoredRecord) =>
  (await fetchListedRecord(record))["upload_refused"];

it("the vendor's list marks a record while its latest upload is rejected", async () => {
  const record = await server.aRecord();
  expect(await fetchRejectionTime(record)).toBeFalsy();
  await server.upload(record, await createModelZip(record, { "GIS/": undefined }));
  await processUploads(server);
  expect(Date.parse(String(await fetchRejectionTime(record)))).toBeGreaterThan(Date.now() - 60_000);
  await server.upload(record, await createModelZip(record));
  await processUploads(server);
  expect(await fetchRejectionTime(record)).toBeFalsy();
  expect((await fetchListedRecord(record))["upload_fault"]).toBeFalsy();
});

it("shows the first error of a rejected upload in the vendor's list", async () => {
  const record = await server.aRecord();
  await server.upload(record, await createModelZip(record, { "GIS/": undefined, "Supporting/": undefined }));
  await processUploads(server);
  const { upload_fault: fault } = await fetchListedRecord(record);
  expect(fault).toMatch(/Supporting/);
  expect(fault).not.toMatch(/GIS|\n/);
});

it("does not mark a rejected upload that is older than the latest decision or reopening", async () => {
  const record = await server.aRecord();
  for (const files of [{}, { "GIS/": undefined }]) {
    await server.upload(record, await createModelZip(record, files));
    await processUploads(server);
  }
  expect(await fetchRejectionTime(record)).toBeTruthy();
  const { db } = server.services;
  const said = { recordId: record.id, content: "No.", username: "agency1", now: new Date() };
  await insertNotification(db, { ...said, status: "rejected" });
  await setStatus(db, record.id, "in progress", new Date());
  expect(await fetchRejectionTime(record)).toBeFalsy();
});

it("shows when the latest accepted upload was sent, despite later rejections", async () => {
  const record = await server.aRecord();
  expect((await fetchListedRecord(record))["uploaded"]).toBeFalsy();
  await server.upload(record, await createModelZip(record));
  await processUploads(server);
  const { uploaded } = await fetchListedRecord(record);
  expect(Date.parse(String(uploaded))).toBeGreaterThan(Date.now() - 60_000);
  await server.upload(record, await createModelZip(record, { "GIS/": undefined }));
  await processUploads(server);
  expect(await fetchListedRecord(record)).toMatchObject({ uploaded, upload_refused: expect.any(String) });
});

const getCoverageName = ({ metadata }: StoredRecord) =>
  coverageGeodatabaseName(getFieldText(getSchema("metadata"), metadata, "identifier"));

it.each([
  ["is a text file", "no geodatabase at all"],
  ["is cut off", Buffer.from("504b0304", "hex")],
])("accepts a model whose coverage %s and warns that it could not be checked", async (_, content) => {
  const record = await server.aRecord();
  await server.upload(record, await createModelZip(record, { [getCoverageName(record)]: content }));
  await processUploads(server);
  expect(await fetchStatus(server, record)).toBe("pending");
  const [message] = await fetchMessages(server, record);
  expect(JSON.stringify(message)).toContain("could not be checked");
});

it("lists outdated values of the metadata file in a message", async () => {
  const record = await server.aRecord();
  const name = metadataFileName(String(record.id));
  const text = `global_attributes:\n  ${RECORD_ID_KEY}: "${record.id}"\n  title: "An old name"\n`;
  await server.upload(record, await createModelZip(record, { [name]: text }));
  await processUploads(server);
  expect(await fetchStatus(server, record)).toBe("pending");
  const [message] = await fetchMessages(server, record);
  expect(JSON.stringify(message)).toContain("An old name");
  expect(JSON.stringify(message)).toContain(getFieldText(getSchema("metadata"), record.metadata, "title"));
});
