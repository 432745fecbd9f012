import { isDeepStrictEqual } from "node:util";
import { accessRolesOf } from "../../contract/schema/access.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, getSchemaVersion } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { isEditableStatus } from "../../contract/status.ts";
import type { User } from "../auth/tokens.ts";
import type { Database } from "../database/tables.ts";
import { HttpError } from "../httpError.ts";
import { isSameEtag } from "../routes/requests.ts";
import type { Services } from "../services.ts";
import { insertHistoryEntry, findLatestHistoryEntry } from "../stores/records/historyStore.ts";
import { lockRecord, updateMetadata, type StoredRecord } from "../stores/records/recordStore.ts";
import type { Transaction } from "kysely";
import { etagOf, encodeRecords } from "./encodeRecords.ts";

interface Save {
  id: number;
  user: User;
  metadata: JsonObject;
  references: References;
  /** The version the change was made from; without it the save goes over any. */
  ifMatch: string | undefined;
}

/**
 * Puts valid metadata in place of a record's own and keeps the version before it. A save that changes nothing makes
 * no version. Refused with 409 when its vendor saves it and it is not in progress, or when it was saved since it was
 * read: the answer then says by whom and when, and carries the record as it is.
 */
export function saveRecord({ db, now }: Services, save: Save): Promise<StoredRecord> {
  const schemaVersion = getSchemaVersion(getSchema("metadata"));
  return db.transaction().execute(async (trx) => {
    const before = await lockRecord(trx, save.id);
    if (!isEditableStatus(before.status) && accessRolesOf(save.user, before.username).includes("vendor"))
      throw new HttpError(409, `This record is ${before.status} and can no longer be changed.`);
    const isKnown = isDeepStrictEqual(before.metadata, save.metadata);
    if (isKnown && before.schema_version === schemaVersion) return before;
    if (
      save.ifMatch !== undefined &&
      save.ifMatch !== "*" &&
      !isSameEtag(save.ifMatch, etagOf(save.user, before))
    )
      throw await savedSince(trx, before, save);
    const saved = await updateMetadata(trx, before.id, {
      metadata: save.metadata,
      schemaVersion,
      now: now(),
    });
    await insertHistoryEntry(trx, { record: saved, before: before.metadata, user: save.user, now: now() });
    return saved;
  });
}

async function savedSince(trx: Transaction<Database>, current: StoredRecord, save: Save) {
  const last = await findLatestHistoryEntry(trx, current.id);
  const savedAt = (last?.saved_at ?? current.updated_at).toISOString();
  const savedBy = {
    username: last?.username ?? current.username,
    firstName: last?.first_name ?? "",
    lastName: last?.last_name ?? "",
  };
  const name = [savedBy.firstName, savedBy.lastName].filter(Boolean).join(" ") || savedBy.username;
  // In another window, or by a save whose answer was lost.
  const who = savedBy.username === save.user.username ? "You" : name;
  return new HttpError(409, `${who} saved this record since you opened it.`, undefined, {
    savedBy,
    savedAt,
    etag: etagOf(save.user, current),
    current: encodeRecords(save.user, [current], save.references),
  });
}
