/** One page of a list. */
export interface Page<Row> {
  rows: Row[];
  /** Counted from 1, and within the pages there are. */
  number: number;
  count: number;
}

/** Cuts a page out of a list. A page that the list no longer reaches becomes its last one. */
export function pageOf<Row>(rows: Row[], wanted: number, size: number): Page<Row> {
  const count = Math.max(1, Math.ceil(rows.length / size));
  const number = Math.min(Math.max(1, wanted), count);
  return { rows: rows.slice((number - 1) * size, number * size), number, count };
}
