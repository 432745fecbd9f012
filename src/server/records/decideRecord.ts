import { isDeepStrictEqual } from "node:util";
import type { Rejection } from "../../contract/generated/entities.ts";
import type { JsonObject } from "../../contract/json.ts";
import { isUploadableStatus, statusForbidsMessage, statusLabel, type Status } from "../../contract/status.ts";
import type { User } from "../user.ts";
import { isRowId } from "../database/queries.ts";
import { HttpError } from "../httpError.ts";
import { queueRecordMail } from "../mail/queueMail.ts";
import type { Services } from "../services.ts";
import { recordAuditEvent, type AuditEvent } from "../stores/auditStore.ts";
import { requestFindingCount } from "../stores/records/findingStore.ts";
import { insertMessage, PORTAL_USER } from "../stores/records/messageStore.ts";
import {
  insertNotification,
  insertReasons,
  findLatestNotification,
  listReasonsOf,
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
  type: DecisionType;
  content: string;
  reasons?: Rejection["reasons"];
  /** Only agency admins see it. */
  note?: string;
  /** What the admin checked. Only agency admins see it. */
  checklist?: JsonObject;
  hasSeenCurrentFiles?: (trx: Services["db"]) => Promise<boolean>;
}

type DecisionType = keyof typeof DECISIONS;

interface DecisionRules {
  /** Of the notification. */
  status: Status;
  /** Of the record. */
  nextStatus: Status;
  event: AuditEvent;
  refusal: string;
  mailSentence: string;
  /** Follows the admin's name in a message about a record that the decision reopens. */
  message?: string;
}

const DECISIONS = {
  accept: {
    status: "accepted",
    nextStatus: "accepted",
    event: "record accepted",
    refusal: "Only a pending record can be accepted.",
    mailSentence: "The agency accepted this model.",
  },
  reject: {
    status: "rejected",
    nextStatus: "rejected",
    event: "record rejected",
    refusal: "Only a pending record can be rejected.",
    mailSentence: "The agency rejected this model for the reasons below.",
  },
  // Stored as a rejection, so that its version counts as rejected and the vendor gets the same checklist.
  requestChanges: {
    status: "rejected",
    nextStatus: "in progress",
    event: "changes requested",
    refusal: "You can request changes only for a pending record.",
    mailSentence: "The agency requests the changes below before it can accept this model.",
    message: "requested changes to this record.",
  },
} as const satisfies Record<string, DecisionRules>;

/** As `decideRecord`; the portal's notification is always the same. */
export const acceptRecord = (
  services: Services,
  admin: User,
  recordId: string,
  acceptance: Pick<Decision, "note" | "checklist" | "hasSeenCurrentFiles">,
): Promise<StoredRecord> =>
  decideRecord(services, admin, recordId, {
    type: "accept",
    content: "The model was accepted.",
    ...acceptance,
  });

/** Repeating the same decision changes nothing: its response may have been lost. Throws 409 on a conflict. */
export async function decideRecord(
  { db, now }: Services,
  admin: User,
  recordId: string,
  decision: Decision,
): Promise<StoredRecord> {
  const { type, content, reasons = [], note, checklist = {}, hasSeenCurrentFiles } = decision;
  const { status, nextStatus, event, refusal, mailSentence, message }: DecisionRules = DECISIONS[type];
  const { id } = await findReadableRecord(db, admin, recordId);
  return db.transaction().execute(async (trx) => {
    const record = await lockRecord(trx, id);
    if (record.status === nextStatus && (await isRepeatedDecision(trx, admin, id, decision))) return record;
    if (record.status !== "pending")
      throw new HttpError(409, `${refusal} This one is ${statusLabel(record.status)}.`);
    if (status === "accepted" && (await hasOpenConflicts(trx, id)))
      throw new HttpError(
        409,
        "This record's uploads conflict. The vendor must resolve the conflicts first.",
      );
    if (hasSeenCurrentFiles && !(await hasSeenCurrentFiles(trx)))
      throw new HttpError(409, "The model changed after you opened it. Review it again before you decide.");
    const { username } = admin;
    const detail = { ...(note && { note }) };
    await recordAuditEvent(trx, { event, username, recordId: id, detail }, now());
    const requestsChanges = type === "requestChanges";
    const notificationId = await insertNotification(trx, {
      ...{ recordId: id, status, content, username, now: now(), requestsChanges },
      ...detail,
      checklist: Object.keys(checklist).length > 0 ? checklist : undefined,
    });
    await insertReasons(trx, notificationId, reasons);
    if (message !== undefined) await insertReopeningMessage(trx, id, `${username} ${message}`, now());
    const details = status === "rejected" ? { details: content } : {};
    await queueRecordMail(trx, { recordId: id, to: "vendor", sentence: mailSentence, ...details }, now());
    return setStatus(trx, id, nextStatus, now(), { requestsChanges });
  });
}

async function isRepeatedDecision(
  trx: Services["db"],
  { username }: User,
  recordId: number,
  { type, content, reasons = [], note = "", checklist = {} }: Decision,
): Promise<boolean> {
  const last = await findLatestNotification(trx, recordId, DECISIONS[type].status);
  const isSameDecision =
    last?.username === username &&
    last.content === content &&
    last.note === note &&
    isDeepStrictEqual(last.checklist ?? {}, checklist) &&
    last.requests_changes === (type === "requestChanges");
  if (!isSameDecision) return false;
  return isDeepStrictEqual(
    (await listReasonsOf(trx, last.id)).map((reason) => [
      reason.kind,
      reason.name,
      reason.content,
      reason.blocking,
    ]),
    reasons.map(({ kind = null, name = null, text, blocking = true }) => [kind, name, text, blocking]),
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
    await insertReopeningMessage(trx, id, text, now());
    await recordAuditEvent(trx, { event: `record ${verb}`, username, recordId: id }, now());
    if (sendsMail)
      await queueRecordMail(trx, { recordId: id, to: "reviewers", actor: username, sentence: text }, now());
    return setStatus(trx, id, "in progress", now());
  });
}

/** Ends each message about a record that returns to in progress. */
export const REOPENED_TEXT = "It is in progress again. Earlier uploads and messages are unchanged.";

async function insertReopeningMessage(
  trx: Services["db"],
  recordId: number,
  text: string,
  now: Date,
): Promise<void> {
  const content = `${text} ${REOPENED_TEXT}`;
  await insertMessage(trx, { recordId, username: PORTAL_USER, content, now });
}

interface ReasonAnswer {
  reasonId: string;
  isAnswered: boolean;
  answer?: string | undefined;
}

export function answerReason(
  { db, now }: Services,
  recordId: number,
  { reasonId, isAnswered, answer }: ReasonAnswer,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { status } = await lockRecord(trx, recordId);
    if (!isUploadableStatus(status))
      throw new HttpError(409, statusForbidsMessage(status, "check off its reasons"));
    const reason = { recordId, reasonId: Number(reasonId), answeredAt: isAnswered ? now() : null, answer };
    if (!isRowId(reasonId) || !(await setReasonAnswered(trx, reason)))
      throw new HttpError(404, "The record's last rejection does not contain this reason. Reload the page.");
    await requestFindingCount(trx, recordId, now());
  });
}
