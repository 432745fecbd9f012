import { UnreadableFileError } from "./fileFacts.ts";

export interface KeyValueLine {
  number: number;
  /** Text before the separator, or the whole line without one. */
  key: string;
  value: string;
  text: string;
}

const BINARY_CHECK_BYTES = 4096;

/** Characters 128 to 159 of Windows-1252, which some decoders lack. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** HEC-RAS 7 pads values with NUL characters; more of them mean another encoding or a binary file. */
const MAX_NUL_SHARE = 0.1;

const SAVE_AS_UTF8 =
  "it is saved as UTF-16, which model programs do not read. Save it as UTF-8: in Notepad, choose Save as and the encoding UTF-8";

export function decodeText(bytes: Uint8Array): string {
  assertNotUtf16OrBinary(bytes.subarray(0, BINARY_CHECK_BYTES));
  const text = decodeUtf8OrWindows1252(bytes);
  const lines = text.includes("\n") ? text : text.replaceAll("\r", "\n");
  return lines.includes("\0") ? lines.replaceAll("\0", "") : lines;
}

function assertNotUtf16OrBinary(start: Uint8Array): void {
  const hasUtf16Mark = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  const nuls = [0, 0];
  start.forEach((byte, index) => {
    if (byte === 0) nuls[index % 2]! += 1;
  });
  const [even = 0, odd = 0] = nuls;
  const isNulEverySecond = Math.min(even, odd) === 0 && Math.max(even, odd) > 0.4 * start.length;
  if (hasUtf16Mark || (isNulEverySecond && start.length >= 8)) throw new UnreadableFileError(SAVE_AS_UTF8);
  if (even + odd > MAX_NUL_SHARE * start.length)
    throw new UnreadableFileError("not a text file", { line: 1 });
}

function decodeUtf8OrWindows1252(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("latin1").decode(bytes);
    return text.replace(/[\x80-\x9f]/g, (letter) => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80));
  }
}

/** A generator, so that a long file is in memory only once. */
export function* readLines(text: string): Generator<{ number: number; text: string }> {
  let start = 0;
  for (let number = 1; start <= text.length; number++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const hasReturn = end > start && text.charCodeAt(end - 1) === 13;
    yield { number, text: text.slice(start, hasReturn ? end - 1 : end) };
    start = end + 1;
  }
}

/** The separator is `=` in HEC-RAS and `:` in HEC-HMS. Skips HEC-RAS descriptions. */
export function* readKeyValueLines(text: string, separator: "=" | ":"): Generator<KeyValueLine> {
  let isDescription = false;
  for (const line of readLines(text)) {
    if (line.text.startsWith("BEGIN DESCRIPTION")) isDescription = true;
    else if (line.text.startsWith("END DESCRIPTION")) isDescription = false;
    else if (!isDescription) yield splitLine(line, separator);
  }
}

/** No object spread: with a million lines, it took half of the reading time. */
function splitLine({ number, text }: { number: number; text: string }, separator: string): KeyValueLine {
  const at = text.indexOf(separator);
  if (at < 0) return { number, text, key: text.trim(), value: "" };
  return { number, text, key: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** @example "02JAN1900", "1 January 2000", "17Apr2024 10:18:18", "01/31/2001" (month first) -> YYYY-MM-DD */
export function parseModelDate(text: string): string | undefined {
  const withMonthName = /^\s*(\d{1,2})\s{0,3}([A-Za-z]{3})[A-Za-z]{0,6}\.?,?\s{0,3}(\d{4})(?!\d)/.exec(text);
  if (withMonthName)
    return toIsoDate(
      withMonthName[3]!,
      MONTHS.indexOf(withMonthName[2]!.toLowerCase()) + 1,
      Number(withMonthName[1]),
    );
  const numeric = /^\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/.exec(text);
  return numeric ? toIsoDate(numeric[3]!, Number(numeric[1]), Number(numeric[2])) : undefined;
}

function toIsoDate(year: string, month: number, date: number): string | undefined {
  const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || date < 1 || date > last) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

/**
 * `time` is for example "2400", "09:30", "12:00:00" or "24"; midnight by default. SWMM counts hours beyond a day:
 * "504:00:00" is 21 days later.
 */
export function parseDateTime(dayText: string | undefined, time = ""): string | undefined {
  const date = dayText === undefined ? undefined : parseModelDate(dayText);
  if (date === undefined) return undefined;
  const clock = /^\s*(?:(\d{1,5}):(\d{2})|(\d{1,2})(\d{2})|(\d{1,2}))(?!\d)/.exec(time);
  const hours = Number(clock?.[1] ?? clock?.[3] ?? clock?.[5] ?? 0);
  const minutes = clock?.[2] ?? clock?.[4] ?? "00";
  if (hours <= 24) return `${date}T${String(hours).padStart(2, "0")}:${minutes}`;
  const day = new Date(Date.parse(date) + Math.floor(hours / 24) * DAY_MS).toISOString().slice(0, 10);
  return `${day}T${String(hours % 24).padStart(2, "0")}:${minutes}`;
}

const DAY_MS = 86_400_000;
