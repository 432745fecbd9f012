import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { messages } from "../../contract/messages.ts";
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import type { NewReason } from "../../contract/review/reasonState.ts";
import type { ReviewFinding } from "../../contract/review/reviewFindings.ts";
import { usePortalDataProvider } from "../providers/useVendorQuery.ts";
import { useCurrentFiles } from "../providers/recordQueries.ts";
import { formatReasons } from "../record-parts/rejectionReasons.ts";
import { getFieldErrors, isApiError } from "../ui/states.tsx";

export type Decision = { checklist: JsonObject } & (
  { type: "accept"; note?: string } | { type: "requestChanges" | "reject"; reasons: NewReason[] }
);

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

interface DecisionOptions {
  findings: ReviewFinding[];
  onSend: () => void;
  onDecided: (message: string) => void;
}

export function useDecision(recordId: string, { findings, onSend, onDecided }: DecisionOptions) {
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
    mutationFn: async (decision: Decision) => {
      const options = { filesEtag: seenFilesEtag ?? getFilesEtag(), checklist: decision.checklist };
      onSend();
      if (decision.type === "accept")
        return dataProvider.acceptRecord(recordId, { ...options, note: decision.note });
      const { reasons } = decision;
      const sentReasons = reasons.map((reason) => keepPortalFinding(reason, findings));
      const rejection = { recordId, reason: formatReasons(reasons), reasons: sentReasons };
      return decision.type === "reject"
        ? dataProvider.rejectRecord(rejection, options)
        : dataProvider.requestChanges(rejection, options);
    },
    onSuccess: (_, { type }) => {
      onDecided(SUCCESS_MESSAGES[type]);
      return refresh();
    },
    // The page now shows the current files, so the next attempt refers to them.
    onError: () => void refresh().then(() => setSeenFilesEtag(getFilesEtag())),
  });
  return {
    decide: (decision: Decision, onSettled?: () => void) => mutate(decision, { onSettled }),
    isPending,
    areFilesLoaded: files.data !== undefined,
    errorMessage: error ? getErrorMessage(error, variables?.type ?? "accept") : undefined,
    ...useMemo(() => splitErrors(getFieldErrors(error)), [error]),
    startDecision: () => {
      reset();
      setSeenFilesEtag(getFilesEtag());
    },
  };
}

/** A draft also has the findings of changes that were requested for something else, such as an earlier request. */
function keepPortalFinding(reason: NewReason, findings: ReviewFinding[]): NewReason {
  const { finding, ...others } = reason;
  const isFound = finding !== undefined && findings.some((one) => one.reason.finding === finding);
  return isFound ? reason : others;
}

function getErrorMessage(error: unknown, type: Decision["type"]): string {
  const failureMessage = FAILURE_MESSAGES[type];
  return isApiError(error) ? `${failureMessage} ${error.message}` : failureMessage;
}

/** The server reports errors of the checklist below the name that it has in a decision. */
const splitErrors = (errors: FieldError[]) => ({
  reasonErrors: errors.filter(({ path }) => path[0] !== "checklist"),
  checklistErrors: errors.flatMap(({ path: [first, ...path], ...error }) =>
    first === "checklist" ? [{ ...error, path }] : [],
  ),
});
