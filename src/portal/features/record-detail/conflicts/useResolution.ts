import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { messages } from "../../../../contract/messages.ts";
import type { PortalDataProvider } from "../../../providers/dataProvider.ts";

/** A choice between conflicting uploads, as it is sent. */
export type Choice = (
  { kind: "upload"; uploadBatchId: string } | { kind: "versions"; uploadIds: string[] }
) & {
  /** What the choice comes to, told once it is made. */
  summary: string;
};

const WORDS = {
  upload: { done: messages.selectedUpload, failed: messages.resolveConflictFailed },
  versions: { done: messages.resolvedFileConflict, failed: messages.resolveFileConflictFailed },
} as const;

/** Makes choices between a record's conflicting uploads, and takes back the last one made on this page. */
export function useResolution(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const queries = useQueryClient();
  const notify = useNotify();
  const [made, setMade] = useState<string>();
  const [canUndo, setCanUndo] = useState(true);
  // Awaited, so that what was chosen is gone from the page before the page says so.
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["conflicts"] }),
      queries.invalidateQueries({ queryKey: ["files", recordId] }),
    ]);
  const choosing = useMutation({
    mutationFn: async (choice: Choice) => {
      if (choice.kind === "upload") await dataProvider.selectUpload(recordId, choice.uploadBatchId);
      else await dataProvider.selectVersions(recordId, choice.uploadIds);
    },
    onSuccess: async (_, { kind, summary }) => {
      notify(WORDS[kind].done, { type: "success" });
      undoing.reset();
      await refresh();
      setMade(summary);
    },
    onError: (_, { kind }) => {
      notify(WORDS[kind].failed, { type: "error" });
      // What was refused may have changed elsewhere.
      void refresh();
    },
  });
  const undoing = useMutation({
    mutationFn: () => dataProvider.undoResolution(recordId),
    onSuccess: async (isServed) => {
      setCanUndo(isServed);
      if (!isServed) return;
      await refresh();
      setMade(undefined);
    },
  });
  return { made, canUndo, choosing, undoing, dismiss: () => setMade(undefined) };
}

/** What the failure of a choice is called. */
export const failureOf = ({ kind }: Choice): string => WORDS[kind].failed;
