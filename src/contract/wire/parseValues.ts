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
const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Returns YYYY-MM-DD; undefined for incomplete or impossible dates. */
export function parseDate(text: string): string | undefined {
  const day = text.trim().replace(MIDNIGHT, "");
  const [, year, , month, date] = YEAR_FIRST.exec(day) ?? DIGITS.exec(day) ?? [];
  if (year && month && date) return toIsoDate(year, month, date);
  const [, first, second, last] = MONTH_FIRST.exec(day) ?? [];
  return first && second && last ? toIsoDate(last, first, second) : undefined;
}

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
