import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNotify } from "react-admin";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { getUserMessage, isRetryable } from "../ui/states.tsx";
import {
  BULK_RUN_KEY,
  formatOutcome,
  IDLE_RUN,
  useBulkRunState,
  type BulkOutcome,
  type BulkRunState,
} from "./bulkRunState.ts";

interface BulkRun {
  records: RecordRow[];
  /** What a record is afterwards, such as "accepted". */
  doneText: string;
  work: (record: RecordRow) => Promise<unknown>;
}

/**
 * Works on one record after another, also when the list is left. A record that fails does not stop the others.
 *
 * @param onDone gets the processed records, without those that may succeed when they are tried again
 */
export function useBulkRun(onDone: (records: RecordRow[]) => void) {
  const state = useBulkRunState();
  const queryClient = useQueryClient();
  const getState = () => queryClient.getQueryData<BulkRunState>(BULK_RUN_KEY) ?? IDLE_RUN;
  const setState = (change: Partial<BulkRunState>) =>
    queryClient.setQueryData<BulkRunState>(BULK_RUN_KEY, { ...getState(), ...change });
  const cancel = () => setState({ isCanceling: true });
  const notify = useNotify();
  useShownListCount();
  return {
    ...state,
    async run({ records, doneText, work }: BulkRun) {
      setState({ ...IDLE_RUN, isRunning: true, totalCount: records.length });
      const allowLeaving = guardRun(cancel);
      const finished: RecordRow[] = [];
      let processedCount = 0;
      const skipped: BulkOutcome["skipped"] = [];
      for (const record of records) {
        const { isRunning, isCanceling } = getState();
        // A logout clears the cache.
        if (!isRunning || isCanceling) break;
        try {
          await work(record);
          finished.push(record);
        } catch (error) {
          skipped.push({ record, reason: getUserMessage(error) });
          if (!isRetryable(error)) finished.push(record);
        }
        processedCount += 1;
        setState({ doneCount: processedCount });
      }
      allowLeaving();
      const doneCount = processedCount - skipped.length;
      const remainingCount = records.length - processedCount;
      const outcome = { doneText, doneCount, skipped, remainingCount };
      setState({ isRunning: false, outcome });
      if (shownListCount === 0) notify(formatOutcome(outcome), { type: "info" });
      onDone(finished);
      if (session.getAccount()) void queryClient.invalidateQueries();
    },
    /** Stops after the current record. */
    cancel,
    closeOutcome: () => setState({ outcome: undefined }),
  };
}

/** The list that started a run can be left and opened again, and then shows the outcome. */
let shownListCount = 0;

function useShownListCount(): void {
  useEffect(() => {
    shownListCount += 1;
    return () => void (shownListCount -= 1);
  }, []);
}

/** Asks before the page is unloaded, and cancels the run when the session ends. Returns a function that ends both. */
function guardRun(cancel: () => void): () => void {
  const handleBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", handleBeforeUnload);
  const removeListener = session.onBeforeEnd(cancel);
  return () => {
    window.removeEventListener("beforeunload", handleBeforeUnload);
    removeListener();
  };
}
