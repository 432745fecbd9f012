import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { visuallyHidden } from "@mui/utils";
import { useState } from "react";
import {
  DataTable,
  ListContextProvider,
  useDataTableRenderContext,
  useListContext,
  useStore,
  type DataTableColumnProps,
} from "react-admin";
import { Link } from "react-router";
import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName } from "../recordName.ts";
import { openingPath, openingWord } from "../routes.ts";
import { columnsOf } from "../table/columnsOf.ts";
import { Pagination } from "../table/Pagination.tsx";
import { ScrollCell } from "../table/ScrollCell.tsx";
import { tableLook } from "../table/tableLook.ts";
import { useLabels } from "./useLabels.ts";

const columns = columnsOf(schemaOf("metadata"));

const CAPTION = "Metadata records";

/** The records as a table of all their listed metadata; the search looks at every cell. */
export function RecordsTable() {
  const list = useListContext<RecordRow>();
  const labels = useLabels();
  // Until a page has come, the list still holds what was shown before: all of the cards.
  const page = { ...list, data: list.data?.slice(0, list.perPage) } as typeof list;
  return (
    <ListContextProvider value={page}>
      <Box role="region" aria-label={CAPTION} tabIndex={0} sx={tableLook}>
        <DataTable<RecordRow>
          aria-label={CAPTION}
          bulkActionButtons={false}
          rowClick={false}
          rowSx={({ dataIsAvailable }) => (dataIsAvailable ? highlighted : {})}
        >
          <ActionColumn />
          {columns.map(({ field, title, text }) => (
            <Column
              key={field}
              source={field}
              label={title}
              render={({ currentMetadata }) => (
                <ScrollCell text={text(currentMetadata as Bag, labels)} label={title} />
              )}
            />
          ))}
        </DataTable>
      </Box>
      <Pagination />
    </ListContextProvider>
  );
}

/** React-admin's column, whose head alone says how the table is sorted: a cell that said so would be no plain cell. */
function Column(props: DataTableColumnProps<RecordRow>) {
  const { sort } = useListContext<RecordRow>();
  const isSortedHead = useDataTableRenderContext() === "header" && sort.field === props.source;
  const sortDirection = sort.order === "ASC" ? ("asc" as const) : ("desc" as const);
  return <DataTable.Col<RecordRow> {...props} {...(isSortedHead && { sortDirection })} />;
}

/** Which columns are left out, where react-admin's table looks for them. */
const useLeftOut = () => useStore<string[]>("records.datatable", []);

/** Chooses the columns. React-admin's own choice takes the focus unasked, and speaks to an older text field. */
export function ColumnsChoice() {
  const [leftOut, setLeftOut] = useLeftOut();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const toggle = (field: string) =>
    setLeftOut(leftOut.includes(field) ? leftOut.filter((name) => name !== field) : [...leftOut, field]);
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Columns
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.map(({ field, title }) => (
          <MenuItem
            key={field}
            dense
            role="menuitemcheckbox"
            aria-checked={!leftOut.includes(field)}
            onClick={() => toggle(field)}
          >
            <Checkbox
              size="small"
              tabIndex={-1}
              aria-hidden
              checked={!leftOut.includes(field)}
              sx={{ p: 0.5 }}
            />
            {title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** How each row is opened. It cannot be left out. */
const ActionColumn = () => (
  <DataTable.Col<RecordRow>
    source="id"
    // For screen readers: to eyes, the column has no name.
    label={<span style={visuallyHidden}>Open</span>}
    disableSort
    render={(record) => (
      <>
        <Button
          component={Link}
          to={openingPath(record)}
          variant="outlined"
          size="small"
          aria-label={`${openingWord(record)} ${recordName(record.currentMetadata)}`}
        >
          {openingWord(record)}
        </Button>
        {record.dataIsAvailable && <small>Data available</small>}
      </>
    )}
  />
);

const highlighted = {
  "& > td": { bgcolor: "state.good.ground" },
  "& > td:first-of-type": {
    bgcolor: "state.good.ground",
    boxShadow: "inset 4px 0 0 var(--mui-palette-success-main)",
  },
};
