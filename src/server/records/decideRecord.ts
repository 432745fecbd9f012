import { isDeepStrictEqual } from "node:util";
import type { Rejection } from "../../contract/generated/entities.ts";
import { isUploadableStatus, statusForbidsMessage, statusLabel, type Status } from "../../contract/status.ts";
import type { User } from "../user.ts";
import { isRowId } from "../database/queries.ts";
import { HttpError } from "../httpError.ts";
import { queueRecordMail } from "../mail/queueMail.ts";
import type { Services } from "../services.ts";
import { recordAuditEvent } from "../stores/auditStore.ts";
import { insertMessage, PORTAL_USER } from "../stores/records/messageStore.ts";
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

interface Decision {
  status: "accepted" | "rejected";
  content: string;
  reasons?: Rejection["reasons"];
  hasSeenCurrentFiles?: (trx: Services["db"]) => Promise<boolean>;
}

/** Repeating the same decision changes nothing: its response may have been lost. Throws 409 on a conflict. */
export async function decideRecord(
  { db, now }: Services,
  admin: User,
  recordId: string,
  decision: Decision,
): Promise<StoredRecord> {
  const { status, content, reasons = [], hasSeenCurrentFiles } = decision;
  const { id } = await findReadableRecord(db, admin, recordId);
  return db.transaction().execute(async (trx) => {
    const record = await lockRecord(trx, id);
    if (record.status === status && (await isRepeatedDecision(trx, admin, id, decision))) return record;
    if (record.status !== "pending")
      throw new HttpError(
        409,
        `Only a pending record can be ${status}. This one is ${statusLabel(record.status)}.`,
      );
    if (status === "accepted" && (await hasOpenConflicts(trx, id)))
      throw new HttpError(
        409,
        "This record's uploads conflict. The vendor must resolve the conflicts first.",
      );
    if (hasSeenCurrentFiles && !(await hasSeenCurrentFiles(trx)))
      throw new HttpError(409, "The model changed after you opened it. Review it again before you decide.");
    const { username } = admin;
    await recordAuditEvent(trx, { event: `record ${status}`, username, recordId: id }, now());
    const notification = { recordId: id, status, content, username, now: now() };
    await insertReasons(trx, await insertNotification(trx, notification), reasons);
    await queueRecordMail(trx, { recordId: id, to: "vendor", ...DECISION_MAILS[status](content) }, now());
    return setStatus(trx, id, status, now());
  });
}

const DECISION_MAILS = {
  accepted: () => ({ sentence: "The agency accepted this model." }),
  rejected: (reason: string) => ({
    sentence: "The agency rejected this model for the reasons below.",
    details: reason,
  }),
};

async function isRepeatedDecision(
  trx: Services["db"],
  { username }: User,
  recordId: number,
  { status, content, reasons = [] }: Decision,
): Promise<boolean> {
  const last = await findLatestNotification(trx, recordId, status);
  if (last?.username !== username || last.content !== content) return false;
  const reasonsOfLast = (await listReasons(trx, recordId)).filter(
    (reason) => reason.notification_id === last.id,
  );
  return isDeepStrictEqual(
    reasonsOfLast.map((reason) => [reason.kind, reason.name, reason.content]),
    reasons.map((reason) => [reason.kind, reason.name, reason.text]),
  );
}

export const reopenRecord = (services: Services, user: User, id: number): Promise<StoredRecord> =>
  returnToInProgress(services, user, id, {
    from: "rejected",
    verb: "reopened",
    text: `${user.username} reopened this record after its rejection.`,
  });

export const withdrawRecord = (services: Services, user: User, id: number): Promise<StoredRecord> =>
  returnToInProgress(services, user, id, {
    from: "pending",
    verb: "withdrawn",
    text: `${user.username} withdrew this record from review.`,
    sendsMail: true,
  });

interface StatusReturn {
  from: Status;
  verb: "reopened" | "withdrawn";
  text: string;
  /** Reopened records need nothing from reviewers. */
  sendsMail?: boolean;
}

/** Tells the agency in a message. @throws HttpError 409 if the record has another status than `from` */
function returnToInProgress(
  { db, now }: Services,
  { username }: User,
  id: number,
  { from, verb, text, sendsMail = false }: StatusReturn,
): Promise<StoredRecord> {
  return db.transaction().execute(async (trx) => {
    const { status } = await lockRecord(trx, id);
    if (status !== from)
      throw new HttpError(409, `Only a ${from} record can be ${verb}. This one is ${statusLabel(status)}.`);
    const content = `${text} It is in progress again. Earlier uploads and messages are unchanged.`;
    await insertMessage(trx, { recordId: id, username: PORTAL_USER, content, now: now() });
    await recordAuditEvent(trx, { event: `record ${verb}`, username, recordId: id }, now());
    if (sendsMail)
      await queueRecordMail(trx, { recordId: id, to: "reviewers", actor: username, sentence: text }, now());
    return setStatus(trx, id, "in progress", now());
  });
}

export function markReasonAnswered(
  { db, now }: Services,
  recordId: number,
  reasonId: string,
  isAnswered: boolean,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { status } = await lockRecord(trx, recordId);
    if (!isUploadableStatus(status))
      throw new HttpError(409, statusForbidsMessage(status, "check off its reasons"));
    const answeredAt = isAnswered ? now() : null;
    if (!isRowId(reasonId) || !(await setReasonAnswered(trx, recordId, Number(reasonId), answeredAt)))
      throw new HttpError(404, "The record's last rejection does not contain this reason. Reload the page.");
  });
}
