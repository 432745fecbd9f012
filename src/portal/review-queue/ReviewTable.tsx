import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { createContext, use, useRef, type RefObject } from "react";
import { DataTable, useListContext, type DataTableColumnProps } from "react-admin";
import { Link as RouterLink } from "react-router";
import { OVERDUE_AFTER_DAYS } from "../../contract/review/reviewStatistics.ts";
import { regions } from "../../contract/schema/regions.ts";
import { UnsentTextPill } from "../drafts/UnsentTextPill.tsx";
import { useDraftsOfRecords } from "../drafts/useDraftsOfRecords.ts";
import { buildTextsKey, type DraftSummary } from "../providers/draft.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { formatCountyName, getRecordList, getRecordName, getRecordText } from "../ui/recordName.ts";
import { getRecordPath } from "../routes.ts";
import { clampLines, FOR_KEYBOARDS } from "../theme.ts";
import { formatQuantity, formatFileSize } from "../ui/format.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { NameList } from "../ui/NameList.tsx";
import { Pill, StatusBadge, type StatusState } from "../ui/status/StatusBadge.tsx";
import { SortableColumn } from "../ui/table/SortableColumn.tsx";
import { useKeyboardShortcuts } from "../ui/useKeyboardShortcuts.ts";
import { ScrollPosition } from "./ScrollPosition.tsx";
import { countDaysWaiting, formatWaitingTime } from "./waitingTime.ts";

/** Sources of sortable columns are the server's names. */
const columns: (DataTableColumnProps<RecordRow> & { source: string; label: string })[] = [
  { source: "title", label: "Model", render: (record) => <ModelCell record={record} /> },
  { source: "status_changed", label: "Status", render: (record) => <StatusCell record={record} /> },
  {
    source: "vendor",
    label: "Vendor",
    className: "wide",
    disableSort: true,
    render: ({ vendor }) => <bdi>{vendor}</bdi>,
  },
  {
    source: "assignedTo",
    label: "Assigned to",
    className: "wide",
    disableSort: true,
    render: ({ assignedTo }) => assignedTo && <bdi>{assignedTo}</bdi>,
  },
  { source: "region", label: "Region", className: "wide", disableSort: true, render: getRegionLabel },
  {
    source: "issues",
    label: "Issues",
    disableSort: true,
    render: (record) => <IssuesCell record={record} />,
  },
];

export const columnOptions = columns.map(({ source, label }) => ({ source, label }));

/** Of the shown records, by key. */
const DraftsContext = createContext<ReadonlyMap<string, DraftSummary>>(new Map());

export function ReviewTable() {
  const table = useRef<HTMLDivElement>(null);
  useRowNavigation(table);
  const { data = [] } = useListContext<RecordRow>();
  const drafts = useDraftsOfRecords(data);
  return (
    <Paper ref={table} variant="outlined" sx={tableStyles}>
      <ScrollPosition />
      <DraftsContext value={drafts}>
        <DataTable<RecordRow>
          aria-label="Records"
          aria-keyshortcuts="j k"
          bulkActionButtons={false}
          rowClick={false}
        >
          <DataTable.Col<RecordRow>
            source="select"
            label={<PageCheckbox />}
            disableSort
            render={(record) => <RowCheckbox record={record} />}
          />
          {columns.map((column) => (
            <SortableColumn<RecordRow> key={column.source} {...column} />
          ))}
        </DataTable>
      </DraftsContext>
      <Typography
        variant="caption"
        component="p"
        color="textSecondary"
        className="not-printed"
        sx={hintStyles}
      >
        Keyboard: J and K move between records, Enter opens a record. On its page, A accepts, C requests
        changes and R rejects.
      </Typography>
    </Paper>
  );
}

/** Replaces react-admin's checkboxes: their labels do not name the record. */
function RowCheckbox({ record: { id, currentMetadata } }: { record: RecordRow }) {
  const { selectedIds, onToggleItem } = useListContext();
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { "aria-label": `Select ${getRecordName(currentMetadata)}` } }}
    />
  );
}

/** Selects the records of the shown page. */
function PageCheckbox() {
  const { data = [], selectedIds, onSelect } = useListContext<RecordRow>();
  const ids = data.map(({ id }) => id);
  const isSelected = ids.every((id) => selectedIds.includes(id));
  const others = selectedIds.filter((id) => !ids.includes(String(id)));
  return (
    <Checkbox
      size="small"
      checked={isSelected}
      indeterminate={!isSelected && ids.some((id) => selectedIds.includes(id))}
      onChange={() => onSelect(isSelected ? others : [...others, ...ids])}
      slotProps={{ input: { "aria-label": "Select all records of this page" } }}
    />
  );
}

function getRegionLabel({ currentMetadata }: RecordRow): string {
  const region = getRecordText(currentMetadata, "region");
  return regions.find(({ value }) => value === region)?.label ?? region;
}

function ModelCell({ record }: { record: RecordRow }) {
  const { id, currentMetadata: metadata, unreadMessages = 0, deliveredAgain } = record;
  const { unsentTexts = 0 } = use(DraftsContext).get(buildTextsKey(id))?.summary ?? {};
  const counties = getRecordList(metadata, "county").map(formatCountyName);
  const identifier = getRecordText(metadata, "identifier");
  return (
    <>
      <Box sx={clampLines(2)}>
        <Link
          component={RouterLink}
          to={getRecordPath("view", id)}
          className="opens"
          color="inherit"
          sx={{ fontWeight: 650 }}
        >
          <bdi>{getRecordName(metadata)}</bdi>
        </Link>
      </Box>
      <Typography variant="caption" component="p" color="textSecondary">
        <span className="identifier">{identifier}</span>
        {identifier && counties.length > 0 && " · "}
        <NameList names={counties} pluralNoun="counties" maxShown={4} />
      </Typography>
      <Box sx={pillRowStyles}>
        {deliveredAgain && <Pill>Delivered again</Pill>}
        {unreadMessages > 0 && <Pill state="info">{formatQuantity(unreadMessages, "unread message")}</Pill>}
        {unsentTexts > 0 && <UnsentTextPill />}
      </Box>
    </>
  );
}

function StatusCell({ record: { statusInfo, changesRequested } }: { record: RecordRow }) {
  const { status, timeOfLastStatusChange: since } = statusInfo;
  return (
    <>
      <Box sx={pillRowStyles}>
        <StatusBadge status={status} />
        {status === "pending" && (
          <Pill state={getWaitingState(countDaysWaiting(since))}>{formatWaitingTime(since)}</Pill>
        )}
        {changesRequested && <Pill>Changes requested</Pill>}
      </Box>
      <Typography className="wide" variant="caption" color="textSecondary">
        <Timestamp iso={since} />
      </Typography>
    </>
  );
}

/** The server counts the findings of a model soon after its upload. */
const isUncounted = ({ statusInfo, findingCount }: RecordRow): boolean =>
  statusInfo.status === "pending" && findingCount === undefined;

function IssuesCell({ record }: { record: RecordRow }) {
  const { openConflicts = 0, findingCount, modelSize } = record;
  return (
    <Box sx={pillRowStyles}>
      {openConflicts > 0 && <Pill state="bad">{formatQuantity(openConflicts, "conflict")}</Pill>}
      {!!findingCount && <Pill state="pending">{formatQuantity(findingCount, "finding")}</Pill>}
      {isUncounted(record) && (
        <Skeleton width="80%">
          <span>Counting findings…</span>
        </Skeleton>
      )}
      {modelSize !== undefined && (
        <Typography variant="caption" color="textSecondary">
          {formatFileSize(modelSize)}
        </Typography>
      )}
    </Box>
  );
}

const LONG_WAIT_DAYS = 7;

function getWaitingState(days: number): StatusState | undefined {
  if (days >= OVERDUE_AFTER_DAYS) return "bad";
  return days >= LONG_WAIT_DAYS ? "pending" : undefined;
}

/** J focuses the next record's link, K the previous one. */
function useRowNavigation(table: RefObject<HTMLElement | null>): void {
  useKeyboardShortcuts((key) => {
    const step = { j: 1, k: -1 }[key];
    if (step === undefined) return false;
    const links = [...(table.current?.querySelectorAll<HTMLElement>("a.opens") ?? [])];
    const current = links.indexOf(document.activeElement as HTMLElement);
    const next = current < 0 ? 0 : Math.max(0, Math.min(links.length - 1, current + step));
    links[next]?.focus();
    return true;
  });
}

const pillRowStyles = { display: "flex", flexWrap: "wrap", alignItems: "center", gap: 0.5 };

const hintStyles = { px: 2, py: 1, ...FOR_KEYBOARDS };

/** A long name must not narrow the other columns: the model takes the rest. */
const columnWidths = {
  "column-select": 44,
  // Holds the longest status in one line.
  "column-status_changed": 228,
  "column-vendor": "9%",
  "column-assignedTo": "11%",
  "column-region": "12%",
  "column-issues": "12%",
};

/** Of the table, not of the window: beside the menu, it is narrow in a wide window too. */
const NARROW = "@container (max-width: 700px)";

/** Each record is a block, with its cells below each other. */
const narrowStyles = {
  // The widths of the head's cells must not apply.
  "& table, & thead, & tbody": { display: "block" },
  "& thead tr": { display: "flex", alignItems: "center" },
  "& tbody tr": {
    display: "grid",
    gridTemplateColumns: "30px minmax(0, 1fr)",
    py: 1,
    borderBottom: 1,
    borderColor: "divider",
  },
  "& td": { gridColumn: 2, px: 0.75, py: 0.25, border: 0 },
  "& .column-select": { px: 0, py: 0 },
  "& td.column-select": { gridColumn: 1, gridRow: "1 / span 3" },
  "& .column-select .MuiCheckbox-root": { px: 0.5, py: 0.25 },
  "& .wide, & span.wide, & th.column-issues": { display: "none" },
};

const tableStyles = {
  overflow: "hidden",
  containerType: "inline-size",
  "& table": { tableLayout: "fixed" },
  "& th, & td": { verticalAlign: "top", px: 1, py: 1.25 },
  "& th": { fontWeight: 650, color: "text.secondary" },
  // Only the column of the model may shrink to the point of breaking words.
  "& th, & td:not(.column-title)": { overflowWrap: "break-word" },
  ...Object.fromEntries(Object.entries(columnWidths).map(([name, width]) => [`& th.${name}`, { width }])),
  "& td .identifier": { whiteSpace: "nowrap" },
  "& tbody tr": { position: "relative" },
  "& .opens::after": { content: '""', position: "absolute", inset: 0 },
  "& .column-select": { px: 0.5, py: 0.5 },
  // Above the link of the row.
  "& .column-select .MuiCheckbox-root": { zIndex: 1 },
  "& .opens:focus-visible": { outline: "none" },
  "& tr:has(.opens:focus-visible)": {
    outline: "2px solid",
    outlineColor: "primary.main",
    outlineOffset: -2,
  },
  "& span.wide": { display: "block" },
  [NARROW]: narrowStyles,
};
