import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import type { Rejection } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { useCurrentFiles } from "../providers/recordQueries.ts";
import { isApiError } from "../ui/states.tsx";

type Decision = { accept: true } | { accept: false; rejection: Omit<Rejection, "recordId"> };

const AFFECTED_QUERIES = ["reviews", "records", "notifications", "conflicts", "uploads", "files"];

export function useDecision(recordId: string, onDecided: () => void) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const refresh = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [name] }) => AFFECTED_QUERIES.includes(name as string),
    });
  const getFilesEtag = () => queryClient.getQueryData<{ etag?: string }>(["files", recordId])?.etag;
  const files = useCurrentFiles(recordId);
  // If-Match for the decision: the file list that the reviewer saw when starting it.
  const [seenFilesEtag, setSeenFilesEtag] = useState<string>();
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: (decision: Decision) =>
      decision.accept
        ? dataProvider.acceptRecord(recordId, seenFilesEtag ?? getFilesEtag())
        : dataProvider.rejectRecord({ recordId, ...decision.rejection }, seenFilesEtag ?? getFilesEtag()),
    onSuccess: (_, { accept }) => {
      onDecided();
      notify(accept ? messages.acceptedRecord : messages.rejectedRecord, { type: "success" });
      // The new status is at the top.
      return refresh().then(() => window.scrollTo(0, 0));
    },
    // The page now shows the current files, so the next attempt refers to them.
    onError: () => void refresh().then(() => setSeenFilesEtag(getFilesEtag())),
  });
  return {
    accept: (onSettled: () => void) => mutate({ accept: true }, { onSettled }),
    reject: (rejection: Omit<Rejection, "recordId">) => mutate({ accept: false, rejection }),
    isPending,
    areFilesLoaded: files.data !== undefined,
    errorMessage: error ? getErrorMessage(error, variables?.accept === true) : undefined,
    startDecision: () => {
      reset();
      setSeenFilesEtag(getFilesEtag());
    },
  };
}

function getErrorMessage(error: unknown, isAcceptance: boolean): string {
  const failureMessage = isAcceptance ? messages.acceptFailed : messages.rejectFailed;
  return isApiError(error) ? `${failureMessage} ${error.message}` : failureMessage;
}
