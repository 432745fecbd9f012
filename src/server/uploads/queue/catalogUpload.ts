import { metadataFileName } from "../../../contract/model-folder/modelFolderNames.ts";
import { quoteName, createWarning, type Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import { uploadsClosedMessage, isEditableStatus, isUploadableStatus } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import { mimeTypeOf } from "../../processing/mimeTypes.ts";
import { assignConflictNumbers } from "../../stores/uploads/conflictStore.ts";
import { catalogExtractedFiles, deleteExtractedFiles } from "../../stores/uploads/catalogStore.ts";
import { filesMissingFromUpload } from "../../stores/uploads/currentFileStore.ts";
import { findRecord, lockRecord, setStatus, type StoredRecord } from "../../stores/records/recordStore.ts";
import { updateClaimedUpload, assignNextVersion, type StoredUpload } from "../../stores/uploads/uploadStore.ts";
import { compareWithPreviousUpload, findFileHash, insertModelFiles } from "../../stores/uploads/modelFileStore.ts";
import type { CheckedModel } from "./checkUpload.ts";
import { requireDeclaredZip } from "./snapshotUpload.ts";
import { applyCorrection, type CorrectionResult } from "../correction.ts";
import { notifyAccepted } from "./notifyVendor.ts";
import { lockClaimedUpload, UploadRejectedError, type UploadJob } from "./uploadJob.ts";
import { storedFilePath, storedZipPath } from "../blobPaths.ts";

/**
 * Makes an extracted upload part of its record, all at once or not at all: it is numbered as the next version, its
 * files are listed, with those that a correction takes over, paths that differ from earlier uploads get their conflict
 * numbers, the record becomes pending and the vendor is told, of files that it leaves out too. The upload stays with its
 * worker, who has yet to clear up. Throws an `UploadRejectedError` when the record no longer takes uploads or the script has
 * said that it sent another zip, and `LeaseLostError` when the upload is in other hands by now.
 */
export async function catalogUpload(job: UploadJob, model: CheckedModel, folders: string[]): Promise<void> {
  const { batch, services } = job;
  const now = services.now();
  await services.db.transaction().execute(async (trx) => {
    const held = await lockClaimedUpload(trx, job);
    requireDeclaredZip(held, model);
    const record = await lockOpenRecord(trx, batch.record_id);
    await assignNextVersion(trx, held);
    await listContents(trx, held, model, folders);
    const correction = await applyCorrection(trx, held, uploadedAt(held), now);
    await assignConflictNumbers(trx, record.id);
    const status = isEditableStatus(record.status)
      ? (await setStatus(trx, record.id, "pending", now)).status
      : record.status;
    const warnings = [...model.warnings, ...backWarnings(correction)];
    // Is no longer true once somebody has chosen, and is said on the record until then: not for the receipt.
    const leftOut = leftOutWarnings(await filesMissingFromUpload(trx, record.id, batch.id));
    await notifyAccepted(trx, held, { status, warnings: [...warnings, ...leftOut], correction }, now);
    await updateClaimedUpload(trx, held, {
      cataloged_at: now,
      receipt: JSON.stringify({
        changes: await compareWithPreviousUpload(trx, record.id, batch.id),
        metadataSha256: await findFileHash(trx, batch.id, metadataFileName(String(record.id))),
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
function leftOutWarnings(paths: string[]): Diagnostic[] {
  if (paths.length === 0) return [];
  const text = `This upload leaves out ${named(paths)}, which earlier uploads brought. Such files stay part of the model until they are left out on the record's page.`;
  return [createWarning(text)];
}

/** Somebody chose to put them aside, and the correction was asked for before that or without knowing. */
function backWarnings(
  { version, back }: Pick<CorrectionResult, "version" | "back"> = { version: 0, back: [] },
): Diagnostic[] {
  if (back.length === 0) return [];
  const text = `This correction takes ${named(back)} over from version ${version}, which had been put aside: they are part of the model again.`;
  return [createWarning(text)];
}

function named(paths: string[]): string {
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "";
  return `${paths.slice(0, MOST_NAMED).map(quoteName).join(", ")}${more}`;
}

/** The record of an upload while it takes uploads. Throws an `UploadRejectedError` when it was deleted or decided. */
export async function findUploadableRecord(db: Db, recordId: number): Promise<StoredRecord> {
  return openRecord(await findRecord(db, String(recordId)));
}

/** The same, held until the transaction ends. */
async function lockOpenRecord(trx: Db, recordId: number): Promise<StoredRecord> {
  await findUploadableRecord(trx, recordId);
  return openRecord(await lockRecord(trx, recordId));
}

function openRecord(record: StoredRecord | undefined): StoredRecord {
  if (!record) throw new UploadRejectedError("The record was deleted before the upload was processed.");
  if (isUploadableStatus(record.status)) return record;
  throw new UploadRejectedError(uploadsClosedMessage(record.status));
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
  const zip = { path: batch.blob_name, blob_path: storedZipPath(batch), mime_type: mimeTypeOf(batch.blob_name) };
  const nothing = { mime_type: "directory", size: 0, sha256: "" };
  await insertModelFiles(trx, [
    { ...common, kind: "zip", ...zip, size, sha256 },
    ...folders.map((path) => ({ ...common, ...nothing, kind: "directory" as const, path, blob_path: "" })),
  ]);
  const blobFolder = storedFilePath(id, "");
  await catalogExtractedFiles(trx, {
    batchId: id,
    recordId: record_id,
    username,
    blobFolder,
    uploadedAt: uploadedAt(batch),
  });
  await deleteExtractedFiles(trx, id);
}
