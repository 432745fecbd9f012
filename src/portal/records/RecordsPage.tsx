import PostAdd from "@mui/icons-material/PostAddOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { lazy, Suspense, useState } from "react";
import { ListBase, useEvent, useListContext, type ListControllerResult } from "react-admin";
import { Link as RouterLink, useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import { draftStore, NEW_RECORD } from "../providers/drafts.ts";
import { FIRST_RECORDS, useAnswer } from "../providers/useAnswer.ts";
import { session } from "../providers/session.ts";
import type { RecordFilter, RecordSummary } from "../providers/resources/recordFilters.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordPath, routes } from "../routes.ts";
import { counted } from "../ui/format.ts";
import { GrowingList } from "../ui/GrowingList.tsx";
import { EmptyState, ErrorState, Loading, NothingFound, StaleNote } from "../ui/states.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { StatusStrip } from "../ui/status/StatusStrip.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";
import { ConflictBanners } from "./ConflictBanners.tsx";
import { DeletedNote, useDeletions } from "./DeletedNote.tsx";
import { cardsLook, RecordCard } from "./RecordCard.tsx";
import { RecordsTable } from "./RecordsTable.tsx";
import { PER_PAGE, RecordsToolbar } from "./RecordsToolbar.tsx";

/** Drawn when it is wanted: the counties' shapes are heavy. */
const CountyMap = lazy(async () => ({ default: (await import("../ui/maps/CountyMap.tsx")).CountyMap }));

const LATEST_FIRST = { field: "timeOfLastStatusChange", order: "DESC" } as const;

/** Home: the user's records as cards, as a table or on a map, and what needs their attention. */
export function RecordsPage() {
  const { refreshInterval } = usePortalConfig();
  const { deletions, begin, send, undo } = useDeletions();
  const first = useAnswer(...FIRST_RECORDS);
  const navigate = useNavigate();
  // Asked for here, and once: where each card asks for it, each is drawn anew whenever a search changes the address.
  const open = useEvent((copyId: string) => void navigate(recordPath("form", copyId)));
  const hidden = new Set(deletions.flatMap(({ record, failure }) => (failure ? [] : record.id)));
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
        filter={{ without: [...hidden] } satisfies RecordFilter}
        debounce={0}
        disableAuthentication
        queryOptions={{
          enabled: !first.isPending,
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
            key={one.record.id}
            {...one}
            onUndo={() => undo(one.record)}
            onRetry={() => send(one.record)}
          />
        ))}
        <StrayDraft />
        <Records first={first.data} hidden={hidden} onDelete={begin} onCopied={open} />
      </ListBase>
    </PageFrame>
  );
}

/** What was typed into a record that was never saved, or that is gone: no card tells of it. */
function StrayDraft() {
  const { meta } = useListContext();
  const { strayDrafts } = (meta ?? {}) as Partial<RecordSummary>;
  const { username = "" } = session.current() ?? {};
  const [form] = strayDrafts ?? draftStore.forms(username).filter((one) => one === NEW_RECORD);
  if (form === undefined) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        <Button component={RouterLink} to={form === NEW_RECORD ? routes.newRecord : recordPath("form", form)}>
          Go on
        </Button>
      }
    >
      {form === NEW_RECORD
        ? "A new record that was not saved yet is kept on this device."
        : "What you typed for a record that is gone is kept on this device."}
    </Alert>
  );
}

interface RecordsProps {
  first: { records: RecordRow[]; isWhole: boolean } | undefined;
  /** Ids of records that stay out of sight while their deletion can be undone. */
  hidden: ReadonlySet<string>;
  onDelete: (record: RecordRow) => void;
  onCopied: (copyId: string) => void;
}

function Records({ first, hidden, onDelete, onCopied }: RecordsProps) {
  const list = useListContext<RecordRow>();
  const { data, total, meta, error, isPending, isFetching, filterValues, setFilters, refetch } = list;
  const retry = () => void refetch();
  // A delete leaves the list without its summary until the list is read again.
  const [summary, setSummary] = useState<RecordSummary>();
  if (meta && meta !== summary) setSummary(meta as RecordSummary);
  const rows = data ?? (isAsAtFirst(list) && first && !first.isWhole ? first.records : undefined);
  if (!rows && isPending) return <Loading label="Loading your records" />;
  if (!rows) return <ErrorState title="Your records could not be loaded" error={error} onRetry={retry} />;
  const filter = filterValues as RecordFilter;
  const narrow = (change: RecordFilter) => setFilters({ ...filter, ...change });
  // At once: the list without them may take a moment to come.
  const isShown = ({ id }: RecordRow) => !hidden.has(id);
  const records = rows.filter(isShown);
  if (records.length === 0 && rows.length === summary?.total) return <FirstRecordHint />;
  const stale = error ? "Your records" : summary?.conflictsError ? "Conflicts between uploads" : undefined;
  return (
    <>
      <ConflictBanners records={(summary?.conflicting ?? []).filter(isShown)} />
      <StatusStrip
        counts={summary?.statuses}
        selected={filter.status}
        onSelect={(status) => narrow({ status: status! })}
        needs={{
          count: summary?.needs,
          isSelected: filter.needs === true,
          onToggle: () => setFilters({ ...filter, needs: filter.needs ? undefined : true }),
        }}
      />
      <RecordsToolbar />
      {summary && <Found count={total ?? 0} of={summary.total} />}
      {filter.view === "map" && summary && (
        <Suspense fallback={<Loading label="Drawing the map" />}>
          <CountyMap
            counts={summary.counties}
            selected={filter.county}
            onSelect={(county) => narrow({ county: county! })}
          />
        </Suspense>
      )}
      {records.length === 0 ? (
        <NothingFound term={filter.q} onAll={() => setFilters(filter.view ? { view: filter.view } : {})} />
      ) : filter.view === "table" ? (
        <RecordsTable records={records} />
      ) : (
        <GrowingList
          rows={records}
          noun="records"
          sx={cardsLook}
          renderRow={(record) => (
            <RecordCard key={record.id} record={record} onDelete={onDelete} onCopied={onCopied} />
          )}
        />
      )}
      {stale && <StaleNote what={stale} isTrying={isFetching === true} onRetry={retry} />}
    </>
  );
}

/** Whether a list is neither narrowed nor sorted. */
const isAsAtFirst = ({ filterValues, sort }: ListControllerResult<RecordRow>) =>
  Object.keys(filterValues as RecordFilter).length === 0 &&
  sort.field === LATEST_FIRST.field &&
  sort.order === LATEST_FIRST.order;

/** How many a search or filter has found, for those who do not see the list change. */
const Found = ({ count, of }: { count: number; of: number }) => (
  <Box role="status" sx={visuallyHidden}>
    {count === of ? counted(of, "record") : `${count.toLocaleString("en-US")} of ${counted(of, "record")}`}
  </Box>
);

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
    <Typography color="textSecondary">Click Create + to describe your first model.</Typography>
    <Button component={RouterLink} to={routes.newRecord} variant="outlined" sx={{ mt: 2 }}>
      Create +
    </Button>
  </EmptyState>
);
