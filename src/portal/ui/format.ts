import { format, isToday, isValid, parseISO } from "date-fns";

export const formatQuantity = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Picks the next unit if rounding would show 1000 of the smaller one. */
function getUnitPower(bytes: number): number {
  const power = UNITS.findIndex((_, index) => bytes / 1000 ** index < (index < 2 ? 999.5 : 999.95));
  return power === -1 ? UNITS.length - 1 : power;
}

/** Decimal units, one decimal from megabytes on. */
export function formatFileSize(bytes: number): string {
  const power = getUnitPower(bytes);
  const value = bytes / 1000 ** power;
  if (power === 0) return `${value} B`;
  return `${value.toFixed(power > 1 || value < 9.95 ? 1 : 0)} ${UNITS[power]}`;
}

export function formatSizeOfTotal(bytes: number, total: number): string {
  const power = getUnitPower(total);
  const [share, size] = [bytes, total].map((value) => (value / 1000 ** power).toFixed(power === 0 ? 0 : 1));
  return `${share} of ${size} ${UNITS[power]}`;
}

/** In the local time zone. Text that is not a date is returned unchanged. */
const createDateFormatter =
  (pattern: string) =>
  (iso = "") => {
    const moment = parseISO(iso);
    return isValid(moment) ? format(moment, pattern) : iso;
  };

/** For example "March 2nd 2026, 3:04 pm". */
export const formatDateTime = createDateFormatter("MMMM do yyyy, h:mm aaa");

/** For example "3:04 pm"; with the date on another day. */
export const formatClockTime = (iso: string): string =>
  isToday(parseISO(iso)) ? createDateFormatter("h:mm aaa")(iso) : formatDateTime(iso);

/** With seconds, because two uploads may arrive within one minute. */
export const formatDateTimeWithSeconds = createDateFormatter("MMMM do yyyy, h:mm:ss aaa");

const zonedFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long" });

/** For example "October 31, 2026 at 4:02:11 PM CDT"; undefined if `iso` is not a date. */
export function formatDateTimeWithZone(iso = ""): string | undefined {
  const moment = parseISO(iso);
  return isValid(moment) ? zonedFormat.format(moment) : undefined;
}

/** For example "Mar 2nd, 2026, 3:04 pm". No-break spaces: in a narrow column only the time may wrap. */
export const formatStepTime = createDateFormatter("MMM'\u00a0'do,'\u00a0'yyyy, h:mm'\u00a0'aaa");

/** For example "Mar 2nd, 2026". */
export const formatDecisionDate = createDateFormatter("MMM do, yyyy");

/** Control and bidirectional characters, which can make a name ending in `gnp.exe` look like `exe.png`. */
/** Cuts at a word boundary if there is one near the end. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = Array.from(text.slice(0, length + 1))
    .slice(0, -1)
    .join("");
  const space = cut.search(/\s\S*$/);
  return `${space > length * 0.8 ? cut.slice(0, space) : cut}…`;
}

export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
