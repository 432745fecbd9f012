import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RecordRow } from "../providers/resources/recordRow.ts";
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
}

/** Works on one record after another. A record that fails does not stop the others. */
export function useBulkRun(onDone: (records: RecordRow[]) => void) {
  const queryClient = useQueryClient();
  const [doneCount, setDoneCount] = useState(0);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ records, doneText, work }: BulkRun): Promise<BulkOutcome> => {
      setOutcome(undefined);
      const skipped: BulkOutcome["skipped"] = [];
      for (const [index, record] of records.entries()) {
        setDoneCount(index);
        await work(record).catch((error: unknown) => skipped.push({ record, reason: getUserMessage(error) }));
      }
      return { doneText, doneCount: records.length - skipped.length, skipped };
    },
    onSuccess: (result, { records }) => {
      setOutcome(result);
      onDone(records);
      void queryClient.invalidateQueries();
    },
  });
  return {
    run: (bulkRun: BulkRun) => mutate(bulkRun),
    isRunning: isPending,
    doneCount,
    outcome,
    closeOutcome: () => setOutcome(undefined),
  };
}
