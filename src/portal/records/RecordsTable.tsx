import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import MenuItem from "@mui/material/MenuItem";
import TablePagination from "@mui/material/TablePagination";
import TextField from "@mui/material/TextField";
import { visuallyHidden } from "@mui/utils";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  DataTable,
  ListContextProvider,
  useDataTableRenderContext,
  useListContext,
  useStore,
  type DataTableColumnProps,
} from "react-admin";
import { Link } from "react-router";
import { cellText, type Labels } from "../../contract/schema/cellText.ts";
import { isShownIn, schemaOf, type JsonObject, type EntitySchema } from "../../contract/schema/fields.ts";
import { useCodedLists } from "../form/options/optionLists.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordName } from "../recordName.ts";
import { openingPath, openingWord } from "../routes.ts";
import { PHONE } from "../theme.ts";

/** The roles whose fields lead the row, the first of them last. */
const LEADING = ["identifier", "title"];

/** The columns of a table of documents: the title, the identifier, then every other field that is not hidden in lists. */
export const columnsOf = ({ properties }: EntitySchema) =>
  Object.entries(properties)
    .filter(([, node]) => isShownIn("list", node))
    .toSorted(([, a], [, b]) => LEADING.indexOf(b["x-role"] ?? "") - LEADING.indexOf(a["x-role"] ?? ""))
    .map(([field, node]) => ({
      field,
      title: node.title ?? field,
      text: (document: JsonObject, labels: Labels) => cellText(node, document[field], labels),
    }));

const columns = columnsOf(schemaOf("metadata"));

const CAPTION = "Metadata records";

/** The records as a table of all their listed metadata; the search looks at every cell. */
export function RecordsTable({ records }: { records: RecordRow[] }) {
  const list = useListContext<RecordRow>();
  const coded = useCodedNames();
  // Until a page has come, the list still holds what was shown before: all of the cards.
  const page = { ...list, data: records.slice(0, list.perPage) } as typeof list;
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
              render={({ currentMetadata, labels }) => (
                <ScrollCell
                  text={text(currentMetadata as JsonObject, { ...coded, ...labels })}
                  label={title}
                />
              )}
            />
          ))}
        </DataTable>
      </Box>
      <Pages />
    </ListContextProvider>
  );
}

/** First, previous, next, last, where among them one is, and how many rows a page has. */
function Pages() {
  const { page, perPage, setPage, setPerPage, total = 0 } = useListContext();
  const count = Math.max(1, Math.ceil(total / perPage));
  return (
    <TablePagination
      component="nav"
      aria-label="Pages"
      count={total}
      page={Math.min(page, count) - 1}
      onPageChange={(_, next) => setPage(next + 1)}
      rowsPerPage={perPage}
      rowsPerPageOptions={[...new Set([7, 25, 100, perPage])]}
      onRowsPerPageChange={({ target }) => setPerPage(Number(target.value))}
      labelRowsPerPage="Rows per page"
      labelDisplayedRows={() => `page ${page} of ${count}`}
      getItemAriaLabel={(which) => `${which.charAt(0).toUpperCase()}${which.slice(1)} page`}
      showFirstButton
      showLastButton
      slotProps={{ displayedRows: { role: "status" } }}
      sx={{ "& .MuiTablePagination-toolbar": { flexWrap: "wrap", justifyContent: "flex-end", px: 0 } }}
    />
  );
}

/** Names of the coded values of closed lists. Until the lists are there, codes stand for themselves. */
function useCodedNames(): Labels {
  const coded = useCodedLists();
  return useMemo(() => {
    const names = Object.entries(coded).map(
      ([source, list = []]) => [source, new Map(list.map(({ value, label }) => [value, label]))] as const,
    );
    return Object.fromEntries(names);
  }, [coded]);
}

/** React-admin's column, whose head alone says how the table is sorted: a cell that said so would be no plain cell. */
function Column(props: DataTableColumnProps<RecordRow>) {
  const { sort } = useListContext<RecordRow>();
  const isSortedHead = useDataTableRenderContext() === "header" && sort.field === props.source;
  const sortDirection = sort.order === "ASC" ? ("asc" as const) : ("desc" as const);
  return <DataTable.Col<RecordRow> {...props} {...(isSortedHead && { sortDirection })} />;
}

/** Chooses the columns. React-admin's own choice takes the focus unasked, and speaks to an older text field. */
export function ColumnsChoice() {
  // Where react-admin's table looks for those that are left out.
  const [leftOut, setLeftOut] = useStore<string[]>("records.datatable", []);
  const all = columns.map(({ field }) => field);
  return (
    <TextField
      select
      size="small"
      value={all.filter((field) => !leftOut.includes(field))}
      onChange={({ target }) => setLeftOut(all.filter((field) => !target.value.includes(field)))}
      slotProps={{
        select: { multiple: true, displayEmpty: true, renderValue: () => "Columns" },
        htmlInput: { "aria-label": "Columns" },
      }}
      sx={{ bgcolor: "background.paper" }}
    >
      {columns.map(({ field, title }) => (
        <MenuItem key={field} value={field} dense>
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
    </TextField>
  );
}

const MAX_WIDTH = 300;
const MAX_HEIGHT = 70;

/** A cell's text, at most 300 by 70 pixels; what is longer scrolls inside it, with the keyboard too. */
function ScrollCell({ text, label }: { text: string; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    setOverflows(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <Box
      ref={box}
      {...(overflows && { tabIndex: 0, role: "group", "aria-label": label })}
      sx={{ maxWidth: MAX_WIDTH, maxHeight: MAX_HEIGHT, overflow: "auto" }}
    >
      {text}
    </Box>
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

const COLUMN = 200;
const FIRST_COLUMN = 190;

/** How a table of documents looks: wide columns that scroll sideways under a first one that stays. */
const tableLook = {
  position: "relative",
  overflowX: "auto",
  border: "1px solid",
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "background.paper",
  "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
  "& table": { borderCollapse: "separate", borderSpacing: 0, fontSize: "0.875rem", lineHeight: 1.45 },
  "& th, & td": {
    minWidth: COLUMN,
    px: 2,
    py: 1.5,
    textAlign: "left",
    verticalAlign: "top",
    borderBottom: "1px solid",
    borderColor: "divider",
  },
  "& tbody tr:last-child td": { borderBottom: 0 },
  "& th": { whiteSpace: "nowrap", fontWeight: 650, color: "text.secondary" },
  "& tr > :first-of-type": {
    minWidth: FIRST_COLUMN,
    position: "sticky",
    left: 0,
    bgcolor: "background.paper",
    borderRight: "1px solid",
    borderRightColor: "divider",
    [PHONE]: { position: "static" },
  },
  "& td small": {
    display: "block",
    mt: 0.75,
    color: "success.main",
    fontSize: "0.8125rem",
    fontWeight: 600,
  },
  // react-admin keeps its table within the page's width; this one scrolls in its own.
  "& .RaDataTable-tableWrapper": { display: "block" },
} as const;
