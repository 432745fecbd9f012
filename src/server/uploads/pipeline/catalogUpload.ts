import { listReplacedVersions } from "../../../contract/conflicts/resolveConflicts.ts";
import { metadataFileName } from "../../../contract/model-folder/modelFolderNames.ts";
import { quoteName, createWarning, type Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import { uploadsClosedMessage, isEditableStatus, isUploadableStatus } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import { getMimeType } from "../../processing/mimeTypes.ts";
import { assignConflictNumbers, hasOpenConflicts } from "../../stores/uploads/conflictStore.ts";
import { catalogExtractedFiles, deleteExtractedFiles } from "../../stores/uploads/catalogStore.ts";
import {
  filesMissingFromUpload,
  getFileIds,
  listCurrentVersionsOfFile,
  setArchived,
} from "../../stores/uploads/currentFileStore.ts";
import { requestFindingCount } from "../../stores/records/findingStore.ts";
import { findRecord, lockRecord, setStatus, type StoredRecord } from "../../stores/records/recordStore.ts";
import { clearLeftReview } from "../../stores/uploads/resolutionStore.ts";
import {
  assignNextVersion,
  findUpload,
  updateUpload,
  type StoredUpload,
} from "../../stores/uploads/uploadStore.ts";
import {
  compareWithPreviousUpload,
  findFileHash,
  insertModelFiles,
} from "../../stores/uploads/modelFileStore.ts";
import type { CheckedModel } from "./checkUpload.ts";
import { requireDeclaredZip } from "./snapshotUpload.ts";
import { applyCorrection, type CorrectionResult } from "../correction.ts";
import { notifyAccepted } from "./notifyVendor.ts";
import { lockClaimedUpload, UploadRejectedError, type UploadJob } from "./uploadJob.ts";
import { storedFilePath, storedZipPath } from "../blobPaths.ts";

/**
 * Makes an extracted upload the next version of its record, in one transaction. The worker keeps its claim to clean up.
 * @throws UploadRejectedError, LeaseLostError
 */
export async function catalogUpload(job: UploadJob, model: CheckedModel, folders: string[]): Promise<void> {
  const { upload, services } = job;
  const now = services.now();
  await services.db.transaction().execute(async (trx) => {
    const locked = await lockClaimedUpload(trx, job);
    requireDeclaredZip(locked, model);
    const record = await lockUploadableRecord(trx, upload.record_id);
    await assignNextVersion(trx, locked);
    await insertCatalogRows(trx, locked, model, folders);
    const correction = await applyCorrection(trx, locked, getUploadTime(locked), now);
    const metadataFile = metadataFileName(String(record.id));
    // The portal writes this file from the record, so the vendor need not choose between two versions.
    const metadataVersions = await listCurrentVersionsOfFile(trx, record.id, metadataFile);
    await setArchived(trx, getFileIds(listReplacedVersions(metadataVersions)), true);
    await assignConflictNumbers(trx, record.id);
    await clearLeftReview(trx, record.id);
    await requestFindingCount(trx, record.id, now);
    const status = isEditableStatus(record.status)
      ? (await setStatus(trx, record.id, "pending", now)).status
      : record.status;
    const warnings = [...model.warnings, ...restoredFileWarnings(correction)];
    // Not in the receipt: it is outdated once the vendor has resolved it.
    const missing = missingFileWarnings(await filesMissingFromUpload(trx, record.id, upload.id));
    const accepted = {
      status,
      isFirst: (await findUpload(trx, upload.id))?.version === 1,
      hasConflicts: await hasOpenConflicts(trx, record.id),
      warnings: [...warnings, ...missing],
      correction,
    };
    await notifyAccepted(trx, locked, accepted, now);
    await updateUpload(trx, locked.id, {
      cataloged_at: now,
      receipt: JSON.stringify({
        changes: await compareWithPreviousUpload(trx, record.id, upload.id),
        metadataSha256: await findFileHash(trx, upload.id, metadataFile),
        schemaVersion: record.schema_version,
        warnings: warnings.map(({ text }) => text),
        faults: [],
      }),
    });
  });
}

const MAX_NAMED_FILES = 5;

/** Missing files stay in the model until someone removes them. */
function missingFileWarnings(paths: string[]): Diagnostic[] {
  if (paths.length === 0) return [];
  const text = `This upload does not contain ${formatPaths(paths)} from earlier uploads. These files stay in the model until you remove them on the record's page.`;
  return [createWarning(text)];
}

function restoredFileWarnings(
  { version, restoredPaths }: Pick<CorrectionResult, "version" | "restoredPaths"> = {
    version: 0,
    restoredPaths: [],
  },
): Diagnostic[] {
  if (restoredPaths.length === 0) return [];
  const text = `This correction restores ${formatPaths(restoredPaths)} from version ${version}. These files were archived and are part of the model again.`;
  return [createWarning(text)];
}

function formatPaths(paths: string[]): string {
  const more = paths.length > MAX_NAMED_FILES ? ` and ${paths.length - MAX_NAMED_FILES} more` : "";
  return `${paths.slice(0, MAX_NAMED_FILES).map(quoteName).join(", ")}${more}`;
}

/** @throws UploadRejectedError if the record was deleted or takes no uploads */
export async function findUploadableRecord(db: Db, recordId: number): Promise<StoredRecord> {
  return requireUploadableRecord(await findRecord(db, String(recordId)));
}

async function lockUploadableRecord(trx: Db, recordId: number): Promise<StoredRecord> {
  await findUploadableRecord(trx, recordId);
  return requireUploadableRecord(await lockRecord(trx, recordId));
}

function requireUploadableRecord(record: StoredRecord | undefined): StoredRecord {
  if (!record) throw new UploadRejectedError("The record was deleted before the upload was processed.");
  if (isUploadableStatus(record.status)) return record;
  throw new UploadRejectedError(uploadsClosedMessage(record.status));
}

const getUploadTime = ({ sent_at, received_at, requested_at }: StoredUpload) =>
  sent_at ?? received_at ?? requested_at;

async function insertCatalogRows(
  trx: Db,
  upload: StoredUpload,
  { size, sha256 }: CheckedModel,
  folders: string[],
): Promise<void> {
  const { id, record_id, username } = upload;
  const common = { record_id, upload_id: id, username, uploaded_at: getUploadTime(upload) };
  const zip = {
    path: upload.blob_name,
    blob_path: storedZipPath(upload),
    mime_type: getMimeType(upload.blob_name),
  };
  const folderColumns = { mime_type: "directory", size: 0, sha256: "" };
  await insertModelFiles(trx, [
    { ...common, kind: "zip", ...zip, size, sha256 },
    ...folders.map((path) => ({
      ...common,
      ...folderColumns,
      kind: "directory" as const,
      path,
      blob_path: "",
    })),
  ]);
  const blobFolder = storedFilePath(id, "");
  await catalogExtractedFiles(trx, {
    uploadId: id,
    recordId: record_id,
    username,
    blobFolder,
    uploadedAt: getUploadTime(upload),
  });
  await deleteExtractedFiles(trx, id);
}
