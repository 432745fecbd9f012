import type { Kysely } from "kysely";
import { isUploadable, statusLabel } from "../../contract/status.ts";
import type { Database } from "../database/tables.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import {
  findVersion,
  numberConflicts,
  openConflicts,
  setArchived,
  type ConflictingVersion,
} from "../stores/conflictStore.ts";
import { lockRecord, type StoredRecord } from "../stores/recordStore.ts";
import { insertResolution, undoLastResolution } from "../stores/resolutionStore.ts";
import { isRowId } from "../stores/rowId.ts";
import { findBatchOf } from "../stores/uploadBatchStore.ts";

type Db = Kysely<Database>;

/** Answers the versions that a choice puts aside, out of those between which there is a choice. */
type Choice = (trx: Db, open: ConflictingVersion[]) => Promise<ConflictingVersion[]>;

/**
 * Lets one upload win: where its version is one of several, the others are archived. Conflicts it has no version in
 * stay open. Choosing it again changes nothing. Answers what is still open; refused with 404 when the record has no
 * such upload.
 */
export function chooseBatch(
  services: Services,
  record: StoredRecord,
  batchId: string,
): Promise<ConflictingVersion[]> {
  return resolve(services, record, async (trx, open) => {
    const batch = await findBatchOf(trx, record.id, batchId);
    if (!batch) throw new Refusal(404, "The record has no such upload.");
    const won = new Set(open.filter(({ batch_id }) => batch_id === batch.id).map(numberOf));
    return open.filter((version) => won.has(numberOf(version)) && version.batch_id !== batch.id);
  });
}

/**
 * Lets one version of a file win: the others of its conflict are archived. Choosing it again changes nothing. Answers
 * what is still open; refused with 404 when the record has no such version, and with 409 when another one was chosen.
 */
export function chooseVersion(
  services: Services,
  record: StoredRecord,
  uploadId: string,
): Promise<ConflictingVersion[]> {
  return resolve(services, record, async (trx, open) => {
    const version = isRowId(uploadId) ? await findVersion(trx, record.id, Number(uploadId)) : undefined;
    if (!version) throw new Refusal(404, "The record has no such version of a file.");
    if (version.archived)
      throw new Refusal(409, "Another version of this file was chosen meanwhile. Undo that choice first.");
    return open.filter((other) => numberOf(other) === version.conflict_number && other.id !== version.id);
  });
}

/**
 * Lets one version of each of many files win, as one resolution: undoing brings back all that it archived. Answers
 * what is still open; refused with 409, and nothing changed, when one of them is no version there is a choice of.
 */
export function chooseVersions(
  services: Services,
  record: StoredRecord,
  uploadIds: string[],
): Promise<ConflictingVersion[]> {
  return resolve(services, record, async (_, open) => {
    const chosen = new Set(uploadIds);
    const won = new Map(
      open.filter(({ id }) => chosen.has(String(id))).map((one) => [numberOf(one), one.id]),
    );
    if (won.size !== chosen.size)
      throw new Refusal(409, "The conflicts have changed meanwhile. Look at them again, and choose anew.");
    return open.filter((version) => won.has(numberOf(version)) && won.get(numberOf(version)) !== version.id);
  });
}

/** Brings back what the last standing resolution archived; without one, nothing changes. Answers the open conflicts. */
export function undoResolution(services: Services, record: StoredRecord): Promise<ConflictingVersion[]> {
  return services.db.transaction().execute(async (trx) => {
    await lockUndecided(trx, record.id);
    const undone = await undoLastResolution(trx, record.id, services.now());
    await setArchived(trx, undone?.archived_ids ?? [], false);
    // An upload that came in between may agree with one side only.
    await numberConflicts(trx, record.id);
    return openConflicts(trx, record.id);
  });
}

const numberOf = ({ conflict_number }: ConflictingVersion) => conflict_number;

function resolve(
  services: Services,
  { id, username }: StoredRecord,
  choice: Choice,
): Promise<ConflictingVersion[]> {
  return services.db.transaction().execute(async (trx) => {
    await lockUndecided(trx, id);
    const losers = (await choice(trx, await openConflicts(trx, id))).map((version) => version.id);
    if (losers.length > 0) {
      await setArchived(trx, losers, true);
      const resolution = { record_id: id, username, archived_ids: losers, resolved_at: services.now() };
      await insertResolution(trx, resolution);
    }
    return openConflicts(trx, id);
  });
}

/** Holds the record against uploads, decisions and other choices meanwhile. */
async function lockUndecided(trx: Db, recordId: number): Promise<void> {
  const { status } = await lockRecord(trx, recordId);
  if (!isUploadable(status))
    throw new Refusal(409, `This record is ${statusLabel(status)}; its uploads can no longer be changed.`);
}
