import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import type { Rejection } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { useStandingFiles } from "../providers/recordQueries.ts";
import { isRefusal } from "../ui/states.tsx";

type Choice = { accept: true } | { accept: false; rejection: Omit<Rejection, "recordId"> };

/** What a decision changes. */
const STALE = ["reviews", "records", "notifications", "conflicts", "uploads", "files"];

/** Accepts or rejects one record, tells whether it worked, and brings everything that shows the record up to date. */
export function useDecision(recordId: string, onDecided: () => void) {
  const dataProvider = usePortalProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const refresh = () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => STALE.includes(name as string) });
  const listed = () => queryClient.getQueryData<{ etag?: string }>(["files", recordId])?.etag;
  const files = useStandingFiles(recordId);
  // The files that the page lists when the decision is begun, by the version of their list.
  const [seen, setSeen] = useState<string>();
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: (decision: Choice) =>
      decision.accept
        ? dataProvider.acceptRecord(recordId, seen ?? listed())
        : dataProvider.rejectRecord({ recordId, ...decision.rejection }, seen ?? listed()),
    onSuccess: (_, { accept }) => {
      onDecided();
      notify(accept ? messages.acceptedRecord : messages.rejectedRecord, { type: "success" });
      return refresh();
    },
    // The page shows what stands by then: the next try is about that.
    onError: () => void refresh().then(() => setSeen(listed())),
  });
  return {
    accept: (onEnd: () => void) => mutate({ accept: true }, { onSettled: onEnd }),
    reject: (rejection: Omit<Rejection, "recordId">) => mutate({ accept: false, rejection }),
    isPending,
    /** Whether the files are there that an acceptance is about. */
    isListed: files.data !== undefined,
    /** Why the last decision was not taken, in words. */
    problem: error ? problemOf(error, variables?.accept === true) : undefined,
    /** Forgets that problem, and remembers what was looked at. */
    begin: () => {
      reset();
      setSeen(listed());
    },
  };
}

function problemOf(error: unknown, isAcceptance: boolean): string {
  const failed = isAcceptance ? messages.acceptFailed : messages.rejectFailed;
  return isRefusal(error) ? `${failed} ${error.message}` : failed;
}
