import { PORTAL_PATHS } from "../../contract/portalPaths.ts";
import { OVERDUE_AFTER_DAYS } from "../../contract/reviewStatistics.ts";
import type { Db } from "../database/tables.ts";
import { describeRecord, queueMail } from "../mail/queueMail.ts";
import { listMailRecipients } from "../stores/mailStore.ts";
import { listRecordActivity } from "../stores/records/recordActivityStore.ts";
import {
  countRecordsByStatus,
  listPendingRecords,
  listRecordsOfUser,
  type StoredRecord,
} from "../stores/records/recordStore.ts";
import { countOpenConflicts } from "../stores/uploads/conflictStore.ts";

const DAY_MS = 24 * 60 * 60_000;
const MAX_NAMED_RECORDS = 20;

interface Summary {
  sentence: string;
  /** One line for each record. */
  lines: string[];
  path: string;
}

/** Mails each user a summary of the records that need attention, if there are any. */
export async function queueWeeklySummaries(trx: Db, now: Date): Promise<void> {
  const agencySummary = await summarizeForAgency(trx, now);
  for (const recipient of await listMailRecipients(trx, "users")) {
    const summary = recipient.isAdmin ? agencySummary : await summarizeForVendor(trx, recipient.username);
    if (!summary) continue;
    const { sentence, lines, path } = summary;
    const mail = { title: "Weekly summary", sentence, details: formatLines(lines), path, isDigest: true };
    await queueMail(trx, recipient, mail, now);
  }
}

async function summarizeForAgency(db: Db, now: Date): Promise<Summary | undefined> {
  const counts = await countRecordsByStatus(db);
  const [pending, rejected] = [counts.get("pending") ?? 0, counts.get("rejected") ?? 0];
  if (pending + rejected === 0) return undefined;
  const overdue: string[] = [];
  const waiting = pending > 0 ? await listPendingRecords(db) : [];
  const unassigned = waiting.filter(({ assigned_to }) => assigned_to === null).length;
  for (const record of waiting) {
    const days = Math.floor((now.getTime() - record.status_changed_at.getTime()) / DAY_MS);
    // The longest waiting come first.
    if (days < OVERDUE_AFTER_DAYS) break;
    overdue.push(`${formatName(record)}: from ${record.username}, pending for ${days} days`);
  }
  return {
    sentence:
      `${formatModels(pending)} pending, ${overdue.length} of them for ${OVERDUE_AFTER_DAYS} days or more and ${unassigned} unassigned; ` +
      `${formatModels(rejected)} waiting for the vendor.`,
    lines: overdue,
    path: PORTAL_PATHS.review,
  };
}

const formatModels = (count: number) => (count === 1 ? "1 model is" : `${count} models are`);

async function summarizeForVendor(db: Db, username: string): Promise<Summary | undefined> {
  const records = await listRecordsOfUser(db, username, null);
  const activity = await listRecordActivity(db, { username, limit: null });
  const conflicts = await countOpenConflicts(
    db,
    records.map(({ id }) => id),
  );
  const lines = records.flatMap((record) => {
    const { rejectedAt, unreadMessages = 0 } = activity.get(record.id) ?? {};
    const needs = [
      ...(record.status === "rejected" ? ["rejected"] : []),
      ...(rejectedAt ? ["upload rejected"] : []),
      ...(conflicts.has(record.id) ? ["uploads conflict"] : []),
      ...(unreadMessages > 0 ? ["unread messages"] : []),
    ];
    return needs.length > 0 ? [`${formatName(record)}: ${needs.join(", ")}`] : [];
  });
  if (lines.length === 0) return undefined;
  const sentence =
    lines.length === 1 ? "1 model needs your attention." : `${lines.length} models need your attention.`;
  return { sentence, lines, path: PORTAL_PATHS.home };
}

function formatName({ metadata }: StoredRecord): string {
  const { title, identifier } = describeRecord(metadata);
  return identifier ? `${title} (${identifier})` : title;
}

function formatLines(lines: string[]): string {
  const more = lines.length - MAX_NAMED_RECORDS;
  return [...lines.slice(0, MAX_NAMED_RECORDS), ...(more > 0 ? [`${more} more`] : [])].join("\n");
}
