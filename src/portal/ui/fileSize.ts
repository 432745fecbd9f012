const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** A size as people read it, in decimal units with three digits at most. */
export function fileSize(bytes: number): string {
  let value = bytes;
  let power = 0;
  while (value >= 999.5 && power < UNITS.length - 1) {
    value /= 1000;
    power += 1;
  }
  return `${power === 0 ? value : value.toFixed(value < 9.95 ? 1 : 0)} ${UNITS[power]}`;
}
