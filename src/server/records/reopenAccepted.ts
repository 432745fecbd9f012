import { statusLabel } from "../../contract/status.ts";
import { HttpError } from "../httpError.ts";
import { queueRecordMail } from "../mail/queueMail.ts";
import type { Services } from "../services.ts";
import { recordAuditEvent } from "../stores/auditStore.ts";
import { insertMessage } from "../stores/records/messageStore.ts";
import { insertNotification } from "../stores/records/notificationStore.ts";
import {
  findReadableRecord,
  lockRecord,
  setStatus,
  type StoredRecord,
} from "../stores/records/recordStore.ts";
import type { User } from "../user.ts";
import { REOPENED_TEXT } from "./decideRecord.ts";

/**
 * Sets an accepted record back to in progress. Tells the vendor why in a message and a mail. @throws HttpError 409 if
 * the record is not accepted
 */
export async function reopenAccepted(
  { db, now }: Services,
  admin: User,
  recordId: string,
  reason: string,
): Promise<StoredRecord> {
  const { username } = admin;
  const { id } = await findReadableRecord(db, admin, recordId);
  return db.transaction().execute(async (trx) => {
    const { status } = await lockRecord(trx, id);
    if (status !== "accepted")
      throw new HttpError(
        409,
        `Only an accepted record can be reopened here. This one is ${statusLabel(status)}.`,
      );
    const content = `The agency reopened this accepted model: ${reason}\n\n${REOPENED_TEXT}`;
    await insertMessage(trx, { recordId: id, username, content, now: now() });
    await insertNotification(trx, {
      recordId: id,
      status: "in progress",
      content: reason,
      username,
      now: now(),
    });
    const detail = { from: status, reason };
    await recordAuditEvent(trx, { event: "record reopened", username, recordId: id, detail }, now());
    const sentence = "The agency reopened this accepted model for the reason below.";
    await queueRecordMail(trx, { recordId: id, to: "vendor", sentence, details: reason }, now());
    return setStatus(trx, id, "in progress", now());
  });
}
