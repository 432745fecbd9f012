import { formatQuantity } from "../ui/format.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const getWaitingMs = (sinceIso: string, now: number) => Math.max(0, now - new Date(sinceIso).getTime());

export const countDaysWaiting = (since: string, now = Date.now()): number =>
  Math.floor(getWaitingMs(since, now) / DAY_MS);

export function formatWaitingTime(since: string, now = Date.now()): string {
  const time = getWaitingMs(since, now);
  if (time < HOUR_MS) return "less than an hour";
  return time < 2 * DAY_MS
    ? formatQuantity(Math.floor(time / HOUR_MS), "hour")
    : formatQuantity(Math.floor(time / DAY_MS), "day");
}
