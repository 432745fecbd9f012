import Button from "@mui/material/Button";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { schemaOf, type Bag } from "../../../contract/fields.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { openingPath } from "../../routes.ts";
import { columnsOf } from "../../table/columnsOf.ts";
import { DataTable, type TableRow } from "../../table/DataTable.tsx";
import { NothingFound } from "./NothingFound.tsx";
import { openingWord } from "./openingWord.ts";
import { recordName } from "./recordName.ts";
import { useFound } from "./useFound.ts";
import { useLabels } from "./useLabels.ts";

const columns = columnsOf(schemaOf("metadata"));

/** The records as a table of all their listed metadata, seven a page; the search looks at every cell. */
export function RecordsTable({ records, term }: { records: RecordRow[]; term: string }) {
  const labels = useLabels();
  const searchText = useMemo(
    () => (record: RecordRow) =>
      [record.id, ...columns.map(({ text }) => text(record.currentMetadata as Bag, labels))].join("\n"),
    [labels],
  );
  const found = useFound(records, searchText, term);
  const [page, setPage] = useState(1);
  const [pageTerm, setPageTerm] = useState(term);
  if (pageTerm !== term) {
    setPageTerm(term);
    setPage(1);
  }
  if (found.length === 0) return <NothingFound term={term} />;
  return (
    <DataTable
      caption="Metadata records"
      columns={columns}
      rows={found.map(rowOf)}
      labels={labels}
      page={page}
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
