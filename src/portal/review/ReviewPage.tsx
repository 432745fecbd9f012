import TaskAlt from "@mui/icons-material/TaskAlt";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { ListBase, useListContext } from "react-admin";
import { regions } from "../../contract/schema/regions.ts";
import type { RecordFilter } from "../providers/resources/recordFilters.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordList, getRecordName, getRecordText } from "../recordName.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { formatQuantity } from "../ui/format.ts";
import { EmptyState, ErrorState, NoMatchingRecords, StaleDataAlert } from "../ui/states.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { ListSearchField } from "../ui/SearchField.tsx";
import { useCapabilities, usePortalConfig } from "../usePortalConfig.ts";
import { ReviewStatistics } from "./ReviewStatistics.tsx";
import { ReviewTable } from "./ReviewTable.tsx";
import { countDaysWaiting } from "./waitingTime.ts";

export function ReviewPage() {
  const { refreshInterval } = usePortalConfig();
  return (
    <ListBase
      resource="reviews"
      perPage={100_000}
      sort={{ field: "timeOfLastStatusChange", order: "ASC" }}
      // No toast: the page shows the error.
      queryOptions={{ refetchInterval: refreshInterval, onError: () => undefined }}
      disableAuthentication
    >
      <ReviewQueue />
    </ListBase>
  );
}

function ReviewQueue() {
  const { data, meta, error, isFetching, refetch, filterValues, setFilters } = useListContext<RecordRow>();
  /** The queue without filters; undefined while loading. */
  const allRecords = (meta as { rows: RecordRow[] } | undefined)?.rows;
  const handleRetry = () => void refetch();
  const { listReviews: isSupported } = useCapabilities();
  return (
    <PageFrame title="Review" actions={data && data.length > 0 && <ExportButtons records={data} />}>
      {!isSupported ? (
        <EmptyState title="This server does not support reviews." />
      ) : data ? (
        <>
          {allRecords?.length === 0 ? (
            <EmptyQueue />
          ) : (
            <>
              <Filters allRecords={allRecords ?? data} foundCount={data.length} />
              {data.length > 0 ? (
                <ReviewTable />
              ) : (
                <NoMatchingRecords term={(filterValues as RecordFilter).q} onShowAll={() => setFilters({})} />
              )}
            </>
          )}
          <ReviewStatistics records={allRecords ?? data} />
          {error && (
            <StaleDataAlert subject="This list" isRetrying={isFetching ?? false} onRetry={handleRetry} />
          )}
        </>
      ) : error ? (
        <ErrorState title="The records to review could not be loaded" error={error} onRetry={handleRetry} />
      ) : (
        <Skeleton variant="rounded" height={320} aria-label="Loading the records to review" role="status" />
      )}
    </PageFrame>
  );
}

const EmptyQueue = () => (
  <EmptyState
    title="No models to review"
    icon={<TaskAlt aria-hidden sx={{ fontSize: 44, color: "success.main", mb: 1 }} />}
  >
    <Typography color="textSecondary" sx={{ mt: 1 }}>
      Uploaded models appear here after they have been checked.
    </Typography>
  </EmptyState>
);

const ExportButtons = ({ records }: { records: RecordRow[] }) => (
  <>
    <Button
      variant="outlined"
      onClick={() => downloadFile("reviews.csv", buildReviewCsv(records), "text/csv")}
    >
      Download CSV
    </Button>
    <Button variant="outlined" onClick={() => window.print()}>
      Print
    </Button>
  </>
);

const CSV_HEADER = [
  "Record",
  "Model",
  "Model identifier",
  "Vendor",
  "Region",
  "Counties",
  "Waiting since",
  "Days",
];

/** Without it, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

export function buildReviewCsv(records: RecordRow[], now = Date.now()): string {
  const rows = records.map(({ id, vendor = "", currentMetadata: metadata, statusInfo }) => {
    const since = statusInfo.timeOfLastStatusChange;
    return [
      id,
      getRecordName(metadata),
      getRecordText(metadata, "identifier"),
      vendor,
      getRecordText(metadata, "region"),
      getRecordList(metadata, "county").join(", "),
      since,
      String(countDaysWaiting(since, now)),
    ];
  });
  return (
    BYTE_ORDER_MARK + [CSV_HEADER, ...rows].map((row) => `${row.map(escapeCsvCell).join(",")}\r\n`).join("")
  );
}

/** Also prevents spreadsheets from running the text as a formula. */
const escapeCsvCell = (text: string) =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

function Filters({ allRecords, foundCount }: { allRecords: RecordRow[]; foundCount: number }) {
  const { filterValues, setFilters } = useListContext();
  const filter = filterValues as RecordFilter;
  const vendors = [...new Set(allRecords.flatMap(({ vendor }) => vendor ?? []))].toSorted();
  const presentRegions = new Set(
    allRecords.map(({ currentMetadata }) => getRecordText(currentMetadata, "region")),
  );
  const filters: ["waiting" | "vendor" | "region", string, { value: string; label: string }[]][] = [
    ["waiting", "Waiting", ["7", "14"].map((value) => ({ value, label: `${value} days or more` }))],
    ["vendor", "Vendor", vendors.map((vendor) => ({ value: vendor, label: vendor }))],
    ["region", "Region", regions.filter(({ value }) => presentRegions.has(value))],
  ];
  return (
    <Box role="search" sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, mb: 2, alignItems: "center" }}>
      <ListSearchField />
      {filters.map(([name, label, options]) => (
        <TextField
          key={name}
          select
          size="small"
          label={label}
          value={options.some(({ value }) => value === filter[name]) ? filter[name] : ""}
          onChange={({ target }) => setFilters({ ...filter, [name]: target.value })}
          sx={{ minWidth: 140, bgcolor: "background.paper" }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          {[{ value: "", label: "All" }, ...options].map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </TextField>
      ))}
      <Typography role="status" variant="body2" color="textSecondary" sx={{ flexBasis: "100%" }}>
        {foundCount === allRecords.length
          ? `${formatQuantity(foundCount, "record")} waiting, longest first`
          : `${foundCount} of ${formatQuantity(allRecords.length, "record")} waiting`}
      </Typography>
    </Box>
  );
}
