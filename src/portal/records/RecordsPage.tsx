import PostAdd from "@mui/icons-material/PostAddOutlined";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useRef, useState } from "react";
import { ListBase, useListContext } from "react-admin";
import { Link as RouterLink } from "react-router";
import { messages } from "../../contract/messages.ts";
import type { RecordFilter, RecordSummary } from "../providers/resources/recordFilters.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { routes } from "../routes.ts";
import { EmptyState, ErrorState, Loading, StaleNote } from "../ui/states.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { StatusStrip } from "../ui/status/StatusStrip.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";
import { ConflictBanners } from "./ConflictBanners.tsx";
import { DeletedNote } from "./DeletedNote.tsx";
import { RecordCards } from "./RecordCards.tsx";
import { RecordsTable } from "./RecordsTable.tsx";
import { PER_PAGE, RecordsToolbar } from "./RecordsToolbar.tsx";

/** Drawn when it is wanted: the counties' shapes are heavy. */
const CountyMap = lazy(async () => ({ default: (await import("../ui/maps/CountyMap.tsx")).CountyMap }));

const LATEST_FIRST = { field: "timeOfLastStatusChange", order: "DESC" } as const;

/** Home: the user's records as cards, as a table or on a map, and what needs their attention. */
export function RecordsPage() {
  const { refreshInterval } = usePortalConfig();
  const { deletions, begin, setBack, end } = useDeletions();
  const hidden = new Set(deletions.flatMap(({ record, isBack }) => (isBack ? [] : record.id)));
  return (
    <PageFrame
      title="Metadata Records"
      actions={
        <Button component={RouterLink} to={routes.newRecord} variant="contained">
          Create +
        </Button>
      }
    >
      <ListBase
        resource="records"
        sort={LATEST_FIRST}
        perPage={PER_PAGE.cards}
        debounce={0}
        queryOptions={{
          refetchInterval: refreshInterval,
          // Its rows come without their version: kept apart from what is read to be saved over.
          meta: { list: "records" },
          // A list of thousands is not compared row by row at each poll, and a failure is told in the page.
          structuralSharing: false,
          onError: () => undefined,
        }}
      >
        {deletions.map((one) => (
          <DeletedNote
            key={one.number}
            record={one.record}
            onFailure={(isBack) => setBack(one, isBack)}
            onEnd={() => end(one)}
          />
        ))}
        <Records hidden={hidden} onDelete={begin} />
      </ListBase>
    </PageFrame>
  );
}

/** A record that was deleted, until that is final. */
interface Deletion {
  number: number;
  record: RecordRow;
  /** It could not be deleted, and is seen again. */
  isBack: boolean;
}

/** Records that were deleted and may still be had back, each by itself. */
function useDeletions() {
  const [deletions, setDeletions] = useState<Deletion[]>([]);
  const count = useRef(0);
  return {
    deletions,
    /** One that failed before is tried anew. */
    begin(record: RecordRow) {
      const begun = { number: (count.current += 1), record, isBack: false };
      setDeletions((all) => [...all.filter((one) => one.record.id !== record.id), begun]);
    },
    setBack: ({ number }: Deletion, isBack: boolean) =>
      setDeletions((all) => all.map((one) => (one.number === number ? { ...one, isBack } : one))),
    end: ({ number }: Deletion) => setDeletions((all) => all.filter((one) => one.number !== number)),
  };
}

interface RecordsProps {
  /** Ids of records that stay out of sight while their deletion can be undone. */
  hidden: ReadonlySet<string>;
  onDelete: (record: RecordRow) => void;
}

function Records({ hidden, onDelete }: RecordsProps) {
  const { data, meta, error, isPending, isFetching, filterValues, setFilters, refetch } =
    useListContext<RecordRow>();
  const retry = () => void refetch();
  // A delete leaves the list without its summary until the list is read again.
  const [summary, setSummary] = useState<RecordSummary>();
  if (meta && meta !== summary) setSummary(meta as RecordSummary);
  if (isPending) return <Loading label="Loading your records" />;
  if (!data || !summary)
    return <ErrorState title="Your records could not be loaded" error={error} onRetry={retry} />;
  const filter = filterValues as RecordFilter;
  const narrow = (change: RecordFilter) => setFilters({ ...filter, ...change });
  if (summary.total === 0) return <FirstRecordHint />;
  const stale = error ? "Your records" : summary.conflictsError ? "Conflicts between uploads" : undefined;
  const isShown = ({ id }: RecordRow) => !hidden.has(id);
  const records = data.filter(isShown);
  return (
    <>
      <ConflictBanners records={summary.conflicting.filter(isShown)} />
      <StatusStrip
        counts={summary.statuses}
        selected={filter.status}
        onSelect={(status) => narrow({ status: status! })}
      />
      <RecordsToolbar needs={summary.needs} />
      {filter.view === "map" && (
        <Suspense fallback={<Loading label="Drawing the map" />}>
          <CountyMap
            counts={summary.counties}
            selected={filter.county}
            onSelect={(county) => narrow({ county: county! })}
          />
        </Suspense>
      )}
      {records.length === 0 ? (
        <NothingHere filter={filter} onAll={() => setFilters(filter.view ? { view: filter.view } : {})} />
      ) : filter.view === "table" ? (
        <RecordsTable />
      ) : (
        <RecordCards records={records} onDelete={onDelete} />
      )}
      {stale && <StaleNote what={stale} isTrying={isFetching === true} onRetry={retry} />}
    </>
  );
}

/** What a user without any record is told. */
const FirstRecordHint = () => (
  <EmptyState
    title={messages.noRecords}
    icon={<PostAdd aria-hidden sx={{ fontSize: 44, color: "primary.main", mb: 1 }} />}
  >
    <Typography color="textSecondary" sx={{ mt: 1 }}>
      First time here? Read{" "}
      <Link component={RouterLink} to={routes.about} underline="always">
        how records and uploads work
      </Link>
      .
    </Typography>
    <Typography color="textSecondary">
      Click{" "}
      <Link component={RouterLink} to={routes.newRecord} underline="always">
        Create +
      </Link>{" "}
      to describe your first model.
    </Typography>
  </EmptyState>
);

/** No record passes the search and the filters. */
const NothingHere = ({ filter: { q = "" }, onAll }: { filter: RecordFilter; onAll: () => void }) => (
  <EmptyState title={messages.noRecords}>
    <Stack sx={{ alignItems: "center", gap: 1.5, mt: 1 }}>
      <Typography color="textSecondary">
        {q.trim()
          ? `Nothing matches “${q.trim()}”. Check the spelling, or search for a part of the name or ID.`
          : "Nothing passes the filters."}
      </Typography>
      <Button variant="outlined" onClick={onAll}>
        Show all records
      </Button>
    </Stack>
  </EmptyState>
);
