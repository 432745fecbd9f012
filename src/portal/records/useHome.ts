import { useEffect, useMemo, useState } from "react";
import type { HomeState } from "./homeState.ts";
import { useConflicts } from "./useConflicts.ts";
import { useRecords } from "./useRecords.ts";

/** Banners stand over the list, so it waits for them; but no longer than this (milliseconds). */
const PATIENCE = 1000;

/** What Home shows, and what of it could not be had. */
export function useHome() {
  const { records, ...list } = useRecords();
  const { conflicts, ...check } = useConflicts();
  const isTimeUp = useTimeUp(records !== undefined);
  const isReady = check.isFetched || isTimeUp;
  const state = useMemo<HomeState | undefined>(
    () => (records && isReady ? { records, conflicts } : undefined),
    [records, conflicts, isReady],
  );
  const retry = () => {
    if (list.error) void list.refetch();
    if (check.error) void check.refetch();
  };
  return {
    state,
    /** Whether the list is still the one of an earlier visit, and its first answer of this one under way. */
    isOpening: !list.isFetchedAfterMount,
    /** Why there is nothing to show. */
    failure: records ? undefined : list.error,
    /** What is shown, but not as it is by now. */
    stale: list.error ? "Your records" : check.error ? "Conflicts between uploads" : undefined,
    isFetching: list.isFetching || check.isFetching,
    retry,
  };
}

/** True some time after a wait has begun. */
function useTimeUp(isWaiting: boolean): boolean {
  const [isUp, setUp] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setUp(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isUp;
}
