import type { Kysely } from "kysely";
import { outcomeOf } from "../../contract/conflicts/conflictOutcome.ts";
import { quoted } from "../../contract/model-folder/modelFolderFinding.ts";
import { folded } from "../../contract/model-folder/modelFolderEntry.ts";
import { takenOver, type Corrected } from "../../contract/uploads/correction.ts";
import type { Database } from "../database/tables.ts";
import { Refusal } from "../refusal.ts";
import { listStanding, setArchived } from "../stores/modelStore.ts";
import {
  catalogueTakenOver,
  listStandingBeside,
  listVersion,
  type HeldEntry,
} from "../stores/uploads/correctionStore.ts";
import { insertResolution } from "../stores/uploads/resolutionStore.ts";
import {
  findBatch,
  findBatchOf,
  type Correction,
  type StoredBatch,
} from "../stores/uploads/uploadBatchStore.ts";
import { tellingOf } from "./resolveConflicts.ts";

type Db = Kysely<Database>;

/** What an upload is asked to correct, as the call names it. */
export interface WantedCorrection {
  batchId?: string | undefined;
  /** Files and folders that are to go, by their paths inside the model. */
  leftOut: string[];
}

/**
 * The version that an upload is asked for as a correction of; nothing where the whole model is to be sent. Refused with
 * 404 where the record has no such version, with 409 while it is being processed, and with 400 where it does not hold
 * what is to go.
 */
export async function requireCorrection(
  db: Db,
  recordId: number,
  { batchId, leftOut }: WantedCorrection,
): Promise<Partial<Correction>> {
  if (batchId === undefined) {
    if (leftOut.length > 0)
      throw new Refusal(400, "Only a correction of a version can leave files of it out.");
    return {};
  }
  const batch = await findBatchOf(db, recordId, batchId);
  if (batch?.due_at && batch.version === null)
    throw new Refusal(
      409,
      "This upload is still being processed. Correct it once it is a version of the model.",
    );
  if (!batch || batch.version === null) throw new Refusal(404, "The record has no such version to correct.");
  const held = new Set((await listVersion(db, batch.id)).map(({ path }) => folded(path)));
  const unknown = leftOut.find((path) => !held.has(folded(path)));
  if (unknown !== undefined)
    throw new Refusal(
      400,
      `Version ${batch.version} holds no file or folder ${quoted(unknown)} to leave out.`,
    );
  return { corrects: batch.id, left_out: leftOut };
}

/** The version that an upload corrects, with all it holds; nothing of an upload that holds the whole model. */
export async function correctedBy(
  db: Db,
  { corrects, left_out: leftOut }: Correction,
): Promise<Corrected<HeldEntry> | undefined> {
  return corrects === null ? undefined : { entries: await listVersion(db, corrects), leftOut };
}

/** What came of a correction. */
export interface Corrections {
  /** The version that was corrected. */
  version: number | null;
  /** So many of its files are taken over. */
  files: number;
}

/**
 * Completes a catalogued correction: what it takes over becomes part of it by reference. One of the newest version that
 * stands takes that version's place; where a newer one stands, the two are compared like any others. The record must be
 * held. Answers nothing for an upload that holds the whole model.
 */
export async function completeCorrection(
  trx: Db,
  batch: StoredBatch,
  uploadedAt: Date,
  now: Date,
): Promise<Corrections | undefined> {
  const corrected = await correctedBy(trx, batch);
  if (!corrected) return undefined;
  const brought = await listVersion(trx, batch.id);
  const pathsOf = (wanted: HeldEntry["kind"]) =>
    brought.filter(({ kind }) => kind === wanted).map(({ path }) => path);
  const taken = takenOver(corrected, pathsOf("file"), pathsOf("directory"));
  const { id: batchId, username } = batch;
  await catalogueTakenOver(
    trx,
    { batchId, username, uploadedAt },
    taken.map(({ id }) => id),
  );
  const version = (await findBatch(trx, batch.corrects!))?.version ?? null;
  await replaceCorrected(trx, batch, corrected.entries, { version, now });
  return { version, files: taken.filter(({ kind }) => kind === "file").length };
}

/**
 * Puts aside what a correction corrects, whichever upload brought it, as a choice of its vendor that is told and can be
 * undone.
 */
async function replaceCorrected(
  trx: Db,
  batch: StoredBatch,
  entries: HeldEntry[],
  { version, now }: { version: number | null; now: Date },
): Promise<void> {
  const rest = await listStandingBeside(trx, batch.record_id, batch.id);
  if (rest[0]?.batch_id !== batch.corrects) return;
  const standing = await listStanding(trx, batch.record_id);
  const contents = new Set(entries.map(contentOf));
  const replaced = standing
    .filter((file) => file.uploadBatchId !== batch.id && contents.has(contentOf(file)))
    .map(({ uploadId }) => uploadId);
  const archived_ids = [
    ...replaced.map(Number),
    ...rest.filter(({ batch_id }) => batch_id === batch.corrects).map(({ id }) => id),
  ];
  await setArchived(trx, archived_ids, true);
  const outcome = outcomeOf(standing, { replaced: new Set(replaced) });
  await insertResolution(trx, {
    record_id: batch.record_id,
    username: batch.username,
    archived_ids,
    document: JSON.stringify({ ...tellingOf(outcome, []), correctedVersion: version }),
    resolved_at: now,
  });
}

const contentOf = ({ path, sha256 }: { path: string; sha256: string }) => `${sha256} ${folded(path)}`;
