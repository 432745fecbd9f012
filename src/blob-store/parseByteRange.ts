/** As in HTTP, a header that is not a single byte range is ignored. */
export function parseByteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (!from && !to) return undefined;
  const first = from ? Number(from) : Math.max(size - Number(to), 0);
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first > last ? "unsatisfiable" : { first, last };
}
