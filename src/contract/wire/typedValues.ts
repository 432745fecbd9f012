/** Digits, in groups of three or not, with a fraction or a power of ten if there is one. */
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(e[+-]?\d{1,3})?$/i;

/** The number a text says, such as `1,250.5`; undefined for any other text. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !NUMBER.test(trimmed)) return undefined;
  const value = Number(trimmed.replaceAll(",", ""));
  return Number.isFinite(value) ? value : undefined;
}

/** What a spreadsheet copies behind a day that has no time of day. */
const MIDNIGHT = /[ T](0?0:00(:00(\.0+)?)?|12:00(:00)? AM)$/i;

/** 2023-04-17, 2023/4/17 and 20230417. */
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const DIGITS = /^(\d{4})()(\d{2})(\d{2})$/;
/** 4/17/2023, as it is written in the United States. */
const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/**
 * The day a typed or pasted text says, as YYYY-MM-DD; undefined for any other text. Nothing is guessed: a text that
 * lacks a part, or names a day that no calendar has, says no day.
 */
export function dateIn(text: string): string | undefined {
  const day = text.trim().replace(MIDNIGHT, "");
  const [, year, , month, date] = YEAR_FIRST.exec(day) ?? DIGITS.exec(day) ?? [];
  if (year && month && date) return calendarDay(year, month, date);
  const [, first, second, last] = MONTH_FIRST.exec(day) ?? [];
  return first && second && last ? calendarDay(last, first, second) : undefined;
}

/** Whether a text is a day as it is stored. */
export const isDate = (text: string): boolean => dateIn(text) === text;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Counted by hand: a Date would shift the day to the one before somewhere. */
function calendarDay(year: string, month: string, date: string): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  const isLeapYear = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  const length = m === 2 && isLeapYear ? 29 : (MONTH_LENGTHS[m - 1] ?? 0);
  if (y === 0 || d < 1 || d > length) return undefined;
  return `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
}
