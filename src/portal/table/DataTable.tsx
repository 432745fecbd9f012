import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type { Bag } from "../../contract/fields.ts";
import type { Labels } from "./cellText.ts";
import type { Column } from "./columnsOf.ts";
import { pageOf } from "./pageOf.ts";
import { Pagination } from "./Pagination.tsx";
import { ScrollCell } from "./ScrollCell.tsx";
import { tableLook } from "./tableLook.ts";

const PAGE_SIZE = 7;

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
  rows: TableRow[];
  labels: Labels;
  page: number;
  onPage: (page: number) => void;
}

/** Documents as rows, seven a page, each led by its action. */
export function DataTable({ caption, columns, rows, labels, page, onPage }: DataTableProps) {
  const shown = pageOf(rows, page, PAGE_SIZE);
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box role="region" aria-label={caption} tabIndex={0} sx={tableLook}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ field, title }) => (
                <th key={field} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.rows.map(({ id, document, highlight, action }) => (
              <tr key={id} className={highlight && "highlighted"}>
                <td>
                  {action}
                  {highlight && <small>{highlight}</small>}
                </td>
                {columns.map(({ field, title, text }) => (
                  <td key={field}>
                    <ScrollCell text={text(document, labels)} label={title} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      <Box sx={{ alignSelf: "flex-end" }}>
        <Pagination number={shown.number} count={shown.count} onChange={onPage} />
      </Box>
    </Stack>
  );
}
