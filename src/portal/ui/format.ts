import { format, isValid, parseISO } from "date-fns";

/** So many of a thing, in words. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** The largest power of 1,000 that leaves something before the point; what would be rounded up to it is the next. */
function powerOf(bytes: number): number {
  const power = UNITS.findIndex((_, index) => bytes / 1000 ** index < (index < 2 ? 999.5 : 999.95));
  return power === -1 ? UNITS.length - 1 : power;
}

/** A size as people read it, in decimal units; from megabytes on with one decimal. */
export function fileSize(bytes: number): string {
  const power = powerOf(bytes);
  const value = bytes / 1000 ** power;
  if (power === 0) return `${value} B`;
  return `${value.toFixed(power > 1 || value < 9.95 ? 1 : 0)} ${UNITS[power]}`;
}

/** So much of a size, both in one unit, as in "1.2 of 3.4 GB". */
export function shareOfSize(bytes: number, whole: number): string {
  const power = powerOf(whole);
  const [share, size] = [bytes, whole].map((one) => (one / 1000 ** power).toFixed(power === 0 ? 0 : 1));
  return `${share} of ${size} ${UNITS[power]}`;
}

/** Words for a moment in the reader's own time zone. What is no date stays as it is; none is no word. */
const inPattern =
  (pattern: string) =>
  (iso = "") => {
    const moment = parseISO(iso);
    return isValid(moment) ? format(moment, pattern) : iso;
  };

/** A moment in full, as in "March 2nd 2026, 3:04 pm". */
export const longDate = inPattern("MMMM do yyyy, h:mm aaa");

/** The same to the second: two uploads may come within one minute. */
export const exactDate = inPattern("MMMM do yyyy, h:mm:ss aaa");

const inZone = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long" });

/** The same with its time zone, as in "October 31, 2026 at 4:02:11 PM CDT"; undefined for what is no date. */
export function zonedDate(iso = ""): string | undefined {
  const moment = parseISO(iso);
  return isValid(moment) ? inZone.format(moment) : undefined;
}

/** The day of an acceptance or rejection, as in "Mar 2nd, 2026". */
export const decisionDate = inPattern("MMM do, yyyy");

/** What orders text backwards or leaves no trace: enough to make `exe.png` of a name that ends in `gnp.exe`. */
const HIDDEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/**
 * A name as it really is: every character that would be invisible, or would turn the others around, is shown by its
 * code point. Right-to-left letters stay as they are.
 *
 * @example visibleText("gnp.\u202Eexe") // "gnp.⟨U+202E⟩exe"
 */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
