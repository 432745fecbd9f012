import { useDeferredValue, useMemo } from "react";

/**
 * The rows whose text holds a search term, whatever its case. The texts are made once per list and the
 * search runs behind the typing, so that long lists do not slow it down.
 */
export function useFound<Row>(rows: Row[], textOf: (row: Row) => string, term: string): Row[] {
  const texts = useMemo(() => rows.map((row) => textOf(row).toLowerCase()), [rows, textOf]);
  const wanted = useDeferredValue(term).trim().toLowerCase();
  return useMemo(
    () => (wanted ? rows.filter((_, index) => texts[index]!.includes(wanted)) : rows),
    [rows, texts, wanted],
  );
}
