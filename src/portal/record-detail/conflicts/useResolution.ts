import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { messages } from "../../../contract/messages.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";

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
  const [made, setMade] = useState<{ summary: string; name: string | undefined }>();
  const [canUndo, setCanUndo] = useState(true);
  // Awaited, so that what was chosen is gone from the page before the page says so.
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["conflicts"] }),
      queries.invalidateQueries({ queryKey: ["files", recordId] }),
    ]);
  const choosing = useMutation({
    mutationFn: (choice: Choice) =>
      choice.kind === "upload"
        ? dataProvider.selectUpload(recordId, choice.uploadBatchId)
        : dataProvider.selectVersions(recordId, choice.uploadIds),
    onSuccess: async (name, { kind, summary }) => {
      notify(WORDS[kind].done, { type: "success" });
      undoing.reset();
      await refresh();
      setMade({ summary, name });
    },
    onError: (_, { kind }) => {
      notify(WORDS[kind].failed, { type: "error" });
      // What was refused may have changed elsewhere.
      void refresh();
    },
  });
  const undoing = useMutation({
    // By its name: another page may have chosen since, and an answer that was lost must not undo the choice before.
    mutationFn: () => dataProvider.undoResolution(recordId, made?.name),
    onSuccess: async (isServed) => {
      setCanUndo(isServed);
      if (!isServed) return;
      await refresh();
      setMade(undefined);
    },
  });
  return { made: made?.summary, canUndo, choosing, undoing, dismiss: () => setMade(undefined) };
}

/** What the failure of a choice is called. */
export const failureOf = ({ kind }: Choice): string => WORDS[kind].failed;
