import PostAdd from "@mui/icons-material/PostAddOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { lazy, Suspense, useMemo, useState } from "react";
import { ListBase, useEvent, useListContext } from "react-admin";
import { Link as RouterLink, useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import { useDraftsOfRecords } from "../drafts/useDraftsOfRecords.ts";
import { buildTextsKey } from "../providers/draft.ts";
import {
  countRecordsByCounty,
  matchesFilter,
  summarizeRecords,
  type RecordFilter,
} from "../providers/resources/recordFilters.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import type { RecordList as AllRecords } from "../providers/resources/recordsResource.ts";
import { getRecordPath, routes } from "../routes.ts";
import { formatQuantity } from "../ui/format.ts";
import { IncrementalList, ROWS_PER_STEP } from "../ui/IncrementalList.tsx";
import { EmptyState, ErrorState, Loading, NoMatchingRecords, StaleDataAlert } from "../ui/states.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { StatusFilterBar } from "../ui/status/StatusFilterBar.tsx";
import { useCapabilities, usePortalConfig } from "../providers/usePortalConfig.ts";
import { ConflictBanners } from "./ConflictBanners.tsx";
import { DeletedAlert, isStillShown, useRecordDeletes } from "./DeletedAlert.tsx";
import { cardListStyles, DraftCard, RecordCard } from "./RecordCard.tsx";
import { RecordsTable } from "./RecordsTable.tsx";
import { ROWS_PER_PAGE, RecordsToolbar } from "./RecordsToolbar.tsx";
import { useNewRecordDrafts, type NewRecordDrafts } from "./recordsDrafts.ts";

/** Lazy, because the county shapes are large. */
const CountyMap = lazy(async () => ({ default: (await import("../ui/maps/CountyMap.tsx")).CountyMap }));

const DEFAULT_SORT = { field: "timeOfLastStatusChange", order: "DESC" } as const;

export function RecordsPage() {
  const { refreshInterval } = usePortalConfig();
  const { deletes, startDelete, sendDelete, removeDelete } = useRecordDeletes();
  const navigate = useNavigate();
  // One stable function for all cards: `useNavigate` in each card would re-render it on every URL change.
  const openCopy = useEvent((copyId: string) => void navigate(getRecordPath("form", copyId)));
  const hiddenIds = useMemo(
    () => new Set(deletes.flatMap((item) => (isStillShown(item) ? [] : item.record.id))),
    [deletes],
  );
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
        sort={DEFAULT_SORT}
        perPage={ROWS_PER_PAGE.cards}
        filter={{ without: [...hiddenIds] } satisfies RecordFilter}
        debounce={0}
        disableAuthentication
        queryOptions={{
          refetchInterval: refreshInterval,
          // Separate cache entries: list rows have no ETag, but a form needs one.
          meta: { list: "records" },
          // Comparing thousands of rows at each poll is slow. Errors are shown in the page.
          structuralSharing: false,
          onError: () => undefined,
        }}
      >
        {deletes.map((item) => (
          <DeletedAlert
            key={item.record.id}
            {...item}
            onDelete={() => sendDelete(item.record)}
            onKept={() => removeDelete(item.record.id)}
          />
        ))}
        <RecordList hiddenIds={hiddenIds} onDelete={startDelete} onCopied={openCopy} />
        <TrashLink />
      </ListBase>
    </PageFrame>
  );
}

function TrashLink() {
  if (!useCapabilities().listDeletedRecords) return null;
  return (
    <Box sx={{ mt: 4, textAlign: "center" }}>
      <Link component={RouterLink} to={routes.deleted} variant="body2">
        Deleted records
      </Link>
    </Box>
  );
}

/** All records except the hidden ones, whatever the filter. */
function useAllRecords(hiddenIds: ReadonlySet<string>) {
  const { meta } = useListContext();
  const current = useMemo(() => {
    if (!meta) return undefined;
    const { rows, conflictsError } = meta as AllRecords;
    const records = (rows as unknown as RecordRow[]).filter(({ id }) => !hiddenIds.has(id));
    return { records, summary: summarizeRecords(records), conflictsError };
  }, [meta, hiddenIds]);
  // After a delete, react-admin has no `meta` until the list is loaded again.
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  return current ?? last;
}

interface RecordListProps {
  hiddenIds: ReadonlySet<string>;
  onDelete: (record: RecordRow) => void;
  onCopied: (copyId: string) => void;
}

function RecordList({ hiddenIds, onDelete, onCopied }: RecordListProps) {
  const { data, total, error, isFetching, filterValues, setFilters, refetch } = useListContext<RecordRow>();
  const retry = () => void refetch();
  const all = useAllRecords(hiddenIds);
  const newRecordDrafts = useNewRecordDrafts(all?.records, hiddenIds);
  const [shownCount, setShownCount] = useState(ROWS_PER_STEP);
  const filter = filterValues as RecordFilter;
  // Filtered here too, because the list without them takes a moment to load.
  const records = (data ?? []).filter(({ id }) => !hiddenIds.has(id));
  const draftByKey = useDraftsOfRecords(filter.view === "table" ? [] : records.slice(0, shownCount));
  if (!data || !all)
    return error ? (
      <ErrorState title="Your records could not be loaded" error={error} onRetry={retry} />
    ) : (
      <Loading label="Loading your records" />
    );
  const { summary } = all;
  const updateFilter = (change: RecordFilter) => setFilters({ ...filter, ...change });
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== "view" && value !== undefined);
  const draftCards = !isFiltered && newRecordDrafts.drafts.length > 0 && <DraftCards {...newRecordDrafts} />;
  const draftList = draftCards && (
    <Box component="ul" sx={{ ...cardListStyles, mb: 2 }}>
      {draftCards}
    </Box>
  );
  if (summary.total === 0) return draftList || <FirstRecordHint />;
  const staleSubject = error ? "Your records" : all.conflictsError ? "Conflicts between uploads" : undefined;
  return (
    <>
      <ConflictBanners records={summary.conflictingRecords} />
      <StatusFilterBar
        counts={summary.countByStatus}
        selected={filter.status}
        onSelect={(status) => updateFilter({ status: status! })}
        needsAttention={{
          count: summary.needingAttention,
          isSelected: filter.needs === true,
          onToggle: () => setFilters({ ...filter, needs: filter.needs ? undefined : true }),
        }}
      />
      <RecordsToolbar />
      <ResultCount count={total ?? 0} total={summary.total} />
      {filter.view === "map" && <RecordsMap records={all.records} />}
      {filter.view === "table" && draftList}
      {records.length === 0 ? (
        <NoMatchingRecords
          term={filter.q}
          onShowAll={() => setFilters(filter.view ? { view: filter.view } : {})}
        />
      ) : filter.view === "table" ? (
        <RecordsTable records={records} copyIds={summary.copyIds} />
      ) : (
        <IncrementalList
          rows={records}
          pluralNoun="records"
          sx={cardListStyles}
          leadingItems={draftCards}
          onCountChange={setShownCount}
          renderRow={(record) => (
            <RecordCard
              key={record.id}
              record={record}
              isCopy={summary.copyIds.has(record.id)}
              draft={draftByKey.get(record.id)}
              unsentTexts={draftByKey.get(buildTextsKey(record.id))?.summary.unsentTexts}
              onDelete={onDelete}
              onCopied={onCopied}
            />
          )}
        />
      )}
      {staleSubject && (
        <StaleDataAlert subject={staleSubject} isRetrying={isFetching === true} onRetry={retry} />
      )}
    </>
  );
}

const DraftCards = ({ drafts, hasMore, hasFailed, isLoading, onShowMore }: NewRecordDrafts) => (
  <>
    {drafts.map((draft) => (
      <DraftCard key={draft.key} draft={draft} />
    ))}
    {hasMore && (
      <Box component="li" sx={{ gridColumn: "1 / -1", textAlign: "center" }}>
        <Button variant="outlined" loading={isLoading} onClick={onShowMore}>
          {hasFailed ? "More drafts could not be loaded. Retry" : "Show more drafts"}
        </Button>
      </Box>
    )}
  </>
);

/** Ignores the county filter, so that other counties can be chosen. */
function RecordsMap({ records }: { records: RecordRow[] }) {
  const { filterValues, setFilters } = useListContext();
  const filter = filterValues as RecordFilter;
  const matching = records.filter((record) => matchesFilter(record, { ...filter, county: undefined }));
  return (
    <Suspense fallback={<Loading label="Drawing the map" />}>
      <CountyMap
        countByCounty={countRecordsByCounty(matching)}
        selected={filter.county}
        onSelect={(county) => setFilters({ ...filter, county })}
      />
    </Suspense>
  );
}

const ResultCount = ({ count, total }: { count: number; total: number }) => (
  <Box role="status" sx={visuallyHidden}>
    {count === total
      ? formatQuantity(total, "record")
      : `${count.toLocaleString("en-US")} of ${formatQuantity(total, "record")}`}
  </Box>
);

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
