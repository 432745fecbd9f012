import { useDeferredValue, useMemo } from "react";

/**
 * The rows whose text holds a search term, whatever its case. The texts are made once per list, when it is first
 * searched, and the search runs behind the typing, so that long lists slow down neither opening nor typing.
 */
export function useFound<Row>(rows: Row[], textOf: (row: Row) => string, term: string): Row[] {
  const wanted = useDeferredValue(term).trim().toLowerCase();
  const isWanted = wanted !== "";
  const texts = useMemo(
    () => (isWanted ? rows.map((row) => textOf(row).toLowerCase()) : []),
    [rows, textOf, isWanted],
  );
  return useMemo(
    () => (isWanted ? rows.filter((_, index) => texts[index]!.includes(wanted)) : rows),
    [rows, texts, wanted, isWanted],
  );
}
