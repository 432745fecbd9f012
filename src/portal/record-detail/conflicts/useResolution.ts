import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { messages } from "../../../contract/messages.ts";
import type { ChosenFiles } from "../../providers/calls/conflictCalls.ts";
import { useAnswer, usePortalProvider } from "../../providers/useAnswer.ts";
import type { Differing } from "./useAskedFiles.ts";

/** A choice between conflicting uploads, as it is sent. */
export type SentChoice =
  { kind: "upload"; uploadBatchId: string; seen: ChosenFiles["seen"] } | ({ kind: "versions" } & ChosenFiles);

const WORDS = {
  upload: { done: messages.selectedUpload, failed: messages.resolveConflictFailed },
  versions: { done: messages.resolvedFileConflict, failed: messages.resolveFileConflictFailed },
} as const;

/** What a choice changes. */
const STALE = ["conflicts", "uploads", "files", "resolutions", "download-link"];

/** By this the taking back of a choice is known, until the page is up to date with it. */
export const UNDOING = ["undo-resolution"];

/** Makes choices between a record's uploads, and takes them back. */
export function useResolution(recordId: string) {
  const dataProvider = usePortalProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  // Awaited, so that what was chosen is gone from the page before the page says so.
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => STALE.includes(name as string) });
  const choosing = useMutation({
    mutationFn: (choice: SentChoice) =>
      choice.kind === "upload"
        ? dataProvider.selectUpload(recordId, choice.uploadBatchId, choice.seen)
        : dataProvider.selectVersions(recordId, choice),
    onSuccess: async (_, { kind }) => {
      notify(WORDS[kind].done, { type: "success" });
      await refresh();
    },
    onError: (_, { kind }) => {
      notify(WORDS[kind].failed, { type: "error" });
      // What was refused may have changed elsewhere.
      void refresh();
    },
  });
  const undoing = useMutation({
    mutationKey: UNDOING,
    mutationFn: (resolutionId: string) => dataProvider.undoResolution(recordId, resolutionId),
    onSettled: refresh,
  });
  return { choosing, undoing };
}

/** What the failure of a choice is called. */
export const failureOf = ({ kind }: SentChoice): string => WORDS[kind].failed;

const EVERY = 30_000;

/** Every choice made between a record's uploads, the newest first, whoever made it wherever. */
export const useResolutions = (recordId: string) =>
  useAnswer(["resolutions", recordId], (dataProvider) => dataProvider.recordResolutions(recordId), {
    refetchInterval: EVERY,
  });

/** What both ways of choosing are given. */
export interface ModeProps {
  recordId: string;
  differing: Differing;
  choosing: ReturnType<typeof useResolution>["choosing"];
  canChoose: boolean;
}
