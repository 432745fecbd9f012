import type { User } from "../auth/user.ts";
import { isUploadable, statusLabel } from "../../contract/status.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { audit } from "../stores/auditStore.ts";
import { insertMessage } from "../stores/records/messageStore.ts";
import { setAnswered } from "../stores/records/notificationStore.ts";
import { lockRecord, setStatus, type StoredRecord } from "../stores/records/recordStore.ts";
import { isRowId } from "../database/queries.ts";
import { PORTAL_USER } from "../uploads/queue/tellVendor.ts";

/**
 * Puts a rejected record back in progress, with its id, history, messages and versions, and says so in its thread.
 * Refused with 409 in any other state.
 */
export function reopenRecord({ db, now }: Services, user: User, id: number): Promise<StoredRecord> {
  return db.transaction().execute(async (trx) => {
    const { status } = await lockRecord(trx, id);
    if (status !== "rejected")
      throw new Refusal(409, `Only a rejected record can be reopened; this one is ${status}.`);
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
    if (!isUploadable(status))
      throw new Refusal(409, `This record is ${statusLabel(status)}; its reasons are no longer ticked off.`);
    const answeredAt = isAnswered ? now() : null;
    if (!isRowId(reasonId) || !(await setAnswered(trx, recordId, Number(reasonId), answeredAt)))
      throw new Refusal(404, "The record's last rejection has no such reason.");
  });
}
