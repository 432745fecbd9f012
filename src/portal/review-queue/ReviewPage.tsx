import TaskAlt from "@mui/icons-material/TaskAlt";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { ListBase, useListContext, useNotify, type GetListParams } from "react-admin";
import { Link as RouterLink } from "react-router";
import { isEqualIgnoringEmpty } from "../../contract/schema/emptyValues.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import {
  DEFAULT_REVIEW_FILTER,
  DEFAULT_REVIEW_SORT,
  type ReviewFilter,
} from "../providers/resources/reviewsResource.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { routes } from "../routes.ts";
import { downloadFile } from "../ui/downloadFile.ts";
import { EmptyState, ErrorState, getUserMessage, NoMatchingRecords, StaleDataAlert } from "../ui/states.tsx";
import { PageFrame } from "../ui/page/PageFrame.tsx";
import { TablePages } from "../ui/table/TablePages.tsx";
import { useCapabilities, usePortalConfig } from "../providers/usePortalConfig.ts";
import { buildReviewCsv } from "./buildReviewCsv.ts";
import { BulkActions } from "./BulkActions.tsx";
import { ReviewFilters } from "./ReviewFilters.tsx";
import { ReviewStatistics } from "./ReviewStatistics.tsx";
import { ReviewTable } from "./ReviewTable.tsx";

const PAGE_SIZES = [25, 50, 100];

export function ReviewPage() {
  const { refreshInterval } = usePortalConfig();
  return (
    <ListBase
      resource="reviews"
      perPage={PAGE_SIZES[0]!}
      sort={DEFAULT_REVIEW_SORT}
      filterDefaultValues={DEFAULT_REVIEW_FILTER}
      debounce={0}
      // No toast: the page shows the error.
      queryOptions={{ refetchInterval: refreshInterval, onError: () => undefined }}
      disableAuthentication
    >
      <ReviewQueue />
    </ListBase>
  );
}

function ReviewQueue() {
  const { data, error, isFetching, refetch, filterValues, setFilters, isPlaceholderData } =
    useListContext<RecordRow>();
  const handleRetry = () => void refetch();
  const { listAllRecords: isSupported } = useCapabilities();
  const showAll = () => setFilters({});
  const { q } = filterValues as ReviewFilter;
  const hasOtherFilters = !isEqualIgnoringEmpty(filterValues, { q });
  if (!isSupported)
    return (
      <PageFrame title="Review" isWide>
        <EmptyState title="This server does not support reviews." />
      </PageFrame>
    );
  return (
    <PageFrame title="Review" isWide actions={data && data.length > 0 && <ExportButtons />}>
      <ReviewFilters />
      {data ? (
        <>
          <Box aria-busy={isPlaceholderData} sx={isPlaceholderData ? OUTDATED_STYLES : undefined}>
            {data.length > 0 ? (
              <>
                <ReviewTable />
                <TablePages pageSizes={PAGE_SIZES} />
              </>
            ) : isEqualIgnoringEmpty(filterValues, DEFAULT_REVIEW_FILTER) ? (
              <EmptyQueue />
            ) : (
              <NoMatchingRecords
                term={q}
                searchHint="Check the spelling, or search for the beginning of a word."
                onShowAll={showAll}
                onSearchAll={hasOtherFilters ? () => setFilters({ q }) : undefined}
              />
            )}
          </Box>
          <BulkActions />
          <ReviewStatistics />
          <OtherLists />
          {error && (
            <StaleDataAlert subject="This list" isRetrying={isFetching ?? false} onRetry={handleRetry} />
          )}
        </>
      ) : error ? (
        <ErrorState title="The records to review could not be loaded" error={error} onRetry={handleRetry}>
          {!isEqualIgnoringEmpty(filterValues, {}) && (
            // The server may refuse the filters of the URL or of an earlier visit.
            <Button size="small" onClick={showAll} sx={{ display: "block", mt: 1 }}>
              Show all records
            </Button>
          )}
        </ErrorState>
      ) : (
        <Skeleton variant="rounded" height={320} aria-label="Loading the records to review" role="status" />
      )}
    </PageFrame>
  );
}

/** For the rows of the search before, unless the answer comes soon. */
const OUTDATED_STYLES = { opacity: 0.4, transition: "opacity 0.1s 0.3s" };

function OtherLists() {
  const { listDeletedRecords } = useCapabilities();
  return (
    <Box sx={{ mt: 4, display: "flex", justifyContent: "center", gap: 3 }}>
      <Link component={RouterLink} to={routes.home} variant="body2">
        Records you created
      </Link>
      {listDeletedRecords && (
        <Link component={RouterLink} to={routes.deleted} variant="body2">
          Deleted records
        </Link>
      )}
    </Box>
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

function ExportButtons() {
  const { filterValues: filter, sort } = useListContext();
  const dataProvider = usePortalDataProvider();
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: () => listAllPages(dataProvider, { filter, sort }),
    onSuccess: (records) => downloadFile("reviews.csv", buildReviewCsv(records), "text/csv"),
    onError: (error) => notify(getUserMessage(error), { type: "error" }),
  });
  return (
    <>
      <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
        Download CSV
      </Button>
      <Button variant="outlined" onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}

const EXPORT_PAGE_SIZE = 1000;

async function listAllPages(
  dataProvider: PortalDataProvider,
  search: Pick<GetListParams, "filter" | "sort">,
): Promise<RecordRow[]> {
  const records: RecordRow[] = [];
  for (let page = 1; ; page++) {
    const { data, pageInfo } = await dataProvider.getList<RecordRow>("reviews", {
      ...search,
      pagination: { page, perPage: EXPORT_PAGE_SIZE },
    });
    records.push(...data);
    if (!pageInfo?.hasNextPage) return records;
  }
}
