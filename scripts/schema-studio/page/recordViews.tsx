import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { OptionLists } from "../../../src/portal/form/options/optionLists.ts";
import { MetadataSections } from "../../../src/portal/record-detail/MetadataSections.tsx";
import { listColumns } from "../../../src/portal/providers/resources/recordColumns.ts";
import { buildExampleContacts } from "./exampleContacts.ts";
import type { ViewProps } from "./viewProps.ts";

/** The row of the record in the list. */
export function TableView({ view, values, options }: ViewProps) {
  const columns = listColumns(view.schema);
  const labels = labelsOf(options);
  return (
    <Table size="small" aria-label="The record in the list">
      <TableHead>
        <TableRow>
          {columns.map(({ field, title }) => (
            <TableCell key={field} sx={{ minWidth: 160 }}>
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        <TableRow>
          {columns.map(({ field, formatCell }) => (
            <TableCell key={field}>{formatCell(values, labels)}</TableCell>
          ))}
        </TableRow>
      </TableBody>
    </Table>
  );
}

const labelsOf = (options: OptionLists) =>
  Object.fromEntries(
    Object.entries(options).map(([source, list = []]) => [
      source,
      new Map(list.map(({ value, label }) => [value, label])),
    ]),
  );

export const DetailView = ({ view, values, options, references }: ViewProps) => (
  <MetadataSections
    schema={view.schema}
    metadata={values}
    lists={{ options, contacts: buildExampleContacts(values), contactRoles: references.contactRoles }}
    isCollapsed={false}
  />
);
