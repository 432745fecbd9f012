import type { Kysely } from "kysely";
import { isUploadable, statusLabel } from "../../contract/status.ts";
import type { Database } from "../database/tables.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import {
  contestedOf,
  findVersion,
  findVersions,
  numberConflicts,
  openConflicts,
  setArchived,
  type ConflictingVersion,
} from "../stores/conflictStore.ts";
import { lockRecord, type StoredRecord } from "../stores/recordStore.ts";
import {
  findResolution,
  insertResolution,
  lastResolution,
  lastResolutionOf,
  markUndone,
  type StoredResolution,
} from "../stores/resolutionStore.ts";
import { isRowId } from "../stores/rowId.ts";
import { findBatchOf } from "../stores/uploadBatchStore.ts";

type Db = Kysely<Database>;

/** What a choice comes to, out of the versions between which there is one. */
type Choice = (trx: Db, open: ConflictingVersion[]) => Promise<Chosen>;

interface Chosen {
  /** The versions it puts aside; none when it was made before. */
  losers: ConflictingVersion[];
  /** The numbers of the conflicts it is about. */
  numbers: number[];
}

/** The conflicts of a record after a choice. */
export interface Resolved {
  open: ConflictingVersion[];
  /** The resolution that stands for the choice, for undoing it; none where there was nothing to choose. */
  resolutionId: number | undefined;
}

/**
 * Lets one upload win: where its version is one of several, the others are archived. Conflicts it has no version in
 * stay open. Choosing it again changes nothing. Answers what is still open; refused with 404 when the record has no
 * such upload, and with 409 when others were chosen in its place.
 */
export function chooseBatch(services: Services, record: StoredRecord, batchId: string): Promise<Resolved> {
  return resolve(services, record, async (trx, open) => {
    const batch = await findBatchOf(trx, record.id, batchId);
    if (!batch) throw new Refusal(404, "The record has no such upload.");
    const won = new Set(open.filter(({ batch_id }) => batch_id === batch.id).map(numberOf));
    if (won.size === 0) return { losers: [], numbers: await numbersKept(trx, record.id, batch.id) };
    const losers = open.filter((version) => won.has(numberOf(version)) && version.batch_id !== batch.id);
    return { losers, numbers: [...won] };
  });
}

/**
 * The conflicts of an upload that has no open version any more. Refused with 409 when it was not kept: when none of
 * its versions stands, or the last choice about them put one aside. One that was put aside earlier is no obstacle: the
 * upload was then kept for the rest.
 */
async function numbersKept(trx: Db, recordId: number, batchId: string): Promise<number[]> {
  const versions = await contestedOf(trx, batchId);
  const numbers = versions.map(numberOf);
  const last = new Set((await lastResolutionOf(trx, recordId, numbers))?.archived_ids);
  const isLost = versions.every(({ archived }) => archived) || versions.some(({ id }) => last.has(id));
  if (versions.length > 0 && isLost) throw new Refusal(409, ANOTHER_CHOSEN);
  return numbers;
}

/**
 * Lets one version of a file win: the others of its conflict are archived. Choosing it again changes nothing. Answers
 * what is still open; refused with 404 when the record has no such version, and with 409 when another one was chosen.
 */
export function chooseVersion(services: Services, record: StoredRecord, uploadId: string): Promise<Resolved> {
  return resolve(services, record, async (trx, open) => {
    const version = isRowId(uploadId) ? await findVersion(trx, record.id, Number(uploadId)) : undefined;
    if (!version) throw new Refusal(404, "The record has no such version of a file.");
    if (version.archived) throw new Refusal(409, ANOTHER_CHOSEN);
    const number = version.conflict_number;
    const losers = open.filter((other) => numberOf(other) === number && other.id !== version.id);
    return { losers, numbers: number === null ? [] : [number] };
  });
}

/**
 * Lets one version of each of many files win, as one resolution: undoing brings back all that it archived. Choosing
 * them again changes nothing. Answers what is still open; refused with 409, and nothing changed, when one of them was
 * put aside meanwhile or there never was a choice of it.
 */
export function chooseVersions(
  services: Services,
  record: StoredRecord,
  uploadIds: string[],
): Promise<Resolved> {
  return resolve(services, record, async (trx, open) => {
    const ids = [...new Set(uploadIds)];
    const versions = await findVersions(trx, record.id, ids.filter(isRowId).map(Number));
    const won = new Map(
      versions.flatMap(({ archived, conflict_number, id }): [number, number][] =>
        archived || conflict_number === null ? [] : [[conflict_number, id]],
      ),
    );
    // Two versions of one file leave fewer conflicts than versions.
    if (won.size !== ids.length)
      throw new Refusal(409, "The conflicts have changed meanwhile. Look at them again, and choose anew.");
    const losers = open.filter((version) => (won.get(numberOf(version)) ?? version.id) !== version.id);
    return { losers, numbers: [...won.keys()] };
  });
}

const ANOTHER_CHOSEN = "Another version of this file was chosen meanwhile. Undo that choice first.";

/**
 * Brings back what a resolution archived: the one named, else the last that stands. Undoing one again changes nothing.
 * Answers the open conflicts; refused with 409 when another choice was made after it, or the record has none such.
 */
export function undoResolution(
  services: Services,
  record: StoredRecord,
  resolutionId?: string,
): Promise<ConflictingVersion[]> {
  return services.db.transaction().execute(async (trx) => {
    await lockUndecided(trx, record.id);
    const last = await lastResolution(trx, record.id);
    const undone = resolutionId === undefined ? last : await resolutionOf(trx, record.id, resolutionId);
    if (undone?.undone_at === null) {
      if (undone.id !== last?.id) throw new Refusal(409, CHOSEN_SINCE);
      await markUndone(trx, undone.id, services.now());
      await setArchived(trx, undone.archived_ids, false);
      // An upload that came in between may agree with one side only.
      await numberConflicts(trx, record.id);
    }
    return openConflicts(trx, record.id);
  });
}

const CHOSEN_SINCE = "Another choice was made since this one. Undo that one first, where it was made.";

async function resolutionOf(trx: Db, recordId: number, id: string): Promise<StoredResolution> {
  const found = isRowId(id) ? await findResolution(trx, recordId, Number(id)) : undefined;
  if (!found) throw new Refusal(409, "The record has no such choice.");
  return found;
}

const numberOf = ({ conflict_number }: { conflict_number: number }) => conflict_number;

function resolve(
  services: Services,
  { id: recordId, username }: StoredRecord,
  choice: Choice,
): Promise<Resolved> {
  return services.db.transaction().execute(async (trx) => {
    await lockUndecided(trx, recordId);
    const open = await openConflicts(trx, recordId);
    const { losers, numbers } = await choice(trx, open);
    if (losers.length === 0)
      return { open, resolutionId: (await lastResolutionOf(trx, recordId, numbers))?.id };
    const archived = losers.map(({ id }) => id);
    await setArchived(trx, archived, true);
    const resolution = { record_id: recordId, username, archived_ids: archived, resolved_at: services.now() };
    const resolutionId = await insertResolution(trx, resolution);
    return { open: await openConflicts(trx, recordId), resolutionId };
  });
}

/** Holds the record against uploads, decisions and other choices meanwhile. */
async function lockUndecided(trx: Db, recordId: number): Promise<void> {
  const { status } = await lockRecord(trx, recordId);
  if (!isUploadable(status))
    throw new Refusal(409, `This record is ${statusLabel(status)}; its uploads can no longer be changed.`);
}
