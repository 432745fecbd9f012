const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(e[+-]?\d{1,3})?$/i;

export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !NUMBER.test(trimmed)) return undefined;
  const value = Number(trimmed.replaceAll(",", ""));
  return Number.isFinite(value) ? value : undefined;
}

/** Spreadsheets append midnight to copied dates. */
const MIDNIGHT = /[ T](0?0:00(:00(\.0+)?)?|12:00(:00)? AM)$/i;

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const DIGITS = /^(\d{4})()(\d{2})(\d{2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const MONTH_NAME_FIRST = /^(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu;
const MONTH_NAME_SECOND = /^(\d{1,2})(?:st|nd|rd|th)?([- ])(\p{L}{3,9})\.?,?\2(\d{4})$/iu;

const MONTH_NAMES = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/** Returns YYYY-MM-DD; undefined for incomplete, impossible or ambiguous dates. */
export function parseDate(text: string): string | undefined {
  const readings = listReadings(text);
  return readings.length === 1 ? readings[0] : undefined;
}

/** The days that a date can mean, as YYYY-MM-DD. More than one: it is ambiguous. With slashes, the month is first. */
export function listReadings(text: string): string[] {
  const day = text.trim().replace(MIDNIGHT, "");
  const [, year, , month, date] = YEAR_FIRST.exec(day) ?? DIGITS.exec(day) ?? [];
  if (year && month && date) return listPossible([toIsoDate(year, month, date)]);
  const [, first, separator, second, last] = YEAR_LAST.exec(day) ?? [];
  if (first && second && last) {
    const monthFirst = listPossible([toIsoDate(last, first, second)]);
    const dayFirst = listPossible([toIsoDate(last, second, first)]);
    if (separator === "/" && monthFirst.length > 0) return monthFirst;
    return [...new Set([...monthFirst, ...dayFirst])];
  }
  const [, name, namedDate, namedYear] = MONTH_NAME_FIRST.exec(day) ?? [];
  if (name && namedDate && namedYear) return listPossible([toIsoDate(namedYear, findMonth(name), namedDate)]);
  const [, leadingDate, , middleName, finalYear] = MONTH_NAME_SECOND.exec(day) ?? [];
  if (leadingDate && middleName && finalYear)
    return listPossible([toIsoDate(finalYear, findMonth(middleName), leadingDate)]);
  return [];
}

const listPossible = (days: (string | undefined)[]) => days.filter((day) => day !== undefined);

/** "0" for a word that is no month. Names can be cut to three or more letters. */
const findMonth = (name: string): string =>
  String(MONTH_NAMES.findIndex((month) => month.startsWith(name.toLowerCase())) + 1);

/** True for a valid date in the stored form YYYY-MM-DD. */
export const isIsoDate = (text: string): boolean => parseDate(text) === text;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Without Date, which can shift the day in some time zones. */
function toIsoDate(year: string, month: string, date: string): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  const isLeapYear = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  const length = m === 2 && isLeapYear ? 29 : (MONTH_LENGTHS[m - 1] ?? 0);
  if (y === 0 || d < 1 || d > length) return undefined;
  return `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
}
