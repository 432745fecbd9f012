import { counted } from "../ui/format.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const waited = (since: string, now: number) => Math.max(0, now - new Date(since).getTime());

/** How many whole days a record has been waiting since a moment (ISO). */
export const daysWaiting = (since: string, now = Date.now()): number => Math.floor(waited(since, now) / DAY);

/** The same in words, in whole hours or days. */
export function waitingFor(since: string, now = Date.now()): string {
  const time = waited(since, now);
  if (time < HOUR) return "less than an hour";
  return time < 2 * DAY ? counted(Math.floor(time / HOUR), "hour") : counted(Math.floor(time / DAY), "day");
}
