import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { memo, type ReactNode } from "react";
import type { Bag } from "../../contract/fields.ts";
import type { Labels } from "./cellText.ts";
import { ColumnHeader } from "./ColumnHeader.tsx";
import type { Column } from "./columnsOf.ts";
import { Pagination } from "./Pagination.tsx";
import type { Page } from "./pageOf.ts";
import { ScrollCell } from "./ScrollCell.tsx";
import type { Sorting } from "./sortRows.ts";
import { tableLook } from "./tableLook.ts";

/** One row: the document its cells are read from, and what surrounds it. */
export interface TableRow {
  id: string;
  document: Bag;
  /** Says why the row stands out; without it, the row does not. */
  highlight?: string | undefined;
  action: ReactNode;
}

interface DataTableProps {
  /** What the table holds, for those who cannot see it. */
  caption: string;
  columns: Column[];
  page: Page<TableRow>;
  labels: Labels;
  sorting: Sorting | undefined;
  onSort: (field: string) => void;
  onPage: (page: number) => void;
}

/** One page of documents as rows, each led by its action. */
export function DataTable({ caption, columns, page, labels, sorting, onSort, onPage }: DataTableProps) {
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box role="region" aria-label={caption} tabIndex={0} sx={tableLook}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ field, title }) => (
                <ColumnHeader
                  key={field}
                  title={title}
                  direction={sorting?.field === field ? sorting.direction : undefined}
                  onSort={() => onSort(field)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {page.rows.map(({ id, document, highlight, action }) => (
              <tr key={id} className={highlight && "highlighted"}>
                <td>
                  {action}
                  {highlight && <small>{highlight}</small>}
                </td>
                <Cells document={document} columns={columns} labels={labels} />
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      <Box sx={{ alignSelf: "flex-end" }}>
        <Pagination number={page.number} count={page.count} onChange={onPage} />
      </Box>
    </Stack>
  );
}

interface CellsProps extends Pick<DataTableProps, "columns" | "labels"> {
  document: Bag;
}

/** Drawn anew only when the document or the names of its codes change. */
const Cells = memo(function Cells({ document, columns, labels }: CellsProps) {
  return columns.map(({ field, title, text }) => (
    <td key={field}>
      <ScrollCell text={text(document, labels)} label={title} />
    </td>
  ));
});
