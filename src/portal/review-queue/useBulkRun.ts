import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { formatQuantity } from "../ui/format.ts";
import { getUserMessage } from "../ui/states.tsx";

interface BulkRun {
  records: RecordRow[];
  /** What a record is afterwards, such as "accepted". */
  doneText: string;
  work: (record: RecordRow) => Promise<unknown>;
}

export interface BulkOutcome {
  doneText: string;
  doneCount: number;
  skipped: { record: RecordRow; reason: string }[];
  /** Records that were not processed, because the user canceled the run. */
  remainingCount: number;
}

/**
 * Works on one record after another. A record that fails does not stop the others.
 *
 * @param onDone gets the processed records
 */
export function useBulkRun(onDone: (records: RecordRow[]) => void) {
  const queryClient = useQueryClient();
  const [progressText, setProgressText] = useState("");
  const [isCanceling, setIsCanceling] = useState(false);
  const isCanceled = useRef(false);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ records, doneText, work }: BulkRun) => {
      setOutcome(undefined);
      const processed: RecordRow[] = [];
      const skipped: BulkOutcome["skipped"] = [];
      for (const record of records) {
        if (isCanceled.current) break;
        setProgressText(`${processed.length} of ${formatQuantity(records.length, "record")} done…`);
        await work(record).catch((error: unknown) => skipped.push({ record, reason: getUserMessage(error) }));
        processed.push(record);
      }
      const doneCount = processed.length - skipped.length;
      const remainingCount = records.length - processed.length;
      return { processed, outcome: { doneText, doneCount, skipped, remainingCount } };
    },
    onSuccess: (result) => {
      setOutcome(result.outcome);
      onDone(result.processed);
      void queryClient.invalidateQueries();
    },
  });
  return {
    run(bulkRun: BulkRun) {
      isCanceled.current = false;
      setIsCanceling(false);
      mutate(bulkRun);
    },
    /** Stops after the current record. */
    cancel() {
      isCanceled.current = true;
      setIsCanceling(true);
    },
    isRunning: isPending,
    isCanceling,
    progressText,
    outcome,
    closeOutcome: () => setOutcome(undefined),
  };
}
