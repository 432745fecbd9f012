/** By which column rows stand, and which way. */
export interface Sorting {
  field: string;
  direction: "ascending" | "descending";
}

const byText = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Rows by a text of theirs, numbers in it by their value. Rows without the text come last either way, and rows with
 * the same text keep their order. Without a sorting all keep theirs.
 *
 * @param textOf the text of a row's cell in a column
 */
export function sortRows<Row>(
  rows: Row[],
  sorting: Sorting | undefined,
  textOf: (row: Row, field: string) => string,
): Row[] {
  if (!sorting) return rows;
  const sign = sorting.direction === "ascending" ? 1 : -1;
  return rows
    .map((row) => ({ row, text: textOf(row, sorting.field) }))
    .toSorted(
      (a, b) => Number(a.text === "") - Number(b.text === "") || sign * byText.compare(a.text, b.text),
    )
    .map(({ row }) => row);
}

/** What choosing a column does: its rows ascend, then descend, then stand as they came. */
export function nextSorting(sorting: Sorting | undefined, field: string): Sorting | undefined {
  if (sorting?.field !== field) return { field, direction: "ascending" };
  return sorting.direction === "ascending" ? { field, direction: "descending" } : undefined;
}
