import { deletionRefusal } from "../../contract/status.ts";
import { isAdmin } from "../../contract/roles.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { recordAuditEvent } from "../stores/auditStore.ts";
import {
  deleteRecordRows,
  listIncomingFolders,
  listRecordsToPurge,
  startPurge,
} from "../stores/records/purgeStore.ts";
import { requestFindingCountsOfIdentifiers } from "../stores/records/findingStore.ts";
import {
  findOwnRecord,
  lockRecord,
  recordNotFound,
  type StoredRecord,
} from "../stores/records/recordStore.ts";
import { lockDeletedRecord, softDeleteRecord, undeleteRecord } from "../stores/records/deletedRecordStore.ts";
import { revokeUploadLinks } from "../stores/uploads/uploadLinkStore.ts";
import { tryEach } from "../tryEach.ts";
import { recordFolder, reportFolder } from "../uploads/blobPaths.ts";
import { deleteFolder } from "../uploads/deleteBlobs.ts";
import type { User } from "../user.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Records deleted before this time can no longer be restored. */
export const startOfTrash = ({ config, now }: Pick<Services, "config" | "now">): Date =>
  new Date(now().getTime() - config.trashRetentionDays * DAY_MS);

/** Moves the user's own record to the trash. @throws HttpError 409 if its status does not allow it */
export async function deleteRecord(
  { db, now }: Services,
  { user, ip }: { user: User; ip: string },
  id: string,
): Promise<StoredRecord> {
  const record = await findOwnRecord(db, user, id);
  return db.transaction().execute(async (trx) => {
    // Lock uploads before their record, in the order of the processing, to avoid a deadlock.
    await revokeUploadLinks(trx, record.id, now());
    const locked = await lockRecord(trx, record.id);
    const refusal = deletionRefusal(locked.status);
    if (refusal !== undefined) throw new HttpError(409, refusal);
    const deleted = await softDeleteRecord(trx, locked.id, now());
    await requestFindingCountsOfIdentifiers(trx, [locked.identifier]);
    const { username } = user;
    await recordAuditEvent(
      trx,
      { event: "record deleted", username, address: ip, recordId: locked.id },
      now(),
    );
    return deleted;
  });
}

/**
 * Takes the user's own record, or any record for a reviewer, out of the trash with the status it had. Scripts that were
 * downloaded before the deletion stay useless. @throws HttpError 404 if it is not in the trash
 */
export function restoreRecord(
  services: Services,
  { user, ip }: { user: User; ip: string },
  id: string,
): Promise<StoredRecord> {
  const { db, now } = services;
  return db.transaction().execute(async (trx) => {
    const record = await lockDeletedRecord(trx, id, startOfTrash(services));
    if (!record || (record.username !== user.username && !isAdmin(user))) throw recordNotFound();
    const { username } = user;
    await recordAuditEvent(
      trx,
      { event: "record restored", username, address: ip, recordId: record.id },
      now(),
    );
    await requestFindingCountsOfIdentifiers(trx, [record.identifier]);
    return undeleteRecord(trx, record, now());
  });
}

/**
 * Deletes records for good a day after they can no longer be restored, and their files first: a repeated run finds the
 * rest.
 */
export async function purgeTrash(services: Services, signal: AbortSignal): Promise<void> {
  const { config, db, now, storage } = services;
  const age = { now: now(), ageMs: (config.trashRetentionDays + 1) * DAY_MS };
  await tryEach(await listRecordsToPurge(db, age), signal, async (id) => {
    if (!(await startPurge(db, id, age))) return;
    for (const folder of [recordFolder(id), reportFolder(id), ...(await listIncomingFolders(db, id))])
      await deleteFolder(storage, folder, signal);
    await deleteRecordRows(db, id);
  });
}
