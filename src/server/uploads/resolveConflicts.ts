import { applyConflictChoice, type ConflictOutcome } from "../../contract/conflicts/resolveConflicts.ts";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { isMetadataFile } from "../../contract/model-folder/modelFolderNames.ts";
import {
  describeModelFiles,
  formatModelOutcome,
  formatStatusChange,
  getStatusAfter,
  type ModelOutcome,
} from "../../contract/conflicts/rejectedModel.ts";
import { isUploadableStatus, statusForbidsMessage, type Status } from "../../contract/status.ts";
import type { Db } from "../database/tables.ts";
import { HttpError } from "../httpError.ts";
import { queueRecordMail } from "../mail/queueMail.ts";
import type { Services } from "../services.ts";
import { recordAuditEvent } from "../stores/auditStore.ts";
import { listOpenConflicts, type ConflictingFile } from "../stores/uploads/conflictStore.ts";
import {
  countFiles,
  getFileIds,
  listFilesOfUpload,
  listFilesOfVersions,
  listCurrentFiles,
  listOtherRows,
  setArchived,
  type ModelFileVersion,
} from "../stores/uploads/currentFileStore.ts";
import { requestFindingCount } from "../stores/records/findingStore.ts";
import { insertMessage, PORTAL_USER } from "../stores/records/messageStore.ts";
import { listRejectedVersions } from "../stores/records/notificationStore.ts";
import { lockRecord, setStatus, type StoredRecord } from "../stores/records/recordStore.ts";
import { insertResolution, findLatestResolutionKeeping } from "../stores/uploads/resolutionStore.ts";
import { isRowId } from "../database/queries.ts";
import { findUploadOfRecord } from "../stores/uploads/uploadStore.ts";

/** Whether the current files are still those that the user saw. */
type HasSeenCurrentFiles = (trx: Db) => Promise<boolean>;

interface ReviewStatusChange {
  /** Locked. */
  record: StoredRecord;
  status: Status;
  model: ModelOutcome;
  username: string;
  /** What the user did. */
  action: string;
  now: Date;
}

/** Notifies vendor and agency if the status changes. */
export async function changeReviewStatus(
  trx: Db,
  { record, status, model, username, action, now }: ReviewStatusChange,
): Promise<void> {
  const change = formatStatusChange(record.status, status);
  if (change === undefined) return;
  const { id: recordId } = record;
  const content = `${username} ${action}. ${formatModelOutcome(model)} ${change}`;
  await insertMessage(trx, {
    ...{ recordId, username: PORTAL_USER, content, now },
    // Home counts messages of the portal as unread unless they are linked to a version.
    ...(username !== record.username && { uploadVersion: null }),
  });
  const { event, sentence } = status === "pending" ? RETURNED_TO_REVIEW : LEFT_REVIEW;
  await recordAuditEvent(trx, { event, username, recordId }, now);
  for (const to of ["vendor", "reviewers"] as const)
    await queueRecordMail(trx, { recordId, to, actor: username, sentence, details: content }, now);
  await setStatus(trx, recordId, status, now);
}

const LEFT_REVIEW = {
  event: "record left review",
  sentence: "This model is no longer in review.",
} as const;

const RETURNED_TO_REVIEW = {
  event: "record returned to review",
  sentence: "This model is in review again.",
} as const;

/** Compares with all files of rejected versions, because some of them may be archived. */
export async function describeModel(
  db: Db,
  recordId: number,
  files: ModelFileVersion[],
): Promise<ModelOutcome> {
  const rejectedVersions = await listRejectedVersions(db, recordId);
  const rejectedFiles = await listFilesOfVersions(db, recordId, rejectedVersions);
  return describeModelFiles(files, rejectedFiles, rejectedVersions);
}

interface AppliedChoice {
  outcome: ConflictOutcome<ModelFileVersion>;
  upload?: { uploadId: string; othersToArchive: number[]; ownToRestore: number[] };
  keptFileIds: number[];
  /** Record the choice even if it changes nothing. */
  isAlwaysRecorded?: boolean;
}

export interface ResolvedConflicts {
  openConflicts: ConflictingFile[];
  resolutionId: number | undefined;
}

/** @throws HttpError 404 for an unknown upload, 409 if another was kept instead or the user saw other files */
export function keepUpload(
  services: Services,
  record: StoredRecord,
  uploadId: string,
  hasSeenCurrentFiles: HasSeenCurrentFiles,
): Promise<ResolvedConflicts> {
  return applyChoice(services, record, hasSeenCurrentFiles, async (trx, currentFiles) => {
    const keptUpload = await findUploadOfRecord(trx, record.id, uploadId);
    // A rejected or unsent upload has no files: the model would be empty.
    if (!keptUpload?.cataloged_at)
      throw new HttpError(
        404,
        "The chosen upload does not exist or has no files. Reload the page and choose again.",
      );
    const files = await listFilesOfUpload(trx, keptUpload.id);
    if (files.length > 0 && files.every(({ archived }) => archived)) throw new HttpError(409, ANOTHER_CHOSEN);
    const outcome = applyConflictChoice(currentFiles, { files });
    const upload = { uploadId: keptUpload.id, ...(await listOtherRows(trx, record.id, keptUpload.id)) };
    return { outcome, upload, keptFileIds: [] };
  });
}

const ANOTHER_CHOSEN =
  "Another version of this file was already chosen. Undo that conflict resolution first.";

/** @throws HttpError 404 for an unknown version, 409 if another version was chosen */
export function keepFile(
  services: Services,
  record: StoredRecord,
  fileId: string,
  hasSeenCurrentFiles: HasSeenCurrentFiles,
): Promise<ResolvedConflicts> {
  return applyChoice(services, record, hasSeenCurrentFiles, async (trx, currentFiles) => {
    if (!currentFiles.some((file) => file.uploadId === fileId)) {
      const exists = isRowId(fileId) && (await countFiles(trx, record.id, [Number(fileId)])) > 0;
      throw exists
        ? new HttpError(409, ANOTHER_CHOSEN)
        : new HttpError(
            404,
            "The record does not have the chosen file version. Reload the page and choose again.",
          );
    }
    const outcome = applyConflictChoice(currentFiles, { keptIds: new Set([fileId]), removedIds: new Set() });
    return { outcome, keptFileIds: [Number(fileId)] };
  });
}

/**
 * @throws HttpError 400 if the choice removes the metadata file, 409 if a chosen version was archived, two share a path,
 * or the user saw other files
 */
export function keepFiles(
  services: Services,
  record: StoredRecord,
  { keptFileIds, removedFileIds }: { keptFileIds: string[]; removedFileIds: string[] },
  hasSeenCurrentFiles: HasSeenCurrentFiles,
): Promise<ResolvedConflicts> {
  return applyChoice(services, record, hasSeenCurrentFiles, async (trx, currentFiles) => {
    const choice = { keptIds: new Set(keptFileIds), removedIds: new Set(removedFileIds) };
    const outcome = applyConflictChoice(currentFiles, choice);
    if (outcome.removedPaths.some((path) => isMetadataFile(path, String(record.id))))
      throw new HttpError(400, "The metadata file is part of every model. You cannot remove it.");
    const keptPaths = new Set(
      outcome.currentFiles.flatMap(({ uploadId: fileId, path }) =>
        choice.keptIds.has(fileId) ? [caseFold(path)] : [],
      ),
    );
    // Archived versions, two versions of one path and removed paths each leave fewer paths.
    if (keptPaths.size !== choice.keptIds.size) throw new HttpError(409, CHANGED);
    const removedIds = [...choice.removedIds].filter(isRowId).map(Number);
    if ((await countFiles(trx, record.id, removedIds)) < choice.removedIds.size)
      throw new HttpError(409, CHANGED);
    return {
      outcome,
      keptFileIds: [...choice.keptIds].map(Number),
      isAlwaysRecorded: choice.keptIds.size > 0,
    };
  });
}

const CHANGED = "The conflicts have changed. Review them and choose again.";

function applyChoice(
  services: Services,
  { id: recordId, username }: StoredRecord,
  hasSeenCurrentFiles: HasSeenCurrentFiles,
  choice: (trx: Db, currentFiles: ModelFileVersion[]) => Promise<AppliedChoice>,
): Promise<ResolvedConflicts> {
  return services.db.transaction().execute(async (trx) => {
    const record = await lockUploadableRecord(trx, recordId);
    const currentFiles = await listCurrentFiles(trx, recordId);
    const { outcome, upload, keptFileIds, isAlwaysRecorded } = await choice(trx, currentFiles);
    if (outcome.archivedFiles.length > 0 && !(await hasSeenCurrentFiles(trx)))
      throw new HttpError(409, CHANGED);
    const currentIds = new Set(currentFiles.map(({ uploadId: fileId }) => fileId));
    const restored = outcome.currentFiles.filter(({ uploadId: fileId }) => !currentIds.has(fileId));
    const archivedIds = [...getFileIds(outcome.archivedFiles), ...(upload?.othersToArchive ?? [])];
    const restoredIds = [...getFileIds(restored), ...(upload?.ownToRestore ?? [])];
    const earlierResolution = await findLatestResolutionKeeping(
      trx,
      recordId,
      upload ? { uploadId: upload.uploadId } : { fileIds: keptFileIds },
    );
    const hasChanges = archivedIds.length > 0 || restoredIds.length > 0;
    if (!hasChanges && (earlierResolution || !isAlwaysRecorded))
      return { openConflicts: await listOpenConflicts(trx, [recordId]), resolutionId: earlierResolution?.id };
    await setArchived(trx, archivedIds, true);
    await setArchived(trx, restoredIds, false);
    await requestFindingCount(trx, recordId, services.now());
    const model = await describeModel(trx, recordId, outcome.currentFiles);
    const status = getStatusAfter(record.status, model);
    const action = "chose between uploads";
    await changeReviewStatus(trx, { record, status, model, username, action, now: services.now() });
    const resolutionId = await insertResolution(trx, {
      record_id: recordId,
      username,
      kept_upload_id: upload?.uploadId ?? null,
      kept_file_ids: keptFileIds,
      archived_file_ids: archivedIds,
      restored_file_ids: restoredIds,
      document: JSON.stringify(resolutionSummary(outcome, keptFileIds)),
      resolved_at: services.now(),
      left_review: status !== record.status,
    });
    return { openConflicts: await listOpenConflicts(trx, [recordId]), resolutionId };
  });
}

const MAX_LISTED_FILES = 200;

export function resolutionSummary(
  { currentFiles, lostFiles, removedPaths }: ConflictOutcome<ModelFileVersion>,
  keptFileIds: number[],
) {
  const kept = new Set(keptFileIds.map(String));
  const toListedFile = ({ path, version }: ModelFileVersion) => ({ path, version });
  const chosen = [
    ...currentFiles.filter(({ uploadId: fileId }) => kept.has(fileId)).map(toListedFile),
    ...removedPaths.map((path) => ({ path, version: null })),
  ];
  return {
    chosen: chosen.slice(0, MAX_LISTED_FILES),
    archivedFiles: lostFiles.slice(0, MAX_LISTED_FILES).map(toListedFile),
    archivedFileCount: lostFiles.length,
  };
}

/** @throws HttpError 409 unless the status allows changing uploads */
export async function lockUploadableRecord(trx: Db, recordId: number): Promise<StoredRecord> {
  const record = await lockRecord(trx, recordId);
  if (isUploadableStatus(record.status)) return record;
  throw new HttpError(409, statusForbidsMessage(record.status, "change its uploads"));
}
