import { getStatusAfter, type ModelOutcome } from "../../contract/conflicts/rejectedModel.ts";
import { listReplacedVersions } from "../../contract/conflicts/resolveConflicts.ts";
import { isMetadataFile } from "../../contract/model-folder/modelFolderNames.ts";
import { statusLabel, type Status } from "../../contract/status.ts";
import { isRowId } from "../database/queries.ts";
import type { Db } from "../database/tables.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { requestFindingCount } from "../stores/records/findingStore.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";
import {
  assignConflictNumbers,
  listOpenConflicts,
  type ConflictingFile,
} from "../stores/uploads/conflictStore.ts";
import {
  getFileIds,
  listCurrentFiles,
  listFilesById,
  setArchived,
} from "../stores/uploads/currentFileStore.ts";
import {
  findLatestResolution,
  findRedoableResolution,
  findResolution,
  updateResolution,
  type StoredResolution,
} from "../stores/uploads/resolutionStore.ts";
import type { User } from "../user.ts";
import { changeReviewStatus, describeModel, lockUploadableRecord } from "./resolveConflicts.ts";

export type Reversal = "undo" | "redo";

export const getReversal = ({ undone_at }: StoredResolution): Reversal =>
  undone_at === null ? "undo" : "redo";

/** The resolutions of a record that can be undone and redone next, by id. */
export async function findReversals(db: Db, recordId: number): Promise<Map<number, Reversal>> {
  const found = [await findLatestResolution(db, recordId), await findRedoableResolution(db, recordId)];
  return new Map(
    found.flatMap((resolution) => (resolution ? [[resolution.id, getReversal(resolution)]] : [])),
  );
}

export interface ReversalOutcome extends ModelOutcome {
  status: Status;
}

type ReversedRecord = Pick<StoredRecord, "id" | "status">;

/** What undoing an active resolution, or redoing an undone one, would do. */
export const previewReversal = async (
  db: Db,
  record: ReversedRecord,
  resolution: StoredResolution,
): Promise<ReversalOutcome> => (await planReversal(db, record, resolution)).outcome;

interface ReversalPlan {
  outcome: ReversalOutcome;
  /** First restored, then archived. */
  restored: number[];
  archived: number[];
}

async function planReversal(
  db: Db,
  record: ReversedRecord,
  resolution: StoredResolution,
): Promise<ReversalPlan> {
  const { restored, archived } = getReversedIds(resolution);
  const currentFiles = await listCurrentFiles(db, record.id);
  const currentIds = new Set(currentFiles.map(({ uploadId: fileId }) => fileId));
  const archivedIds = new Set(archived.map(String));
  const restoredFiles = (await listFilesById(db, restored)).filter(({ uploadId: id }) => !currentIds.has(id));
  const files = [
    ...currentFiles.filter(({ uploadId: fileId }) => !archivedIds.has(fileId)),
    ...restoredFiles,
  ];
  // An upload since the resolution has replaced the metadata file.
  const metadataVersions = files.filter(({ path }) => isMetadataFile(path, String(record.id)));
  const replaced = listReplacedVersions(metadataVersions);
  const model = await describeModel(
    db,
    record.id,
    files.filter((file) => !replaced.includes(file)),
  );
  return {
    outcome: { ...model, status: getStatusAfter(record.status, model, resolution.left_review) },
    restored,
    archived: [...archived, ...getFileIds(replaced)],
  };
}

function getReversedIds(resolution: StoredResolution): Record<"restored" | "archived", number[]> {
  const { archived_file_ids, restored_file_ids } = resolution;
  return getReversal(resolution) === "undo"
    ? { restored: archived_file_ids, archived: restored_file_ids }
    : { restored: restored_file_ids, archived: archived_file_ids };
}

/**
 * Without an id, the latest. Undoing a resolution twice changes nothing.
 * @throws HttpError 409 unless it is the resolution to undo next
 */
export function undoResolution(
  services: Services,
  record: StoredRecord,
  user: User,
  resolutionId?: string,
): Promise<ConflictingFile[]> {
  return changeResolutions(services, record, user, async (trx) => {
    const latest = await findLatestResolution(trx, record.id);
    const undone =
      resolutionId === undefined ? latest : await requireResolution(trx, record.id, resolutionId);
    if (undone?.undone_at !== null) return undefined;
    if (undone.id !== latest?.id) throw new HttpError(409, LATER_RESOLUTION_EXISTS);
    return undone;
  });
}

/** Redoing a resolution twice changes nothing. @throws HttpError 409 unless it is the resolution to redo next */
export function redoResolution(
  services: Services,
  record: StoredRecord,
  user: User,
  resolutionId: string,
): Promise<ConflictingFile[]> {
  return changeResolutions(services, record, user, async (trx) => {
    const redone = await requireResolution(trx, record.id, resolutionId);
    if (redone.undone_at === null) return undefined;
    if (redone.id !== (await findRedoableResolution(trx, record.id))?.id)
      throw new HttpError(409, CANNOT_BE_REDONE);
    return redone;
  });
}

function changeResolutions(
  { db, now }: Services,
  { id, username }: StoredRecord,
  user: User,
  /** Undefined: nothing to change. */
  findReversed: (trx: Db) => Promise<StoredResolution | undefined>,
): Promise<ConflictingFile[]> {
  return db.transaction().execute(async (trx) => {
    const record = await lockUploadableRecord(trx, id);
    if (user.username !== username && record.status !== "pending")
      throw new HttpError(
        409,
        `This record is ${statusLabel(record.status)}, so only its vendor can change its uploads.`,
      );
    const resolution = await findReversed(trx);
    if (resolution) await reverseResolution(trx, record, resolution, { user, now: now() });
    return listOpenConflicts(trx, [id]);
  });
}

async function reverseResolution(
  trx: Db,
  record: StoredRecord,
  resolution: StoredResolution,
  { user, now }: { user: User; now: Date },
): Promise<void> {
  const { outcome, restored, archived } = await planReversal(trx, record, resolution);
  const { status, ...model } = outcome;
  await setArchived(trx, restored, false);
  await setArchived(trx, archived, true);
  // An upload cataloged since may agree with one side only.
  await assignConflictNumbers(trx, record.id);
  await requestFindingCount(trx, record.id, now);
  const isUndo = getReversal(resolution) === "undo";
  await updateResolution(trx, resolution.id, {
    undone_at: isUndo ? now : null,
    undone_by: isUndo ? user.username : null,
    left_review: record.status === "pending" && status !== "pending",
  });
  const action = `${isUndo ? "undid" : "redid"} a conflict resolution`;
  await changeReviewStatus(trx, { record, status, model, username: user.username, action, now });
}

const LATER_RESOLUTION_EXISTS = "A later conflict resolution exists. Undo that one first.";
const CANNOT_BE_REDONE =
  "This conflict resolution can no longer be redone, because the model has changed since. Reload the page.";

async function requireResolution(trx: Db, recordId: number, id: string): Promise<StoredResolution> {
  const found = isRowId(id) ? await findResolution(trx, recordId, Number(id)) : undefined;
  if (!found)
    throw new HttpError(409, "This conflict resolution does not exist on the record. Reload the page.");
  return found;
}
