import { Unreadable } from "./fileFacts.ts";

export interface KeyedLine {
  number: number;
  /** What stands before the separator, or the whole line where there is none. */
  key: string;
  value: string;
  /** The line as it stands, without its end. */
  text: string;
}

const LOOKED_AT = 4096;

/** Characters 128 to 159 of the Western code page, which not every decoder of that name knows. */
const WESTERN = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Text as Windows programs write it: UTF-8 where it is well-formed, the Western code page otherwise. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.subarray(0, LOOKED_AT).includes(0)) throw new Unreadable("it is not a text file", 1);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("latin1").decode(bytes);
    return text.replace(/[\x80-\x9f]/g, (letter) => WESTERN.charAt(letter.charCodeAt(0) - 0x80));
  }
}

/** The lines of a text one after the other, so that a long file is never held twice. */
export function* linesOf(text: string): Generator<{ number: number; text: string }> {
  let start = 0;
  for (let number = 1; start <= text.length; number++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const hasReturn = end > start && text.charCodeAt(end - 1) === 13;
    yield { number, text: text.slice(start, hasReturn ? end - 1 : end) };
    start = end + 1;
  }
}

/** Lines split at their first separator: `=` in HEC-RAS, `:` in HEC-HMS. HEC-RAS's descriptions are left out. */
export function* keyedLines(text: string, separator: "=" | ":"): Generator<KeyedLine> {
  let isDescription = false;
  for (const line of linesOf(text)) {
    if (line.text.startsWith("BEGIN DESCRIPTION")) isDescription = true;
    else if (line.text.startsWith("END DESCRIPTION")) isDescription = false;
    else if (!isDescription) yield keyed(line, separator);
  }
}

/** Made once for each of a million lines: copying an object here took half of all reading. */
function keyed({ number, text }: { number: number; text: string }, separator: string): KeyedLine {
  const at = text.indexOf(separator);
  if (at < 0) return { number, text, key: text.trim(), value: "" };
  return { number, text, key: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The day in "02JAN1900", "1 January 2000", "17Apr2024 10:18:18" or "01/31/2001" (month first), as YYYY-MM-DD. */
export function dayIn(text: string): string | undefined {
  const named = /^\s*(\d{1,2})\s{0,3}([A-Za-z]{3})[A-Za-z]{0,6}\.?,?\s{0,3}(\d{4})(?!\d)/.exec(text);
  if (named) return day(named[3]!, MONTHS.indexOf(named[2]!.toLowerCase()) + 1, Number(named[1]));
  const numbered = /^\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/.exec(text);
  return numbered ? day(numbered[3]!, Number(numbered[1]), Number(numbered[2])) : undefined;
}

function day(year: string, month: number, date: number): string | undefined {
  const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || date < 1 || date > last) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

/** A day and a time such as "2400", "09:30" or "12:00:00" as one moment; midnight where no time is given. */
export function momentOf(dayText: string | undefined, time = ""): string | undefined {
  const found = dayText === undefined ? undefined : dayIn(dayText);
  const clock = /^\s*(\d{1,2}):?(\d{2})/.exec(time);
  if (found === undefined) return undefined;
  return `${found}T${clock ? `${clock[1]!.padStart(2, "0")}:${clock[2]}` : "00:00"}`;
}
