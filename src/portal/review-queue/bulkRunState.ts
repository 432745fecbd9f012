import { skipToken, useQuery, type QueryClient } from "@tanstack/react-query";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { formatQuantity } from "../ui/format.ts";

export interface BulkOutcome {
  doneText: string;
  doneCount: number;
  skipped: { record: RecordRow; reason: string }[];
  /** Records that were not processed, because the run was canceled. */
  remainingCount: number;
}

export interface BulkRunState {
  isRunning: boolean;
  isCanceling: boolean;
  doneCount: number;
  totalCount: number;
  /** Of the last run, until the user closes it. */
  outcome: BulkOutcome | undefined;
}

export const BULK_RUN_KEY = ["bulk-run"];

export const IDLE_RUN: BulkRunState = {
  isRunning: false,
  isCanceling: false,
  doneCount: 0,
  totalCount: 0,
  outcome: undefined,
};

/** In the query cache: the run continues when the user leaves the list, and is discarded with the session. */
export function useBulkRunState(): BulkRunState {
  const { data = IDLE_RUN } = useQuery<BulkRunState>({
    queryKey: BULK_RUN_KEY,
    queryFn: skipToken,
    gcTime: Infinity,
  });
  return data;
}

export const isBulkRunning = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData<BulkRunState>(BULK_RUN_KEY)?.isRunning ?? false;

export const formatProgress = ({ doneCount, totalCount }: BulkRunState): string =>
  `${doneCount} of ${formatQuantity(totalCount, "record")} done…`;

export const formatOutcome = ({ doneText, doneCount, skipped, remainingCount }: BulkOutcome): string =>
  [
    `${formatQuantity(doneCount, "record")} ${doneText}.`,
    remainingCount > 0 && `Canceled: ${formatQuantity(remainingCount, "record")} not processed.`,
    skipped.length > 0 && `${formatQuantity(skipped.length, "record")} skipped.`,
  ]
    .filter(Boolean)
    .join(" ");
