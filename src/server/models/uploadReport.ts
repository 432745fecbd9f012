import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { REPORT_VERSION } from "../../contract/models/fileFacts.ts";
import { readZipDirectory } from "../processing/zipDirectory.ts";
import { ZipFault } from "../processing/zipFault.ts";
import type { Services } from "../services.ts";
import type { StoredBatch } from "../stores/uploads/uploadBatchStore.ts";
import { blobAccess } from "../uploads/blobAccess.ts";
import { recordFolder, zipPath } from "../uploads/uploadPlaces.ts";
import { makeReport } from "./makeReport.ts";
import { zipModel } from "./zipModel.ts";

/**
 * The report of one upload version. It is made from the zip once and kept; a report that could not be made
 * is not kept, and undefined.
 *
 * @throws when the store fails
 */
export async function uploadReport(
  { storage }: Services,
  batch: Pick<StoredBatch, "id" | "record_id" | "blob_name">,
  signal?: AbortSignal,
): Promise<ModelReport | undefined> {
  const zip = await storage.find(`${recordFolder(batch.record_id)}/${zipPath(batch)}`);
  if (!zip) return undefined;
  // Another zip may be sent in the place of a refused one.
  const kept = `model-reports/${REPORT_VERSION}-${batch.id}-${zip.etag.replace(/\W/g, "")}.json`;
  if (await storage.find(kept)) return (await json(await storage.read(kept))) as ModelReport;
  const access = blobAccess(storage, zip, signal);
  const { entries, faults } = await readZipDirectory(access);
  if (faults.length > 0) return undefined;
  const report = await makeReport(zipModel(access, entries)).catch((error: unknown) => {
    if (error instanceof ZipFault) return undefined;
    throw error;
  });
  if (report) await storage.write(kept, Readable.from([JSON.stringify(report)]), JSON_CONTENT);
  return report;
}

const JSON_CONTENT = { contentType: "application/json" };
