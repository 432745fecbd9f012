import { metadataFileName } from "../../../contract/model-folder/modelFolder.ts";
import { quoted, warning, type Finding } from "../../../contract/model-folder/modelFolderFinding.ts";
import { closedToUploads, isEditable, isUploadable } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import { mimeTypeOf } from "../../processing/mimeTypes.ts";
import { numberConflicts } from "../../stores/uploads/conflictStore.ts";
import { catalogueExtracted, forgetExtracted } from "../../stores/uploads/catalogueStore.ts";
import { leftOutBy } from "../../stores/modelStore.ts";
import { findRecord, lockRecord, setStatus, type StoredRecord } from "../../stores/records/recordStore.ts";
import { changeClaimed, numberVersion, type StoredUpload } from "../../stores/uploads/uploadBatchStore.ts";
import { changesOf, hashOfFile, insertUploads } from "../../stores/uploads/uploadStore.ts";
import type { CheckedModel } from "./checkUpload.ts";
import { requireDeclared } from "./snapshotUpload.ts";
import { completeCorrection, type Corrections } from "../correction.ts";
import { tellSuccess } from "./tellVendor.ts";
import { lockClaimed, UploadFault, type UploadJob } from "./uploadJob.ts";
import { filePath, zipPath } from "../uploadPlaces.ts";

/**
 * Makes an extracted upload part of its record, all at once or not at all: it is numbered as the next version, its
 * files are listed, with those that a correction takes over, paths that differ from earlier uploads get their conflict
 * numbers, the record becomes pending and the vendor is told, of files that it leaves out too. The upload stays with its
 * worker, who has yet to clear up. Throws an `UploadFault` when the record no longer takes uploads or the script has
 * said that it sent another zip, and `LeaseLost` when the upload is in other hands by now.
 */
export async function catalogueUpload(job: UploadJob, model: CheckedModel, folders: string[]): Promise<void> {
  const { batch, services } = job;
  const now = services.now();
  await services.db.transaction().execute(async (trx) => {
    const held = await lockClaimed(trx, job);
    requireDeclared(held, model);
    const record = await lockOpenRecord(trx, batch.record_id);
    await numberVersion(trx, held);
    await listContents(trx, held, model, folders);
    const correction = await completeCorrection(trx, held, uploadedAt(held), now);
    await numberConflicts(trx, record.id);
    const status = isEditable(record.status)
      ? (await setStatus(trx, record.id, "pending", now)).status
      : record.status;
    const warnings = [...model.warnings, ...backWarnings(correction)];
    // Is no longer true once somebody has chosen, and is said on the record until then: not for the receipt.
    const leftOut = leftOutWarnings(await leftOutBy(trx, record.id, batch.id));
    await tellSuccess(trx, held, { status, warnings: [...warnings, ...leftOut], correction }, now);
    await changeClaimed(trx, held, {
      cataloged_at: now,
      receipt: JSON.stringify({
        changes: await changesOf(trx, record.id, batch.id),
        metadataSha256: await hashOfFile(trx, batch.id, metadataFileName(String(record.id))),
        schemaVersion: record.schema_version,
        warnings: warnings.map(({ text }) => text),
        faults: [],
      }),
    });
  });
}

/** So many files are named, and the others counted. */
const MOST_NAMED = 5;

/** What an upload leaves out stays, unless somebody says otherwise: nobody may take it for gone. */
function leftOutWarnings(paths: string[]): Finding[] {
  if (paths.length === 0) return [];
  const text = `This upload leaves out ${named(paths)}, which earlier uploads brought. Such files stay part of the model until they are left out on the record's page.`;
  return [warning(text)];
}

/** Somebody chose to put them aside, and the correction was asked for before that or without knowing. */
function backWarnings(
  { version, back }: Pick<Corrections, "version" | "back"> = { version: 0, back: [] },
): Finding[] {
  if (back.length === 0) return [];
  const text = `This correction takes ${named(back)} over from version ${version}, which had been put aside: they are part of the model again.`;
  return [warning(text)];
}

function named(paths: string[]): string {
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "";
  return `${paths.slice(0, MOST_NAMED).map(quoted).join(", ")}${more}`;
}

/** The record of an upload while it takes uploads. Throws an `UploadFault` when it was deleted or decided. */
export async function findOpenRecord(db: Db, recordId: number): Promise<StoredRecord> {
  return openRecord(await findRecord(db, String(recordId)));
}

/** The same, held until the transaction ends. */
async function lockOpenRecord(trx: Db, recordId: number): Promise<StoredRecord> {
  await findOpenRecord(trx, recordId);
  return openRecord(await lockRecord(trx, recordId));
}

function openRecord(record: StoredRecord | undefined): StoredRecord {
  if (!record) throw new UploadFault("The record was deleted before the upload was processed.");
  if (isUploadable(record.status)) return record;
  throw new UploadFault(closedToUploads(record.status));
}

const uploadedAt = ({ sent_at, received_at, requested_at }: StoredUpload) =>
  sent_at ?? received_at ?? requested_at;

async function listContents(
  trx: Db,
  batch: StoredUpload,
  { size, sha256 }: CheckedModel,
  folders: string[],
): Promise<void> {
  const { id, record_id, username } = batch;
  const common = { record_id, upload_id: id, username, uploaded_at: uploadedAt(batch) };
  const zip = { path: batch.blob_name, blob_path: zipPath(batch), mime_type: mimeTypeOf(batch.blob_name) };
  const nothing = { mime_type: "directory", size: 0, sha256: "" };
  await insertUploads(trx, [
    { ...common, kind: "zip", ...zip, size, sha256 },
    ...folders.map((path) => ({ ...common, ...nothing, kind: "directory" as const, path, blob_path: "" })),
  ]);
  const blobFolder = filePath(id, "");
  await catalogueExtracted(trx, {
    batchId: id,
    recordId: record_id,
    username,
    blobFolder,
    uploadedAt: uploadedAt(batch),
  });
  await forgetExtracted(trx, id);
}
