import { applyConflictChoice, type ConflictOutcome } from "../../contract/conflicts/resolveConflicts.ts";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { isUploadableStatus, statusLabel } from "../../contract/status.ts";
import type { User } from "../auth/tokens.ts";
import type { Db } from "../database/tables.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { assignConflictNumbers, listOpenConflicts, type ConflictingFile } from "../stores/uploads/conflictStore.ts";
import {
  countFiles,
  listFilesOfUpload,
  listCurrentFiles,
  listOtherRows,
  setArchived,
  type ModelFileVersion,
} from "../stores/uploads/currentFileStore.ts";
import { lockRecord, type StoredRecord } from "../stores/records/recordStore.ts";
import {
  findResolution,
  insertResolution,
  findLatestResolution,
  findLatestResolutionKeeping,
  setResolutionUndone,
  type StoredResolution,
} from "../stores/uploads/resolutionStore.ts";
import { isRowId } from "../database/queries.ts";
import { findUploadOfRecord } from "../stores/uploads/uploadStore.ts";

/** Whether the files that stand are those that were looked at. */
type Seen = (trx: Db) => Promise<boolean>;

/** What a choice comes to, out of the files that stand. */
interface Chosen {
  outcome: ConflictOutcome<ModelFileVersion>;
  /** The upload kept as a whole, and what besides files goes and comes back with that. */
  upload?: { batchId: string; aside: number[]; own: number[] };
  keptIds: number[];
  /** The choice is told even where it changes nothing. */
  isTold?: boolean;
}

/** The conflicts of a record after a choice. */
export interface Resolved {
  open: ConflictingFile[];
  /** The resolution that stands for the choice, for undoing it; none where there was nothing to choose. */
  resolutionId: number | undefined;
}

/**
 * Keeps one whole upload: exactly its files stand afterwards, those of it that were put aside too, and all others are
 * archived. Choosing it again changes nothing. Refused with 404 when the record has no such upload, and with 409 when
 * another was kept in its place, or other files stand than were looked at.
 */
export function keepUpload(
  services: Services,
  record: StoredRecord,
  batchId: string,
  isSeen: Seen,
): Promise<Resolved> {
  return resolve(services, record, isSeen, async (trx, standing) => {
    const batch = await findUploadOfRecord(trx, record.id, batchId);
    // One that was refused, or never sent, has no files: the model would be empty.
    if (!batch?.cataloged_at) throw new HttpError(404, "The record has no such upload.");
    const files = await listFilesOfUpload(trx, batch.id);
    if (files.length > 0 && files.every(({ archived }) => archived)) throw new HttpError(409, ANOTHER_CHOSEN);
    const outcome = applyConflictChoice(standing, { files });
    const upload = { batchId: batch.id, ...(await listOtherRows(trx, record.id, batch.id)) };
    return { outcome, upload, keptIds: [] };
  });
}

const ANOTHER_CHOSEN = "Another version of this file was chosen meanwhile. Undo that choice first.";

/**
 * Keeps one version of a file: the others of its path are archived. Choosing it again changes nothing. Refused with
 * 404 when the record has no such version, and with 409 when another one was chosen.
 */
export function keepFile(
  services: Services,
  record: StoredRecord,
  uploadId: string,
  isSeen: Seen,
): Promise<Resolved> {
  return resolve(services, record, isSeen, async (trx, standing) => {
    if (!standing.some((file) => file.uploadId === uploadId)) {
      const isThere = isRowId(uploadId) && (await countFiles(trx, record.id, [Number(uploadId)])) > 0;
      throw isThere
        ? new HttpError(409, ANOTHER_CHOSEN)
        : new HttpError(404, "The record has no such version of a file.");
    }
    const outcome = applyConflictChoice(standing, { keptIds: new Set([uploadId]), removedIds: new Set() });
    return { outcome, keptIds: [Number(uploadId)] };
  });
}

/**
 * Keeps one version each of many files and leaves others out, as one resolution: undoing brings back all that it
 * archived. Choosing them again changes nothing. Refused with 409, and nothing changed, when one of them was put aside
 * meanwhile, two are of one path, or the files that stand are others than were looked at.
 */
export function keepFiles(
  services: Services,
  record: StoredRecord,
  { kept, leftOut }: { kept: string[]; leftOut: string[] },
  isSeen: Seen,
): Promise<Resolved> {
  return resolve(services, record, isSeen, async (trx, standing) => {
    const choice = { keptIds: new Set(kept), removedIds: new Set(leftOut) };
    const outcome = applyConflictChoice(standing, choice);
    const paths = new Set(
      outcome.currentFiles.flatMap(({ uploadId, path }) => (choice.keptIds.has(uploadId) ? [caseFold(path)] : [])),
    );
    // A version that stands no more, two of one path, or one of a path that is left out: each leaves fewer paths.
    if (paths.size !== choice.kept.size) throw new HttpError(409, CHANGED);
    const leftOutIds = [...choice.leftOut].filter(isRowId).map(Number);
    if ((await countFiles(trx, record.id, leftOutIds)) < choice.leftOut.size)
      throw new HttpError(409, CHANGED);
    return { outcome, keptIds: [...choice.kept].map(Number), isTold: choice.kept.size > 0 };
  });
}

const CHANGED = "The conflicts have changed meanwhile. Look at them again, and choose anew.";

function resolve(
  services: Services,
  { id: recordId, username }: StoredRecord,
  isSeen: Seen,
  choice: (trx: Db, standing: ModelFileVersion[]) => Promise<Chosen>,
): Promise<Resolved> {
  return services.db.transaction().execute(async (trx) => {
    await lockUndecided(trx, recordId);
    const standing = await listCurrentFiles(trx, recordId);
    const { outcome, upload, keptIds, isTold } = await choice(trx, standing);
    if (outcome.archivedFiles.length > 0 && !(await isSeen(trx))) throw new HttpError(409, CHANGED);
    const stood = new Set(standing.map(({ uploadId }) => uploadId));
    const restored = outcome.currentFiles.filter(({ uploadId }) => !stood.has(uploadId));
    const archivedIds = [...idsOf(outcome.archivedFiles), ...(upload?.aside ?? [])];
    const restoredIds = [...idsOf(restored), ...(upload?.own ?? [])];
    const before = await findLatestResolutionKeeping(
      trx,
      recordId,
      upload ? { batchId: upload.batchId } : { ids: keptIds },
    );
    const isChange = archivedIds.length > 0 || restoredIds.length > 0;
    if (!isChange && (before || !isTold))
      return { open: await listOpenConflicts(trx, recordId), resolutionId: before?.id };
    await setArchived(trx, archivedIds, true);
    await setArchived(trx, restoredIds, false);
    const resolutionId = await insertResolution(trx, {
      record_id: recordId,
      username,
      kept_upload_id: upload?.batchId ?? null,
      kept_file_ids: keptIds,
      archived_file_ids: archivedIds,
      restored_file_ids: restoredIds,
      document: JSON.stringify(resolutionSummary(outcome, keptIds)),
      resolved_at: services.now(),
    });
    return { open: await listOpenConflicts(trx, recordId), resolutionId };
  });
}

const idsOf = (files: ModelFileVersion[]) => files.map(({ uploadId }) => Number(uploadId));

/** So many files of a choice are named, and the others counted. */
const MOST_NAMED = 200;

/** What is told of a choice: the files that were chosen, and the contents that stand no more. */
export function resolutionSummary(
  { currentFiles, lostFiles, removedPaths }: ConflictOutcome<ModelFileVersion>,
  keptIds: number[],
) {
  const kept = new Set(keptIds.map(String));
  const named = ({ path, version }: ModelFileVersion) => ({ path, version });
  const chosen = [
    ...currentFiles.filter(({ uploadId }) => kept.has(uploadId)).map(named),
    ...removedPaths.map((path) => ({ path, version: null })),
  ];
  return {
    chosen: chosen.slice(0, MOST_NAMED),
    archivedFiles: lostFiles.slice(0, MOST_NAMED).map(named),
    archivedFileCount: lostFiles.length,
  };
}

/**
 * Brings back what a resolution archived: the one named, else the last that stands. Undoing one again changes nothing.
 * The record's vendor may, and while it is pending the agency. Answers the open conflicts; refused with 409 when
 * another choice was made after it, or the record has none such.
 */
export function undoResolution(
  services: Services,
  record: StoredRecord,
  user: User,
  resolutionId?: string,
): Promise<ConflictingFile[]> {
  return services.db.transaction().execute(async (trx) => {
    const { status } = await lockUndecided(trx, record.id);
    if (user.username !== record.username && status !== "pending")
      throw new HttpError(
        409,
        `This record is ${statusLabel(status)}; only its vendor can change its uploads.`,
      );
    const last = await findLatestResolution(trx, record.id);
    const undone = resolutionId === undefined ? last : await resolutionOf(trx, record.id, resolutionId);
    if (undone?.undone_at === null) {
      if (undone.id !== last?.id) throw new HttpError(409, CHOSEN_SINCE);
      await setResolutionUndone(trx, undone.id, user.username, services.now());
      await setArchived(trx, undone.archived_file_ids, false);
      await setArchived(trx, undone.restored_file_ids, true);
      // An upload that came in between may agree with one side only.
      await assignConflictNumbers(trx, record.id);
    }
    return listOpenConflicts(trx, record.id);
  });
}

const CHOSEN_SINCE = "Another choice was made since this one. Undo that one first.";

async function resolutionOf(trx: Db, recordId: number, id: string): Promise<StoredResolution> {
  const found = isRowId(id) ? await findResolution(trx, recordId, Number(id)) : undefined;
  if (!found) throw new HttpError(409, "The record has no such choice.");
  return found;
}

/** Holds the record against uploads, decisions and other choices meanwhile. */
async function lockUndecided(trx: Db, recordId: number): Promise<StoredRecord> {
  const record = await lockRecord(trx, recordId);
  if (isUploadableStatus(record.status)) return record;
  throw new HttpError(
    409,
    `This record is ${statusLabel(record.status)}; its uploads can no longer be changed.`,
  );
}
