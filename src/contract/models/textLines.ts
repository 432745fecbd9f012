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

export function decodeText(bytes: Uint8Array): string {
  if (bytes.subarray(0, BINARY_CHECK_BYTES).includes(0))
    throw new UnreadableFileError("not a text file", { line: 1 });
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

/** `time` is for example "2400", "09:30" or "12:00:00"; midnight by default. */
export function parseDateTime(dayText: string | undefined, time = ""): string | undefined {
  const date = dayText === undefined ? undefined : parseModelDate(dayText);
  const clock = /^\s*(\d{1,2}):?(\d{2})/.exec(time);
  if (date === undefined) return undefined;
  return `${date}T${clock ? `${clock[1]!.padStart(2, "0")}:${clock[2]}` : "00:00"}`;
}
