import { randomUUID } from "node:crypto";
import { enqueueMail, queueRecordMail } from "../mail/queueMail.ts";
import type { Services } from "../services.ts";
import { closeDailyMail, listAccountsWithDailyItems } from "../stores/mailStore.ts";
import { advanceSetting, findSetting } from "../stores/settingStore.ts";
import { listUploadsWhoseLinkEnds } from "../stores/uploads/uploadStore.ts";
import { tryEach } from "../tryEach.ts";
import { queueWeeklySummaries } from "./weeklySummary.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Morning in Texas. */
const DAY_STARTS_AT_MS = 12 * HOUR_MS;

/** Queues what is due by time: daily mails, weekly summaries and warnings before an upload link ends. */
export async function collectMails(services: Services, signal: AbortSignal): Promise<void> {
  await tryEach([warnBeforeLinkEnds, queueDailyMails, queueWeeklyMails], signal, (step) => step(services));
}

/** A time on the day whose mails are due. */
const getMailDay = (now: Date): Date => new Date(now.getTime() - DAY_STARTS_AT_MS);

/** For example 2026-03-02. */
const formatDay = (day: Date) => day.toISOString().slice(0, 10);

async function queueDailyMails({ db, now }: Services): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await advanceSetting(trx, "daily-mails", formatDay(getMailDay(now())))) === undefined) return;
    for (const accountId of await listAccountsWithDailyItems(trx)) {
      const mailId = randomUUID();
      await closeDailyMail(trx, accountId, mailId);
      await enqueueMail(trx, mailId, now());
    }
  });
}

/** On Mondays, or later if no server ran. A new installation has nothing to summarize. */
async function queueWeeklyMails(services: Services): Promise<void> {
  const { db, now } = services;
  const day = getMailDay(now());
  const daysSinceMonday = (day.getUTCDay() + 6) % 7;
  const monday = formatDay(new Date(day.getTime() - daysSinceMonday * DAY_MS));
  const lastMonday = await findSetting(db, "weekly-mails");
  if (lastMonday !== undefined && lastMonday >= monday) return;
  if (lastMonday) await queueWeeklySummaries(services, monday);
  await db.transaction().execute((trx) => advanceSetting(trx, "weekly-mails", monday));
}

/** Links that are valid for a shorter time get no warning. */
const WARN_BEFORE_LINK_ENDS_MS = DAY_MS;

async function warnBeforeLinkEnds({ db, now }: Services): Promise<void> {
  const uploads = await listUploadsWhoseLinkEnds(db, now(), WARN_BEFORE_LINK_ENDS_MS);
  for (const { id, record_id, expires_at } of uploads) {
    const time = expires_at.toISOString();
    const event = {
      recordId: record_id,
      to: "vendor" as const,
      sentence: `Your upload link ends on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC, and nothing was uploaded with it.`,
      onceKey: `link-ends ${id} ${time}`,
    };
    await db.transaction().execute((trx) => queueRecordMail(trx, event, now()));
  }
}
