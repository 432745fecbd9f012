import { keepPreviousData, useQueries } from "@tanstack/react-query";
import type { DraftSummary } from "../providers/draft.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { ROWS_PER_STEP } from "../ui/IncrementalList.tsx";

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
export const mapByKey = (drafts: DraftSummary[]) =>
  new Map(drafts.toReversed().map((draft) => [draft.key, draft]));
