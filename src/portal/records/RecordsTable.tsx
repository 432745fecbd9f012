import Button from "@mui/material/Button";
import { useCallback, useMemo, useState } from "react";
import { Link } from "react-router";
import { schemaOf, type Bag } from "../../contract/fields.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { recordName } from "../recordName.ts";
import { openingPath } from "../routes.ts";
import { columnsOf } from "../table/columnsOf.ts";
import { DataTable, type TableRow } from "../table/DataTable.tsx";
import { pageOf } from "../table/pageOf.ts";
import { nextSorting, sortRows, type Sorting } from "../table/sortRows.ts";
import { useFound } from "../table/useFound.ts";
import { NothingFound } from "../ui/NothingFound.tsx";
import { openingWord } from "./openingWord.ts";
import { useLabels } from "./useLabels.ts";

const PAGE_SIZE = 7;

const columns = columnsOf(schemaOf("metadata"));
const columnNamed = new Map(columns.map((column) => [column.field, column]));

/** The records as a table of all their listed metadata, seven a page; the search looks at every cell. */
export function RecordsTable({ records, term }: { records: RecordRow[]; term: string }) {
  const labels = useLabels();
  const cellOf = useCallback(
    ({ currentMetadata }: RecordRow, field: string) =>
      columnNamed.get(field)?.text(currentMetadata as Bag, labels) ?? "",
    [labels],
  );
  const searchText = useCallback(
    (record: RecordRow) => [record.id, ...columns.map(({ field }) => cellOf(record, field))].join("\n"),
    [cellOf],
  );
  const found = useFound(records, searchText, term);
  const [sorting, setSorting] = useState<Sorting>();
  const sorted = useMemo(() => sortRows(found, sorting, cellOf), [found, sorting, cellOf]);
  const [page, setPage] = useState(1);
  const [pageTerm, setPageTerm] = useState(term);
  if (pageTerm !== term) {
    setPageTerm(term);
    setPage(1);
  }
  if (found.length === 0) return <NothingFound term={term} />;
  const { rows, ...place } = pageOf(sorted, page, PAGE_SIZE);
  return (
    <DataTable
      caption="Metadata records"
      columns={columns}
      page={{ ...place, rows: rows.map(rowOf) }}
      labels={labels}
      sorting={sorting}
      onSort={(field) => {
        setSorting(nextSorting(sorting, field));
        setPage(1);
      }}
      onPage={setPage}
    />
  );
}

const rowOf = (record: RecordRow): TableRow => ({
  id: record.id,
  document: record.currentMetadata as Bag,
  highlight: record.dataIsAvailable ? "Data available" : undefined,
  action: (
    <Button
      component={Link}
      to={openingPath(record)}
      variant="outlined"
      size="small"
      aria-label={`${openingWord(record)} ${recordName(record.currentMetadata)}`}
    >
      {openingWord(record)}
    </Button>
  ),
});
