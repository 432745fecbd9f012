/**
 * The first and last byte that a Range header asks for, or "outside" where there are none such. A header that is no
 * single byte range is ignored, as HTTP has it.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | "outside" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (!from && !to) return undefined;
  const first = from ? Number(from) : Math.max(size - Number(to), 0);
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  return first > last ? "outside" : { first, last };
}
