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
  type Correction,
  type StoredUpload,
} from "../stores/uploads/uploadStore.ts";
import { resolutionSummary } from "./resolveConflicts.ts";

/** What an upload is asked to correct, as the call names it. */
export interface CorrectionRequest {
  batchId?: string | undefined;
  /** Files and folders that are to go, by their paths inside the model. */
  leftOut: string[];
}

/**
 * The version that an upload is asked for as a correction of; nothing where the whole model is to be sent. Refused with
 * 404 where the record has no such version, with 409 while it is being processed, and with 400 where it does not hold
 * what is to go.
 */
export async function validateCorrection(
  db: Db,
  recordId: number,
  { batchId, leftOut }: CorrectionRequest,
): Promise<Partial<Correction>> {
  if (batchId === undefined) {
    if (leftOut.length > 0)
      throw new HttpError(400, "Only a correction of a version can leave files of it out.");
    return {};
  }
  const batch = await findUploadOfRecord(db, recordId, batchId);
  if (batch?.due_at && batch.version === null)
    throw new HttpError(
      409,
      "This upload is still being processed. Correct it once it is a version of the model.",
    );
  if (!batch || batch.version === null)
    throw new HttpError(404, "The record has no such version to correct.");
  const held = new Set((await listVersionEntries(db, batch.id)).map(({ path }) => caseFold(path)));
  const unknown = leftOut.find((path) => !held.has(caseFold(path)));
  if (unknown !== undefined)
    throw new HttpError(
      400,
      `Version ${batch.version} holds no file or folder ${quoteName(unknown)} to leave out.`,
    );
  return { corrected_upload_id: batch.id, excluded_paths: leftOut };
}

/** The version that an upload corrects, with all it holds; undefined where the upload holds the whole model. */
export type CorrectedVersion = CorrectedEntries<VersionEntry> | undefined;

/** Looks up what an upload corrects. */
export async function loadCorrectedVersion(
  db: Db,
  { corrected_upload_id, excluded_paths: leftOut }: Correction,
): Promise<CorrectedVersion> {
  return corrected_upload_id === null
    ? undefined
    : { entries: await listVersionEntries(db, corrected_upload_id), excludedPaths: leftOut };
}

/** What came of a correction. */
export interface CorrectionResult {
  /** The version that was corrected. */
  version: number;
  /** So many of its files are taken over. */
  files: number;
  /** The paths of those among them that had been put aside by a choice, and stand again. */
  back: string[];
}

/**
 * Completes a catalogued correction: what it takes over becomes part of it by reference. Where it corrects the model as
 * it stands, exactly its files stand from then on; where others stand, the uploads are compared like any. The record
 * must be held. Answers nothing for an upload that holds the whole model.
 */
export async function applyCorrection(
  trx: Db,
  batch: StoredUpload,
  uploadedAt: Date,
  now: Date,
): Promise<CorrectionResult | undefined> {
  const corrected = await loadCorrectedVersion(trx, batch);
  if (!corrected) return undefined;
  const version = (await findUpload(trx, batch.corrected_upload_id!))!.version!;
  const standing = (await listCurrentFiles(trx, batch.record_id)).filter(
    ({ uploadBatchId }) => uploadBatchId !== batch.id,
  );
  const brought = await listVersionEntries(trx, batch.id);
  const pathsOf = (wanted: VersionEntry["kind"]) =>
    brought.filter(({ kind }) => kind === wanted).map(({ path }) => path);
  const taken = listInheritedEntries(corrected, pathsOf("file"), pathsOf("directory"));
  const { id: batchId, username } = batch;
  await copyEntriesToUpload(
    trx,
    { batchId, username, uploadedAt },
    taken.map(({ id }) => id),
  );
  const contents = new Set(corrected.entries.map(contentOf));
  if (standing.every((file) => (file.version ?? 0) <= version && contents.has(contentOf(file))))
    await replaceModel(trx, batch, standing, { version, now });
  const files = taken.filter(({ kind }) => kind === "file");
  return { version, files: files.length, back: broughtBack(corrected.entries, files, standing) };
}

/** Of a version that still stands, what is taken over though it had been put aside. */
function broughtBack(entries: VersionEntry[], taken: VersionEntry[], standing: ModelFileVersion[]): string[] {
  if (entries.every(({ archived }) => archived)) return [];
  const there = new Set(standing.map(contentOf));
  return taken.filter((file) => !there.has(contentOf(file))).map(({ path }) => path);
}

/** Puts aside all that stands beside a correction, as a choice of its vendor that is told and can be undone. */
async function replaceModel(
  trx: Db,
  { id, record_id, username }: StoredUpload,
  standing: ModelFileVersion[],
  { version, now }: { version: number; now: Date },
): Promise<void> {
  const { aside } = await listOtherRows(trx, record_id, id);
  const archived_file_ids = [...standing.map(({ uploadId }) => Number(uploadId)), ...aside];
  await setArchived(trx, archived_file_ids, true);
  const outcome = applyConflictChoice(standing, { files: await listFilesOfUpload(trx, id) });
  await insertResolution(trx, {
    ...{ record_id, username, archived_file_ids, resolved_at: now },
    // What an undo puts aside.
    restored_file_ids: await listRowIdsOfUpload(trx, id),
    document: JSON.stringify({ ...resolutionSummary(outcome, []), correctedVersion: version }),
  });
}

const contentOf = ({ path, sha256 }: { path: string; sha256: string }) => `${sha256} ${caseFold(path)}`;
