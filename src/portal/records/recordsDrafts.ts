import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { mapByKey } from "../drafts/useDraftsOfRecords.ts";
import type { DraftSummary } from "../providers/draft.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";

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
