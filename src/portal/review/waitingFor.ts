const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How long a record has been waiting since a moment (ISO), in whole hours or days. */
export function waitingFor(since: string, now = Date.now()): string {
  const waited = Math.max(0, now - new Date(since).getTime());
  if (waited < HOUR) return "Waiting for less than an hour";
  return `Waiting for ${waited < 2 * DAY ? counted(waited / HOUR, "hour") : counted(waited / DAY, "day")}`;
}

const counted = (amount: number, unit: string) =>
  `${Math.floor(amount)} ${unit}${Math.floor(amount) === 1 ? "" : "s"}`;
