import { isDeepStrictEqual } from "node:util";
import type { Rejection } from "../../contract/generated/entities.ts";
import { isUploadableStatus, statusLabel } from "../../contract/status.ts";
import type { User } from "../auth/tokens.ts";
import { isRowId } from "../database/queries.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { audit } from "../stores/auditStore.ts";
import { insertMessage } from "../stores/records/messageStore.ts";
import {
  insertNotification,
  insertReasons,
  findLatestNotification,
  listReasons,
  setReasonAnswered,
} from "../stores/records/notificationStore.ts";
import {
  findReadableRecord,
  lockRecord,
  setStatus,
  type StoredRecord,
} from "../stores/records/recordStore.ts";
import { hasOpenConflicts } from "../stores/uploads/conflictStore.ts";
import { PORTAL_USER } from "../uploads/queue/notifyVendor.ts";

/** What an admin says of a record. */
interface Decision {
  status: "accepted" | "rejected";
  content: string;
  /** Of a rejection: what is to change. */
  reasons?: Rejection["reasons"];
  /** Whether the files that stand are those that the admin looked at. */
  isSeen?: (trx: Services["db"]) => Promise<boolean>;
}

/**
 * An admin's word on a pending record, with the notification that tells its vendor. Refused with 409 when the record
 * is not pending, when other files stand than were looked at and, for an acceptance, while its uploads conflict. The
 * same word of the same admin again, as when the answer was lost, is no error and changes nothing.
 */
export async function decideRecord(
  { db, now }: Services,
  admin: User,
  recordId: string,
  decision: Decision,
): Promise<StoredRecord> {
  const { status, content, reasons = [], isSeen } = decision;
  const { id } = await findReadableRecord(db, admin, recordId);
  return db.transaction().execute(async (trx) => {
    const record = await lockRecord(trx, id);
    if (record.status === status && (await isSaid(trx, admin, id, decision))) return record;
    if (record.status !== "pending")
      throw new HttpError(409, `Only a pending record can be ${status}; this one is ${record.status}.`);
    if (status === "accepted" && (await hasOpenConflicts(trx, id)))
      throw new HttpError(
        409,
        "This record's uploads conflict. The vendor must resolve the conflicts first.",
      );
    if (isSeen && !(await isSeen(trx)))
      throw new HttpError(409, "The model changed after you opened it. Review it again before you decide.");
    const { username } = admin;
    await audit(trx, { event: `record ${status}`, username, recordId: id }, now());
    const word = { recordId: id, status, content, username, now: now() };
    await insertReasons(trx, await insertNotification(trx, word), reasons);
    return setStatus(trx, id, status, now());
  });
}

async function isSaid(
  trx: Services["db"],
  { username }: User,
  recordId: number,
  { status, content, reasons = [] }: Decision,
): Promise<boolean> {
  const last = await findLatestNotification(trx, recordId, status);
  if (last?.username !== username || last.content !== content) return false;
  const kept = (await listReasons(trx, recordId)).filter((reason) => reason.notification_id === last.id);
  return isDeepStrictEqual(
    kept.map((reason) => [reason.kind, reason.name, reason.content]),
    reasons.map((reason) => [reason.kind, reason.name, reason.text]),
  );
}

/**
 * Puts a rejected record back in progress, with its id, history, messages and versions, and says so in its thread.
 * Refused with 409 in any other state.
 */
export function reopenRecord({ db, now }: Services, user: User, id: number): Promise<StoredRecord> {
  return db.transaction().execute(async (trx) => {
    const { status } = await lockRecord(trx, id);
    if (status !== "rejected")
      throw new HttpError(409, `Only a rejected record can be reopened; this one is ${status}.`);
    const { username } = user;
    const content =
      `${username} reopened this record after its rejection. It is in progress again, and all that was sent ` +
      "and said before is kept.";
    await insertMessage(trx, { recordId: id, username: PORTAL_USER, content, now: now() });
    await audit(trx, { event: "record reopened", username, recordId: id }, now());
    return setStatus(trx, id, "in progress", now());
  });
}

/**
 * Ticks a reason of a record's last rejection off, or takes the tick away: before the mended model is sent, or after it.
 * Refused with 409 when the agency has decided since, and with 404 when the last rejection has no such reason.
 */
export function answerReason(
  { db, now }: Services,
  recordId: number,
  reasonId: string,
  isAnswered: boolean,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { status } = await lockRecord(trx, recordId);
    if (!isUploadableStatus(status))
      throw new HttpError(
        409,
        `This record is ${statusLabel(status)}; you can no longer check off its reasons.`,
      );
    const answeredAt = isAnswered ? now() : null;
    if (!isRowId(reasonId) || !(await setReasonAnswered(trx, recordId, Number(reasonId), answeredAt)))
      throw new HttpError(404, "The record's last rejection has no such reason.");
  });
}
