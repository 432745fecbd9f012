import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../contract/json.ts";
import { PORTAL_PATHS } from "../../contract/portalPaths.ts";
import { getFieldText, getSchema } from "../../contract/schema/fields.ts";
import { fillPath } from "../../contract/wire/endpoints.ts";
import type { Db } from "../database/tables.ts";
import { enqueueJob } from "../stores/jobStore.ts";
import { insertOutboxItem, listMailRecipients, MAIL_JOB, type MailRecipient } from "../stores/mailStore.ts";
import { PORTAL_USER } from "../stores/records/messageStore.ts";
import { findRecord, type StoredRecord } from "../stores/records/recordStore.ts";

interface MailContent {
  sentence: string;
  /** Lines below the sentence, such as the reasons for a rejection. */
  details?: string;
  /** The same mail is not queued twice. */
  onceKey?: string;
}

interface RecordEvent extends MailContent {
  recordId: number;
  /** reviewers: the one who handles the record; all agency admins if there is none or that one left. */
  to: "vendor" | "reviewers" | { usernames: string[] };
  /** Gets no mail about an own action. */
  actor?: string;
}

/**
 * Queues a mail about one record in the transaction of its event: at once, or for the daily mail, as each recipient has
 * chosen. Does nothing for a deleted record.
 */
export async function queueRecordMail(
  trx: Db,
  { recordId, to, actor, ...content }: RecordEvent,
  now: Date,
): Promise<void> {
  const record = await findRecord(trx, String(recordId));
  if (!record) return;
  const recipients = await listRecipients(trx, record, to);
  const item = {
    ...content,
    ...describeRecord(record.metadata),
    recordId,
    path: fillPath(PORTAL_PATHS.view, { recordId: String(recordId) }),
  };
  for (const recipient of recipients)
    if (recipient.username !== actor) await queueMail(trx, recipient, item, now);
}

async function listRecipients(
  trx: Db,
  { username, assigned_to: assignee }: StoredRecord,
  to: RecordEvent["to"],
): Promise<MailRecipient[]> {
  if (to === "vendor") return listMailRecipients(trx, { usernames: [username] });
  if (to !== "reviewers") return listMailRecipients(trx, to);
  const admins = await listMailRecipients(trx, "admins");
  const assigned = admins.filter((admin) => admin.username === assignee);
  return assigned.length > 0 ? assigned : admins;
}

export function describeRecord(metadata: JsonObject): { title: string; identifier: string } {
  const getText = (role: string) => toOneLine(getFieldText(getSchema("metadata"), metadata, role));
  return { title: getText("title") || "Unnamed record", identifier: getText("identifier") };
}

const MAX_TEXT_LENGTH = 150;

/** A line break in a name could pretend to be another part of the mail. */
function toOneLine(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}

interface Mail extends MailContent {
  recordId?: number;
  title: string;
  identifier?: string;
  /** Of the screen to open, below the portal's address. */
  path: string;
  /** Also sent at once to users who get daily mails. */
  isDigest?: boolean;
}

export async function queueMail(
  trx: Db,
  { accountId, frequency }: Pick<MailRecipient, "accountId" | "frequency">,
  { recordId, title, identifier = "", sentence, details = "", path, onceKey, isDigest = false }: Mail,
  now: Date,
): Promise<void> {
  if (frequency === "never") return;
  const mailId = frequency === "at once" || isDigest ? randomUUID() : null;
  const isNew = await insertOutboxItem(trx, {
    mail_id: mailId,
    account_id: accountId,
    record_id: recordId ?? null,
    ...{ title, identifier, sentence, details, path },
    once_key: onceKey === undefined ? null : `${onceKey} ${accountId}`,
    created_at: now,
  });
  if (mailId !== null && isNew) await enqueueMail(trx, mailId, now);
}

/** Mails take turns with the uploads of vendors, and few are sent at the same time. */
export async function enqueueMail(trx: Db, mailId: string, now: Date): Promise<void> {
  await enqueueJob(trx, { kind: MAIL_JOB, vendor: PORTAL_USER, payload: { mailId } }, now);
}
