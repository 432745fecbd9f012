import { applyConflictChoice } from "../../contract/conflicts/resolveConflicts.ts";
import { quoteName } from "../../contract/model-folder/diagnostic.ts";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { listInheritedEntries, type CorrectedEntries } from "../../contract/uploads/correction.ts";
import type { Db } from "../database/tables.ts";
import { HttpError } from "../httpError.ts";
import {
  listFilesOfUpload,
  listCurrentFiles,
  listOtherRows,
  setArchived,
  type ModelFileVersion,
} from "../stores/uploads/currentFileStore.ts";
import {
  copyEntriesToUpload,
  listRowIdsOfUpload,
  listVersionEntries,
  type VersionEntry,
} from "../stores/uploads/catalogStore.ts";
import { insertResolution } from "../stores/uploads/resolutionStore.ts";
import {
  findUpload,
  findUploadOfRecord,
  type CorrectionColumns,
  type StoredUpload,
} from "../stores/uploads/uploadStore.ts";
import { resolutionSummary } from "./resolveConflicts.ts";

export interface CorrectionRequest {
  uploadId?: string | undefined;
  excludedPaths: string[];
}

/** @throws HttpError 404 for an unknown version, 409 while it is processed, 400 for an unknown excluded path */
export async function validateCorrection(
  db: Db,
  recordId: number,
  { uploadId, excludedPaths }: CorrectionRequest,
): Promise<Partial<CorrectionColumns>> {
  if (uploadId === undefined) {
    if (excludedPaths.length > 0)
      throw new HttpError(400, "Only a correction of an earlier version can delete files.");
    return {};
  }
  const corrected = await findUploadOfRecord(db, recordId, uploadId);
  if (corrected && corrected.job_id !== null && corrected.version === null)
    throw new HttpError(
      409,
      "This upload is still being processed. You can correct it when processing has finished.",
    );
  if (!corrected || corrected.version === null)
    throw new HttpError(404, "The version to correct does not exist. Reload the page and choose a version.");
  const knownPaths = new Set((await listVersionEntries(db, corrected.id)).map(({ path }) => caseFold(path)));
  const unknownPath = excludedPaths.find((path) => !knownPaths.has(caseFold(path)));
  if (unknownPath !== undefined)
    throw new HttpError(400, `Version ${corrected.version} has no file or folder ${quoteName(unknownPath)}.`);
  return { corrected_upload_id: corrected.id, excluded_paths: excludedPaths };
}

export type CorrectedVersion = CorrectedEntries<VersionEntry> | undefined;

export async function loadCorrectedVersion(
  db: Db,
  { corrected_upload_id, excluded_paths: excludedPaths }: CorrectionColumns,
): Promise<CorrectedVersion> {
  return corrected_upload_id === null
    ? undefined
    : { entries: await listVersionEntries(db, corrected_upload_id), excludedPaths };
}

export interface CorrectionResult {
  version: number;
  keptFileCount: number;
  /** Paths of kept files that were archived by a choice and are current again. */
  restoredPaths: string[];
}

/**
 * Adds the kept files by reference. If the correction is based on the current files, it replaces them; otherwise the
 * uploads are compared as usual. The caller must hold the lock of the record.
 */
export async function applyCorrection(
  trx: Db,
  upload: StoredUpload,
  uploadedAt: Date,
  now: Date,
): Promise<CorrectionResult | undefined> {
  const corrected = await loadCorrectedVersion(trx, upload);
  if (!corrected) return undefined;
  const version = (await findUpload(trx, upload.corrected_upload_id!))!.version!;
  const otherCurrentFiles = (await listCurrentFiles(trx, upload.record_id)).filter(
    ({ uploadBatchId }) => uploadBatchId !== upload.id,
  );
  const ownEntries = await listVersionEntries(trx, upload.id);
  const listOwnPaths = (wanted: VersionEntry["kind"]) =>
    ownEntries.filter(({ kind }) => kind === wanted).map(({ path }) => path);
  const inherited = listInheritedEntries(corrected, listOwnPaths("file"), listOwnPaths("directory"));
  const { id: uploadId, username } = upload;
  await copyEntriesToUpload(
    trx,
    { uploadId, username, uploadedAt },
    inherited.map(({ id }) => id),
  );
  const correctedContents = new Set(corrected.entries.map(getContentKey));
  if (
    otherCurrentFiles.every(
      (file) => (file.version ?? 0) <= version && correctedContents.has(getContentKey(file)),
    )
  )
    await archiveOtherFiles(trx, upload, otherCurrentFiles, { version, now });
  const keptFiles = inherited.filter(({ kind }) => kind === "file");
  return {
    version,
    keptFileCount: keptFiles.length,
    restoredPaths: listRestoredPaths(corrected.entries, keptFiles, otherCurrentFiles),
  };
}

/** Kept files that were archived although their version still has current files. */
function listRestoredPaths(
  entries: VersionEntry[],
  inherited: VersionEntry[],
  otherCurrentFiles: ModelFileVersion[],
): string[] {
  if (entries.every(({ archived }) => archived)) return [];
  const currentContents = new Set(otherCurrentFiles.map(getContentKey));
  return inherited.filter((file) => !currentContents.has(getContentKey(file))).map(({ path }) => path);
}

/** Archives the other current files, as a resolution that the vendor sees and can undo. */
async function archiveOtherFiles(
  trx: Db,
  { id, record_id, username }: StoredUpload,
  otherCurrentFiles: ModelFileVersion[],
  { version, now }: { version: number; now: Date },
): Promise<void> {
  const { othersToArchive } = await listOtherRows(trx, record_id, id);
  const archived_file_ids = [
    ...otherCurrentFiles.map(({ uploadId: fileId }) => Number(fileId)),
    ...othersToArchive,
  ];
  await setArchived(trx, archived_file_ids, true);
  const outcome = applyConflictChoice(otherCurrentFiles, { files: await listFilesOfUpload(trx, id) });
  await insertResolution(trx, {
    ...{ record_id, username, archived_file_ids, resolved_at: now },
    restored_file_ids: await listRowIdsOfUpload(trx, id),
    document: JSON.stringify({ ...resolutionSummary(outcome, []), correctedVersion: version }),
  });
}

const getContentKey = ({ path, sha256 }: { path: string; sha256: string }) => `${sha256} ${caseFold(path)}`;
