const FIRST_YEAR = 1980;
const LAST_YEAR = 2107;

/**
 * MS-DOS date in the upper 16 bits, time in the lower 16 bits, in UTC. Zips have no earlier year than 1980 and store
 * even seconds only.
 *
 * @param time epoch milliseconds
 */
export function encodeDosTime(time: number): number {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  if (!(year >= FIRST_YEAR)) return encodeDosTime(Date.UTC(FIRST_YEAR, 0, 1));
  if (year > LAST_YEAR) return encodeDosTime(Date.UTC(LAST_YEAR, 11, 31));
  const day = ((year - FIRST_YEAR) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const seconds = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return day * 0x10000 + seconds;
}

/** Epoch milliseconds. Zips state no time zone, so these times are comparable only with each other. */
export function parseDosTime(dosTime: number): number {
  const [date, time] = [dosTime >>> 16, dosTime & 0xffff];
  return Date.UTC(
    FIRST_YEAR + (date >>> 9),
    ((date >>> 5) & 15) - 1,
    date & 31,
    time >>> 11,
    (time >>> 5) & 63,
    2 * (time & 31),
  );
}
