import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messages } from "../../contract/messages.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { useCurrentFiles } from "../providers/recordQueries.ts";
import { formatReasons, type NewReason } from "../rejectionReasons.ts";
import { getFieldErrors, isApiError } from "../ui/states.tsx";

export type Decision =
  { type: "accept"; note?: string } | { type: "requestChanges" | "reject"; reasons: NewReason[] };

const AFFECTED_QUERIES = ["reviews", "records", "notifications", "conflicts", "uploads", "files", "messages"];

const SUCCESS_MESSAGES: Record<Decision["type"], string> = {
  accept: messages.acceptedRecord,
  requestChanges: messages.requestedChanges,
  reject: messages.rejectedRecord,
};

const FAILURE_MESSAGES: Record<Decision["type"], string> = {
  accept: messages.acceptFailed,
  requestChanges: messages.requestChangesFailed,
  reject: messages.rejectFailed,
};

/** @param onDecided shows the message, and returns whether it opened another page */
export function useDecision(recordId: string, onDecided: (message: string) => boolean) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const refresh = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [name] }) => AFFECTED_QUERIES.includes(name as string),
    });
  const getFilesEtag = () => queryClient.getQueryData<{ etag?: string }>(["files", recordId])?.etag;
  const files = useCurrentFiles(recordId);
  // If-Match for the decision: the file list that the reviewer saw when starting it.
  const [seenFilesEtag, setSeenFilesEtag] = useState<string>();
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: (decision: Decision) => {
      const filesEtag = seenFilesEtag ?? getFilesEtag();
      if (decision.type === "accept") return dataProvider.acceptRecord(recordId, filesEtag, decision.note);
      const { reasons } = decision;
      const rejection = { recordId, reason: formatReasons(reasons), reasons };
      return decision.type === "reject"
        ? dataProvider.rejectRecord(rejection, filesEtag)
        : dataProvider.requestChanges(rejection, filesEtag);
    },
    onSuccess: (_, { type }) => {
      const isLeaving = onDecided(SUCCESS_MESSAGES[type]);
      // The new status is at the top.
      return refresh().then(() => (isLeaving ? undefined : window.scrollTo(0, 0)));
    },
    // The page now shows the current files, so the next attempt refers to them.
    onError: () => void refresh().then(() => setSeenFilesEtag(getFilesEtag())),
  });
  return {
    decide: (decision: Decision, onSettled?: () => void) => mutate(decision, { onSettled }),
    isPending,
    areFilesLoaded: files.data !== undefined,
    errorMessage: error ? getErrorMessage(error, variables?.type ?? "accept") : undefined,
    fieldErrors: getFieldErrors(error),
    startDecision: () => {
      reset();
      setSeenFilesEtag(getFilesEtag());
    },
  };
}

function getErrorMessage(error: unknown, type: Decision["type"]): string {
  const failureMessage = FAILURE_MESSAGES[type];
  return isApiError(error) ? `${failureMessage} ${error.message}` : failureMessage;
}
