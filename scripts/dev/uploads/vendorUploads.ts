import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { DownloadLink, UploadProgress, UploadTicket } from "../../../src/contract/generated/entities.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  modelFolderName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { getSchema, getFieldText, type SchemaName } from "../../../src/contract/schema/fields.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { hashStream } from "../../../src/server/processing/digest.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { fetchReferences } from "../../../src/portal/providers/calls/referenceCalls.ts";
import type { Vendor } from "../lib/vendor.ts";

const COVERAGE = new URL("../../../src/server/seed/model/areas/cibolo-creek.gdb.zip", import.meta.url);
const POLL_INTERVAL_MS = 50;
export const STAGES = ["received", "checked", "extracted", "catalogued"] as const;

/** A record and what its model zip must contain. */
export interface ModelRecord {
  id: string;
  title: string;
  rootFolder: string;
  /** Path in the root folder -> content; null for a folder. */
  requiredFiles: Record<string, Buffer | null>;
}

/** Duplicates the vendor's first record, or another one; with the key, a repeated call returns the same record. */
export async function createModelRecord(
  vendor: Vendor,
  source?: { recordId: string; idempotencyKey: string },
): Promise<ModelRecord> {
  const { call, account } = vendor;
  const idOf = ({ rows: [row = {}] }: { rows: JsonObject[] }) => String(row[RECORD_ID_KEY]);
  const duplicated =
    source?.recordId ?? idOf(await call(endpoints.listRecords, { params: { username: account.username } }));
  const id = idOf(
    await call(endpoints.duplicateRecord, {
      body: { [RECORD_ID_KEY]: duplicated },
      ...(source && { headers: { "idempotency-key": source.idempotencyKey } }),
    }),
  );
  const { rows } = await call(endpoints.getRecord, { params: { recordId: id } });
  const schema = getSchema("metadata");
  const metadata = decode(schema, rows[0] ?? {}, "read", await fetchReferences(vendor.call));
  const identifier = getFieldText(schema, metadata, "identifier");
  const title = getFieldText(schema, metadata, "title");
  const requiredFiles = {
    "Supporting/": null,
    "GIS/": null,
    [coverageGeodatabaseName(identifier)]: await readFile(COVERAGE),
    [metadataFileName(id)]: Buffer.from(`global_attributes:\n  ${RECORD_ID_KEY}: "${id}"\n`),
  };
  return { id, title, rootFolder: modelFolderName(identifier, title), requiredFiles };
}

async function getEntity<Entity>(
  { call }: Vendor,
  endpoint: Endpoint,
  schema: SchemaName,
  recordId: string,
): Promise<Entity> {
  const { rows } = await call(endpoint, { params: { recordId } });
  return decode(getSchema(schema), rows[0] ?? {}, "read") as unknown as Entity;
}

export async function requestUpload({ call }: Vendor, recordId: string): Promise<UploadTicket> {
  const { rows } = await call(endpoints.requestUpload, { body: { [RECORD_ID_KEY]: recordId } });
  return decode(getSchema("upload-ticket"), rows[0] ?? {}, "read") as unknown as UploadTicket;
}

/** Reports the uploaded zip, as the upload script does in its last step. */
export async function completeUpload(
  ticket: UploadTicket,
  zip: { size: number; sha256: string },
): Promise<void> {
  const { status } = await fetch(ticket.completeAddress, {
    method: "POST",
    headers: { "content-type": "application/json", "x-upload-token": ticket.uploadToken },
    body: JSON.stringify({ file_name: ticket.blobName, ...zip }),
  });
  if (status !== 200) throw new Error(`upload-complete returned ${status}.`);
}

export const getUploadProgress = (vendor: Vendor, recordId: string): Promise<UploadProgress> =>
  getEntity(vendor, endpoints.uploadProgress, "upload-progress", recordId);

/** @throws Error if the upload is rejected */
export async function waitUntilCatalogued(
  vendor: Vendor,
  recordId: string,
  pollIntervalMs = POLL_INTERVAL_MS,
): Promise<UploadProgress> {
  for (;;) {
    const progress = await getUploadProgress(vendor, recordId);
    if (progress.fault) throw new Error(progress.fault);
    if (progress.catalogued) return progress;
    await delay(pollIntervalMs);
  }
}

export async function listRows(
  { call }: Vendor,
  list: "listArchive" | "listFiles" | "listMessages",
  recordId: string,
): Promise<JsonObject[]> {
  return (await call(endpoints[list], { params: { recordId } })).rows;
}

/** Returns an address to read one of the record's stored files. */
export async function getDownloadUrl(vendor: Vendor, recordId: string, path: string): Promise<string> {
  const link = await getEntity<DownloadLink>(vendor, endpoints.downloadLink, "download-link", recordId);
  return buildBlobUrl(link, path);
}

export async function getReceipt(
  { call }: Vendor,
  recordId: string,
  uploadBatchId: string,
): Promise<JsonObject> {
  return (await call(endpoints.uploadReceipt, { params: { recordId, uploadBatchId } })).rows[0]!;
}

export const hashFile = (path: string) => hashStream(createReadStream(path, { highWaterMark: 1024 * 1024 }));
