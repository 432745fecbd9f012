import { keepPreviousData, useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { DraftSummary } from "../providers/draft.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { ROWS_PER_STEP } from "../ui/IncrementalList.tsx";

export interface NewRecordDrafts {
  drafts: DraftSummary[];
  hasMore: boolean;
  hasFailed: boolean;
  isLoading: boolean;
  onShowMore: () => void;
}

/** Drafts of records that were never saved, loaded page by page, the last saved first. None before the records. */
export function useNewRecordDrafts(
  records: RecordRow[] | undefined,
  hiddenIds: ReadonlySet<string>,
): NewRecordDrafts {
  const dataProvider = usePortalDataProvider();
  const { data, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["drafts"],
    queryFn: ({ pageParam: after }) => dataProvider.listNewRecordDrafts(after),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const drafts = useMemo(() => {
    if (!records || !data) return [];
    const ids = new Set(records.map(({ id }) => id));
    // The services keep no draft of a deleted record: a record that is not listed yet was just created.
    const isOfRecord = ({ recordId, isOnDevice }: DraftSummary) =>
      recordId !== undefined && (!isOnDevice || ids.has(recordId) || hiddenIds.has(recordId));
    const byKey = mapByKey(data.pages.flatMap((page) => page.drafts));
    return [...byKey.values()]
      .filter((draft) => !isOfRecord(draft))
      .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
  }, [data, records, hiddenIds]);
  return {
    drafts,
    hasMore: hasNextPage,
    hasFailed: isFetchNextPageError,
    isLoading: isFetchingNextPage,
    onShowMore: () => void fetchNextPage(),
  };
}

/** By draft key. One request for each step of the list. */
export function useDraftsOfRecords(shown: RecordRow[]): Map<string, DraftSummary> {
  const dataProvider = usePortalDataProvider();
  const steps = shown.flatMap((_, index) =>
    index % ROWS_PER_STEP === 0 ? [shown.slice(index, index + ROWS_PER_STEP).map(({ id }) => id)] : [],
  );
  return useQueries({
    queries: steps.map((ids) => ({
      queryKey: ["drafts", ids],
      queryFn: () => dataProvider.listDraftsOfRecords(ids),
      placeholderData: keepPreviousData,
    })),
    combine: mergeSteps,
  });
}

/** A constant, so that React Query combines only changed results. */
const mergeSteps = (steps: { data: DraftSummary[] | undefined }[]) =>
  mapByKey(steps.flatMap(({ data = [] }) => data));

/** The first one of each key. */
const mapByKey = (drafts: DraftSummary[]) => new Map(drafts.toReversed().map((draft) => [draft.key, draft]));
