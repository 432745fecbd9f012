import { getSchema } from "../../../contract/schema/fields.ts";
import type { Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import { statusLabel, type Status } from "../../../contract/status.ts";
import type { Db } from "../../database/tables.ts";
import { insertMessage } from "../../stores/records/messageStore.ts";
import { insertNotification } from "../../stores/records/notificationStore.ts";
import type { StoredUpload } from "../../stores/uploads/uploadStore.ts";
import type { CorrectionResult } from "../correction.ts";

/** Who speaks in the thread when nobody typed it. */
export const PORTAL_USER = "portal";

/**
 * Tells the vendor why an upload was not taken, in the record's thread and as a notification. The notification is
 * one of a record in progress whatever the record's status: one of a rejected record would read as its rejection.
 */
export async function notifyRejected(
  trx: Db,
  batch: StoredUpload,
  findings: Diagnostic[],
  now: Date,
  status?: Status,
): Promise<void> {
  const content = withinLimit(
    `The upload of ${batch.blob_name} was not taken:`,
    findings,
    status && `The record is still ${statusLabel(status)}, and nothing that was sent before is lost.`,
  );
  await insertMessage(trx, {
    recordId: batch.record_id,
    username: PORTAL_USER,
    content,
    now,
    uploadVersion: null,
  });
  const about = { recordId: batch.record_id, status: "in progress" as const, username: PORTAL_USER };
  await insertNotification(trx, { ...about, content, now, uploadVersion: null });
}

/** Tells the vendor that an upload was taken and, in the thread, what could be better next time. */
export async function notifyAccepted(
  trx: Db,
  batch: StoredUpload,
  {
    status,
    warnings,
    correction,
  }: { status: Status; warnings: Diagnostic[]; correction: CorrectionResult | undefined },
  now: Date,
): Promise<void> {
  const rest =
    correction &&
    ` It corrects version ${correction.version}: ${correction.files} of that version's files are taken over.`;
  const taken = `The upload of ${batch.blob_name} was checked and unpacked.${rest ?? ""}`;
  const about = { recordId: batch.record_id, username: PORTAL_USER, now };
  await insertNotification(trx, { ...about, status, content: taken });
  if (warnings.length === 0) return;
  await insertMessage(trx, { ...about, content: withinLimit(`${taken} Please note:`, warnings) });
}

/** Tells the vendor that an upload takes longer for a reason that is not theirs. */
export async function notifyDelayed(db: Db, batch: StoredUpload, now: Date): Promise<void> {
  const content =
    `The processing of ${batch.blob_name} is delayed by a problem on our side. It goes on by itself; ` +
    "the upload does not have to be sent again.";
  const about = { recordId: batch.record_id, username: PORTAL_USER, uploadVersion: null };
  await insertMessage(db, { ...about, content, now });
}

const MOST_CHARACTERS = getSchema("message").properties["content"]?.maxLength ?? 10_000;

/** A message cannot be longer than anybody else's; what does not fit is counted. */
function withinLimit(heading: string, findings: Diagnostic[], closing = ""): string {
  const lines = [heading];
  let room = MOST_CHARACTERS - heading.length - closing.length - 100;
  for (const [index, { text }] of findings.entries()) {
    const line = `- ${text}`;
    room -= line.length + 1;
    if (room < 0) {
      lines.push(`- ${findings.length - index} more of this kind.`);
      break;
    }
    lines.push(line);
  }
  return [...lines, ...(closing ? [closing] : [])].join("\n");
}
