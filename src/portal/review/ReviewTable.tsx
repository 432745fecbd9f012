import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useRef, type RefObject } from "react";
import { DataTable, type DataTableColumnProps } from "react-admin";
import { Link as RouterLink } from "react-router";
import { OVERDUE_AFTER_DAYS } from "../../contract/reviewStatistics.ts";
import { regions } from "../../contract/schema/regions.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { formatCountyName, getRecordList, getRecordName, getRecordText } from "../recordName.ts";
import { getRecordPath } from "../routes.ts";
import { clampLines, FOR_KEYBOARDS } from "../theme.ts";
import { formatQuantity, formatFileSize } from "../ui/format.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { NameList } from "../ui/NameList.tsx";
import { Pill, type StatusState } from "../ui/status/StatusBadge.tsx";
import { useKeyboardShortcuts } from "./useKeyboardShortcuts.ts";
import { countDaysWaiting, formatWaitingTime } from "./waitingTime.ts";

export function ReviewTable() {
  const table = useRef<HTMLDivElement>(null);
  useRowNavigation(table);
  return (
    <Paper ref={table} variant="outlined" sx={tableStyles}>
      <DataTable<RecordRow>
        aria-label="Records to review"
        aria-keyshortcuts="j k"
        bulkActionButtons={false}
        rowClick={false}
      >
        <Column label="Model" render={(record) => <ModelCell record={record} />} />
        <Column label="Vendor" className="wide" render={({ vendor }) => <bdi>{vendor}</bdi>} />
        <Column
          label="Assigned to"
          className="wide"
          render={({ assignedTo }) => assignedTo && <bdi>{assignedTo}</bdi>}
        />
        <Column label="Region" className="wide" render={getRegionLabel} />
        <Column label="Issues" render={(record) => <IssuesCell record={record} />} />
        <Column label="Waiting since" render={(record) => <WaitingCell record={record} />} />
      </DataTable>
      <Typography variant="caption" component="p" color="textSecondary" sx={hintStyles}>
        Keyboard: J and K move between records, Enter opens a record. On its page, A accepts and R rejects.
      </Typography>
    </Paper>
  );
}

const Column = ({ label, ...props }: DataTableColumnProps<RecordRow> & { label: string }) => (
  <DataTable.Col<RecordRow> source={label} label={label} disableSort {...props} />
);

function getRegionLabel({ currentMetadata }: RecordRow): string {
  const region = getRecordText(currentMetadata, "region");
  return regions.find(({ value }) => value === region)?.label ?? region;
}

function ModelCell({ record: { id, currentMetadata: metadata } }: { record: RecordRow }) {
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
        {identifier}
        {identifier && counties.length > 0 && " · "}
        <NameList names={counties} pluralNoun="counties" maxShown={4} />
      </Typography>
    </>
  );
}

function WaitingCell({ record }: { record: RecordRow }) {
  const since = record.statusInfo.timeOfLastStatusChange;
  return (
    <>
      <Pill state={getWaitingState(countDaysWaiting(since))}>{formatWaitingTime(since)}</Pill>
      <Typography className="wide" variant="caption" color="textSecondary">
        <Timestamp iso={since} />
      </Typography>
    </>
  );
}

const IssuesCell = ({
  record: { openConflicts = 0, uploadWarnings = 0, modelSize },
}: {
  record: RecordRow;
}) => (
  <>
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
      {openConflicts > 0 && <Pill state="bad">{formatQuantity(openConflicts, "conflict")}</Pill>}
      {uploadWarnings > 0 && <Pill state="pending">{formatQuantity(uploadWarnings, "warning")}</Pill>}
    </Box>
    {modelSize !== undefined && (
      <Typography variant="caption" component="p" color="textSecondary">
        {formatFileSize(modelSize)}
      </Typography>
    )}
  </>
);

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

const hintStyles = { px: 2, py: 1, ...FOR_KEYBOARDS };

const tableStyles = {
  overflow: "hidden",
  "& th, & td": { verticalAlign: "top", px: { xs: 1.25, sm: 2 }, py: 1.25 },
  "& th": { fontWeight: 650, color: "text.secondary" },
  // Only the first column may shrink to the point of breaking words.
  "& th, & td:not(:first-of-type)": { overflowWrap: "break-word", maxWidth: 200 },
  "& tbody tr": { position: "relative" },
  "& .opens::after": { content: '""', position: "absolute", inset: 0 },
  "& .opens:focus-visible": { outline: "none" },
  "& tr:has(.opens:focus-visible)": {
    outline: "2px solid",
    outlineColor: "primary.main",
    outlineOffset: -2,
  },
  "& .wide": { display: { xs: "none", sm: "table-cell" } },
  "& span.wide": { display: { xs: "none", sm: "block" } },
};
