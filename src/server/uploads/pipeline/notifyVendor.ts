import { getSchema } from "../../../contract/schema/fields.ts";
import type { Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import { statusLabel, type Status } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import { queueRecordMail } from "../../mail/queueMail.ts";
import { hasMessageSince, insertMessage, PORTAL_USER } from "../../stores/records/messageStore.ts";
import { insertNotification } from "../../stores/records/notificationStore.ts";
import type { StoredUpload } from "../../stores/uploads/uploadStore.ts";
import type { CorrectionResult } from "../correction.ts";

/** The status is always "in progress": "rejected" would read as a rejection of the record. */
export async function notifyRejected(
  trx: Db,
  upload: StoredUpload,
  diagnostics: Diagnostic[],
  now: Date,
  status?: Status,
): Promise<void> {
  const content = formatDiagnostics(
    `The upload of ${upload.blob_name} was rejected:`,
    diagnostics,
    status && `The record is still ${statusLabel(status)}. Earlier uploads are unchanged.`,
  );
  await insertMessage(trx, {
    recordId: upload.record_id,
    username: PORTAL_USER,
    content,
    now,
    uploadVersion: null,
  });
  const about = { recordId: upload.record_id, status: "in progress" as const, username: PORTAL_USER };
  await insertNotification(trx, { ...about, content, now, uploadVersion: null });
  const mail = { recordId: upload.record_id, to: "vendor" as const, details: content };
  await queueRecordMail(trx, { ...mail, sentence: "Your upload was rejected for the errors below." }, now);
}

interface AcceptedUpload {
  status: Status;
  /** The record has no earlier version. */
  isFirst: boolean;
  hasConflicts: boolean;
  warnings: Diagnostic[];
  correction: CorrectionResult | undefined;
}

export async function notifyAccepted(
  trx: Db,
  upload: StoredUpload,
  { status, isFirst, hasConflicts, warnings, correction }: AcceptedUpload,
  now: Date,
): Promise<void> {
  const correctionText =
    correction &&
    ` It corrects version ${correction.version} and keeps ${correction.keptFileCount} of its files.`;
  const acceptedText = `The upload of ${upload.blob_name} was checked and unpacked.${correctionText ?? ""}`;
  const about = { recordId: upload.record_id, username: PORTAL_USER, now };
  await insertNotification(trx, { ...about, status, content: acceptedText });
  await mailAccepted(trx, upload, { isFirst, hasConflicts, warnings }, now);
  if (warnings.length === 0) return;
  await insertMessage(trx, {
    ...about,
    content: formatDiagnostics(`${acceptedText} Please note:`, warnings),
  });
}

async function mailAccepted(
  trx: Db,
  { record_id: recordId, username }: StoredUpload,
  { isFirst, hasConflicts, warnings }: Pick<AcceptedUpload, "isFirst" | "hasConflicts" | "warnings">,
  now: Date,
): Promise<void> {
  const toVendor = {
    sentence: hasConflicts
      ? "Your upload differs from an earlier one: choose which files to keep."
      : "Your upload was checked and is pending admin acceptance.",
    details: warnings.length > 0 ? formatDiagnostics("Please note:", warnings) : "",
  };
  const toAgency = { sentence: `${username} uploaded this model ${isFirst ? "for review" : "again"}.` };
  await queueRecordMail(trx, { recordId, to: "vendor", ...toVendor }, now);
  await queueRecordMail(trx, { recordId, to: "reviewers", actor: username, ...toAgency }, now);
}

/** Does nothing if the vendor was notified since the zip arrived. */
export async function notifyDelayed(trx: Db, upload: StoredUpload, now: Date): Promise<void> {
  const content =
    `Processing of ${upload.blob_name} is delayed by a problem on our side. It will continue automatically. ` +
    "You do not need to upload again.";
  const about = { recordId: upload.record_id, username: PORTAL_USER, content };
  if (await hasMessageSince(trx, about, upload.received_at ?? now)) return;
  await sendMessage(trx, upload, content, now);
}

export async function notifyStopped(trx: Db, upload: StoredUpload, now: Date): Promise<void> {
  const content =
    `Processing of ${upload.blob_name} stopped because of a problem on our side. Contact support. ` +
    "You do not need to upload again.";
  await sendMessage(trx, upload, content, now);
  await queueRecordMail(trx, { recordId: upload.record_id, to: "vendor", sentence: content }, now);
}

async function sendMessage(trx: Db, upload: StoredUpload, content: string, now: Date): Promise<void> {
  const about = { recordId: upload.record_id, username: PORTAL_USER, uploadVersion: null };
  await insertMessage(trx, { ...about, content, now });
}

const MAX_MESSAGE_LENGTH = getSchema("message").properties["content"]?.maxLength ?? 10_000;

function formatDiagnostics(heading: string, diagnostics: Diagnostic[], closing = ""): string {
  const lines = [heading];
  let remaining = MAX_MESSAGE_LENGTH - heading.length - closing.length - 100;
  for (const [index, { text }] of diagnostics.entries()) {
    const line = `- ${text}`;
    remaining -= line.length + 1;
    if (remaining < 0) {
      lines.push(`- ${diagnostics.length - index} more.`);
      break;
    }
    lines.push(line);
  }
  return [...lines, ...(closing ? [closing] : [])].join("\n");
}
