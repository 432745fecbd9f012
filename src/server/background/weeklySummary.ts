import { PORTAL_PATHS } from "../../contract/portalPaths.ts";
import { OVERDUE_AFTER_DAYS } from "../../contract/review/reviewStatistics.ts";
import type { Db } from "../database/tables.ts";
import { describeRecord, queueMail } from "../mail/queueMail.ts";
import { formatModelName } from "../mail/renderMail.ts";
import type { Services } from "../services.ts";
import { listMailRecipients } from "../stores/mailStore.ts";
import { listRecordActivity } from "../stores/records/recordActivityStore.ts";
import { countRecordsWaitingForVendor } from "../stores/records/recordSearchStore.ts";
import {
  countPendingRecords,
  countRecordsByStatus,
  listPendingRecords,
} from "../stores/records/recordStatusStore.ts";
import { listRecordsOfUser, type ListedRecord } from "../stores/records/recordStore.ts";
import { countOpenConflicts } from "../stores/uploads/conflictStore.ts";

const DAY_MS = 24 * 60 * 60_000;
const MAX_NAMED_RECORDS = 20;

interface Summary {
  sentence: string;
  /** One line for each record. */
  lines: string[];
  path: string;
}

/**
 * Mails each user a summary of the records that need attention, if there are any: once for each `monday`, however often
 * this runs.
 */
export async function queueWeeklySummaries({ db, now }: Services, monday: string): Promise<void> {
  const agencySummary = await summarizeForAgency(db, now());
  for (const recipient of await listMailRecipients(db, "users")) {
    const summary = recipient.isAdmin ? agencySummary : await summarizeForVendor(db, recipient.username);
    if (!summary) continue;
    const { sentence, lines, path } = summary;
    const details = lines.join("\n");
    const onceKey = `weekly ${monday}`;
    const mail = { title: "Weekly summary", sentence, details, path, onceKey, isDigest: true };
    await db.transaction().execute((trx) => queueMail(trx, recipient, mail, now()));
  }
}

async function summarizeForAgency(db: Db, now: Date): Promise<Summary | undefined> {
  const pending = (await countRecordsByStatus(db)).get("pending") ?? 0;
  const waitingForVendor = await countRecordsWaitingForVendor(db);
  if (pending + waitingForVendor === 0) return undefined;
  const getAge = ({ status_changed_at }: Pick<ListedRecord, "status_changed_at">) =>
    Math.floor((now.getTime() - status_changed_at.getTime()) / DAY_MS);
  const overdueSince = new Date(now.getTime() - OVERDUE_AFTER_DAYS * DAY_MS);
  const { overdue, unassigned } = await countPendingRecords(db, overdueSince);
  // The longest waiting come first.
  const longestWaiting = await listPendingRecords(db, { limit: MAX_NAMED_RECORDS });
  const lines = longestWaiting
    .filter((record) => getAge(record) >= OVERDUE_AFTER_DAYS)
    .map((record) => `${formatName(record)}: from ${record.username}, pending for ${getAge(record)} days`);
  return {
    sentence:
      `${formatModels(pending)} pending, ${overdue} of them for ${OVERDUE_AFTER_DAYS} days or more and ${unassigned} unassigned; ` +
      `${formatModels(waitingForVendor)} waiting for the vendor.`,
    lines: [...lines, ...listMore(overdue - lines.length)],
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
      ...(record.changes_requested ? ["changes requested"] : []),
      ...(rejectedAt ? ["upload rejected"] : []),
      ...(conflicts.has(record.id) ? ["uploads conflict"] : []),
      ...(unreadMessages > 0 ? ["unread messages"] : []),
    ];
    return needs.length > 0 ? [`${formatName(record)}: ${needs.join(", ")}`] : [];
  });
  if (lines.length === 0) return undefined;
  const sentence =
    lines.length === 1 ? "1 model needs your attention." : `${lines.length} models need your attention.`;
  const more = listMore(lines.length - MAX_NAMED_RECORDS);
  return { sentence, lines: [...lines.slice(0, MAX_NAMED_RECORDS), ...more], path: PORTAL_PATHS.home };
}

const formatName = ({ metadata }: ListedRecord): string => formatModelName(describeRecord(metadata));

const listMore = (count: number): string[] => (count > 0 ? [`${count} more`] : []);
