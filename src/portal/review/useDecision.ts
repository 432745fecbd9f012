import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useNotify } from "react-admin";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { VendorError } from "../providers/vendorError.ts";

type Decision = { accept: true } | { accept: false; reason: string };

/** Accepts or rejects one record, tells whether it worked, and brings everything that shows the record up to date. */
export function useDecision(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: (decision: Decision) =>
      decision.accept
        ? dataProvider.acceptRecord(recordId)
        : dataProvider.rejectRecord({ recordId, reason: decision.reason }),
    onSuccess: async (_, { accept }) => {
      notify(accept ? messages.acceptedRecord : messages.rejectedRecord, { type: "success" });
      // Off the list of what waits at once: it may be looked at before it has been asked for again.
      queryClient.setQueryData<RecordRow[] | null>(["reviews"], (waiting) =>
        waiting?.filter(({ id }) => id !== recordId),
      );
      await refresh();
      // The buttons that were pressed are gone: the page's name takes the focus.
      document.querySelector("h1")?.focus();
    },
    onError: () => void refresh(),
  });
  const refresh = () =>
    Promise.all(
      [["reviews"], ["records"], ["notifications", recordId], ["conflicts", recordId]].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  return {
    accept: (onEnd: () => void) => mutate({ accept: true }, { onSettled: onEnd }),
    reject: (reason: string) => mutate({ accept: false, reason }),
    isPending,
    error,
    /** Why the last decision was not taken, in words. */
    problem: error ? problemOf(error, variables?.accept === true) : undefined,
    forget: reset,
  };
}

export type RecordDecision = ReturnType<typeof useDecision>;

function problemOf(error: unknown, isAcceptance: boolean): string {
  const failed = isAcceptance ? messages.acceptFailed : messages.rejectFailed;
  return error instanceof VendorError ? `${failed} ${error.message}` : failed;
}
