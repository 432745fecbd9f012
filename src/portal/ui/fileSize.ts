const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** A size as people read it, in decimal units with three digits at most. */
export function fileSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 9.95 ? 1 : 0)} ${UNITS[power]}`;
}
