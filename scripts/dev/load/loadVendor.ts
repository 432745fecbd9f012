import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema, getTextByRole } from "../../../src/contract/schema/fields.ts";
import type { DownloadLink, UploadProgress, UploadTicket } from "../../../src/contract/generated/entities.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
  modelFolderName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import type { References } from "../../../src/contract/schema/references.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { hashStream } from "../../../src/server/processing/digest.ts";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { loadReferences, signInVendor, type Vendor } from "../bench/benchPortal.ts";
import type { Progress } from "./progress.ts";

const COVERAGE = fileURLToPath(new URL("../../../src/server/seed/model/coverage.gdb.zip", import.meta.url));
const LOOK_EVERY = 50;
const STAGES = ["received", "checked", "extracted", "catalogued"] as const;

/** A record of the measured server, and what the zip of its model must hold. */
export interface LoadRecord {
  id: string;
  identifier: string;
  title: string;
  root: string;
  required: Record<string, Buffer | null>;
}

export type LoadVendor = Awaited<ReturnType<typeof openLoadVendor>>;

/** A vendor of the demo data, who calls a server as the portal and the upload script do. */
export async function openLoadVendor(url: string) {
  const vendor = await signInVendor(url, "vendor1");
  const references = await loadReferences(vendor);
  const progress = async ({ id }: Pick<LoadRecord, "id">) => {
    const { rows } = await vendor.call(endpoints.uploadProgress, { params: { recordId: id } });
    return decode(getSchema("upload-progress"), rows[0] ?? {}, "read") as unknown as UploadProgress;
  };

  return {
    /** A new record, the copy of one there is. */
    newRecord: () => newRecord(vendor, references),

    async requestUpload({ id }: LoadRecord): Promise<UploadTicket> {
      const { rows } = await vendor.call(endpoints.requestUpload, { body: { [RECORD_ID_KEY]: id } });
      return decode(getSchema("upload-ticket"), rows[0] ?? {}, "read") as unknown as UploadTicket;
    },

    /** The script's last step. */
    async deliver(ticket: UploadTicket, zip: { size: number; sha256: string }): Promise<void> {
      const { status } = await fetch(ticket.completeAddress, {
        method: "POST",
        headers: { "content-type": "application/json", "x-upload-token": ticket.uploadToken },
        body: JSON.stringify({ file_name: ticket.blobName, ...zip }),
      });
      if (status !== 200) throw new Error(`The last step was answered ${status}.`);
    },

    progress,

    /** Waits until the newest upload of a record is part of it, telling each stage. Rejects when it is found at fault. */
    async catalogued(record: Pick<LoadRecord, "id">, tell?: Progress): Promise<UploadProgress> {
      const told = new Set<string>();
      for (;;) {
        const reached = await progress(record);
        for (const stage of STAGES)
          if (reached[stage] && !told.has(stage)) tell?.(`${stage} at ${reached[stage]}`);
        for (const stage of STAGES) if (reached[stage]) told.add(stage);
        if (reached.fault) throw new Error(reached.fault);
        if (reached.catalogued) return reached;
        await delay(LOOK_EVERY);
      }
    },

    /** The rows of one of a record's lists. */
    async rowsOf(
      list: "listArchive" | "listFiles" | "listMessages",
      { id }: LoadRecord,
    ): Promise<JsonObject[]> {
      return (await vendor.call(endpoints[list], { params: { recordId: id } })).rows;
    },

    /** Where one of a record's stored files can be read. */
    async addressOf({ id }: LoadRecord, path: string): Promise<string> {
      const { rows } = await vendor.call(endpoints.downloadLink, { params: { recordId: id } });
      return buildBlobUrl(
        decode(getSchema("download-link"), rows[0] ?? {}, "read") as unknown as DownloadLink,
        path,
      );
    },

    async receipt({ id }: LoadRecord, uploadBatchId: string): Promise<JsonObject> {
      const params = { recordId: id, uploadBatchId };
      return (await vendor.call(endpoints.uploadReceipt, { params })).rows[0]!;
    },
  };
}

async function newRecord({ call, account }: Vendor, references: References): Promise<LoadRecord> {
  const { rows } = await call(endpoints.listRecords, { params: { username: account.username } });
  const body = { [RECORD_ID_KEY]: idOf(rows[0]) };
  const id = idOf((await call(endpoints.duplicateRecord, { body })).rows[0]);
  const read = (await call(endpoints.getRecord, { params: { recordId: id } })).rows[0] ?? {};
  const metadata = decode(getSchema("metadata"), read, "read", references);
  const identifier = getTextByRole(getSchema("metadata"), metadata, "identifier");
  const title = getTextByRole(getSchema("metadata"), metadata, "title");
  const required = {
    "Supporting/": null,
    "GIS/": null,
    [coverageGeodatabaseName(identifier)]: await readFile(COVERAGE),
    [metadataFileName(id)]: Buffer.from(`global_attributes:\n  ${RECORD_ID_KEY}: "${id}"\n`),
  };
  return { id, identifier, title, root: modelFolderName(identifier, title), required };
}

const idOf = (row: JsonObject = {}) => String(row[RECORD_ID_KEY]);

/** Size and SHA-256 of a file on this machine. */
export const digestOf = (path: string) => hashStream(createReadStream(path, { highWaterMark: 1024 * 1024 }));
