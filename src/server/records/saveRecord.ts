import { isDeepStrictEqual } from "node:util";
import { accessRolesOf } from "../../contract/schema/access.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, getSchemaVersion } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { isEditableStatus, statusForbidsMessage } from "../../contract/status.ts";
import type { User } from "../user.ts";
import type { Database } from "../database/tables.ts";
import { HttpError } from "../httpError.ts";
import { isSameEtag } from "../etags.ts";
import type { Services } from "../services.ts";
import { requestFindingCount, requestFindingCountsOfIdentifiers } from "../stores/records/findingStore.ts";
import { insertHistoryEntry, findLatestHistoryEntry } from "../stores/records/historyStore.ts";
import { lockRecord, updateMetadata, type StoredRecord } from "../stores/records/recordStore.ts";
import type { Transaction } from "kysely";
import { computeRecordEtag, encodeRecords } from "./encodeRecords.ts";

interface RecordSave {
  id: number;
  user: User;
  metadata: JsonObject;
  references: References;
  /** ETag of the revision that was edited; without it the save overwrites any revision. */
  ifMatch: string | undefined;
}

/** An unchanged save adds no history entry. Throws 409, with the current record, if it was saved since `ifMatch`. */
export function saveRecord({ db, now }: Services, save: RecordSave): Promise<StoredRecord> {
  const schemaVersion = getSchemaVersion(getSchema("metadata"));
  return db.transaction().execute(async (trx) => {
    const before = await lockRecord(trx, save.id);
    if (!isEditableStatus(before.status) && accessRolesOf(save.user, before.username).includes("vendor"))
      throw new HttpError(409, statusForbidsMessage(before.status, "change it"));
    const isUnchanged = isDeepStrictEqual(before.metadata, save.metadata);
    if (isUnchanged && before.schema_version === schemaVersion) return before;
    if (
      save.ifMatch !== undefined &&
      save.ifMatch !== "*" &&
      !isSameEtag(save.ifMatch, computeRecordEtag(save.user, before))
    )
      throw await createConflictError(trx, before, save);
    const saved = await updateMetadata(trx, before.id, {
      metadata: save.metadata,
      schemaVersion,
      now: now(),
    });
    await insertHistoryEntry(trx, { record: saved, before: before.metadata, user: save.user, now: now() });
    if (saved.status === "pending") await requestFindingCount(trx, saved.id, now());
    if (saved.identifier !== before.identifier)
      await requestFindingCountsOfIdentifiers(trx, [before.identifier, saved.identifier]);
    return saved;
  });
}

async function createConflictError(trx: Transaction<Database>, current: StoredRecord, save: RecordSave) {
  const last = await findLatestHistoryEntry(trx, current.id);
  const savedAt = (last?.saved_at ?? current.updated_at).toISOString();
  const savedBy = {
    username: last?.username ?? current.username,
    firstName: last?.first_name ?? "",
    lastName: last?.last_name ?? "",
  };
  const name = [savedBy.firstName, savedBy.lastName].filter(Boolean).join(" ") || savedBy.username;
  const who = savedBy.username === save.user.username ? "You" : name;
  return new HttpError(409, `${who} saved this record since you opened it.`, undefined, {
    savedBy,
    savedAt,
    etag: computeRecordEtag(save.user, current),
    current: encodeRecords(save.user, [current], save.references),
  });
}
