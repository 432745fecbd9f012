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
import { isNotServed } from "../providers/calls/vendorError.ts";
import { entriesWith, recordName, textWith } from "../recordName.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { EmptyState, ErrorState, NothingFound, StaleNote } from "../ui/states.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { ListSearch } from "../ui/SearchField.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";
import { ReviewNumbers } from "./ReviewNumbers.tsx";
import { ReviewTable } from "./ReviewTable.tsx";
import { daysWaiting } from "./waitingFor.ts";

/** What the agency's admins have to decide on: the pending records of all vendors, the longest waiting first. */
export function ReviewPage() {
  const { refreshInterval } = usePortalConfig();
  return (
    <ListBase
      resource="reviews"
      perPage={100_000}
      sort={{ field: "timeOfLastStatusChange", order: "ASC" }}
      // A failure is told in the page.
      queryOptions={{ refetchInterval: refreshInterval, onError: () => undefined }}
      disableAuthentication
    >
      <Queue />
    </ListBase>
  );
}

function Queue() {
  const { data, meta, error, isFetching, refetch, filterValues, setFilters } = useListContext<RecordRow>();
  /** Whatever the queue is narrowed by; undefined until they have come. */
  const all = (meta as { all: RecordRow[] } | undefined)?.all;
  const retry = () => void refetch();
  return (
    <PageFrame title="Review" actions={data && data.length > 0 && <TakeAway records={data} />}>
      {isNotServed(error) ? (
        <EmptyState title="This installation's services do not offer reviews." />
      ) : data ? (
        <>
          {all?.length === 0 ? (
            <NothingWaits />
          ) : (
            <>
              <Filters all={all ?? data} found={data.length} />
              {data.length > 0 ? (
                <ReviewTable />
              ) : (
                <NothingFound term={(filterValues as RecordFilter).q} onAll={() => setFilters({})} />
              )}
            </>
          )}
          <ReviewNumbers all={all ?? data} />
          {error && <StaleNote what="This list" isTrying={isFetching ?? false} onRetry={retry} />}
        </>
      ) : error ? (
        <ErrorState title="The records to review could not be loaded" error={error} onRetry={retry} />
      ) : (
        <Skeleton variant="rounded" height={320} aria-label="Loading the records to review" role="status" />
      )}
    </PageFrame>
  );
}

const NothingWaits = () => (
  <EmptyState
    title="Nothing waits for review"
    icon={<TaskAlt aria-hidden sx={{ fontSize: 44, color: "success.main", mb: 1 }} />}
  >
    <Typography color="textSecondary" sx={{ mt: 1 }}>
      Models that vendors upload appear here once they have been checked.
    </Typography>
  </EmptyState>
);

const TakeAway = ({ records }: { records: RecordRow[] }) => (
  <>
    <Button variant="outlined" onClick={() => downloadFile("reviews.csv", reviewCsv(records), "text/csv")}>
      CSV
    </Button>
    <Button variant="outlined" onClick={() => window.print()}>
      Print
    </Button>
  </>
);

const HEAD = ["Record", "Model", "Model identifier", "Vendor", "Region", "Counties", "Waiting since", "Days"];

/** Without it, Excel takes the text for one of its own code page, and every accent for two letters. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The queue for a spreadsheet. */
export function reviewCsv(records: RecordRow[], now = Date.now()): string {
  const rows = records.map(({ id, vendor = "", currentMetadata: metadata, statusInfo }) => {
    const since = statusInfo.timeOfLastStatusChange;
    return [
      id,
      recordName(metadata),
      textWith(metadata, "identifier"),
      vendor,
      textWith(metadata, "region"),
      entriesWith(metadata, "county").join(", "),
      since,
      String(daysWaiting(since, now)),
    ];
  });
  return BYTE_ORDER_MARK + [HEAD, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** In quotes, with none left open; what a spreadsheet would take for a formula stays text. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The search and the filters; all of them stand in the address, so that a link shows the same. */
function Filters({ all, found }: { all: RecordRow[]; found: number }) {
  const { filterValues, setFilters } = useListContext();
  const filter = filterValues as RecordFilter;
  const vendors = [...new Set(all.flatMap(({ vendor }) => vendor ?? []))].toSorted();
  const there = new Set(all.map(({ currentMetadata }) => textWith(currentMetadata, "region")));
  const choices: ["waiting" | "vendor" | "region", string, { value: string; label: string }[]][] = [
    ["waiting", "Waiting", ["7", "14"].map((value) => ({ value, label: `${value} days or more` }))],
    ["vendor", "Vendor", vendors.map((vendor) => ({ value: vendor, label: vendor }))],
    ["region", "Region", regions.filter(({ value }) => there.has(value))],
  ];
  return (
    <Box role="search" sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, mb: 2, alignItems: "center" }}>
      <ListSearch />
      {choices.map(([name, label, options]) => (
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
        {found === all.length ? `${found} waiting, longest first` : `${found} of ${all.length} waiting`}
      </Typography>
    </Box>
  );
}
