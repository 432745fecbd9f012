import { useMutation, useQueries, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import type { UploadedFile } from "../../../contract/compareUploads.ts";
import type { ConflictingUpload, ContestedFile } from "../../../contract/contestedFiles.ts";
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

/** What uploads held when they came, by batch id; one that is missing cannot be had, or is on its way. */
export interface UploadContents {
  files: ReadonlyMap<string, UploadedFile[]>;
  isPending: boolean;
}

/** Every file of each upload with its hash, whatever became of it since. Taken from receipts, which never change. */
export function useUploadContents(recordId: string, batchIds: string[]): UploadContents {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const asked = batchIds.join(" ");
  return useQueries({
    queries: batchIds.map((batchId) => ({
      queryKey: ["receipt-files", recordId, batchId],
      queryFn: async () => {
        const receipt = await dataProvider.uploadReceipt(recordId, batchId);
        const files = receipt?.["files"];
        return Array.isArray(files) ? (files as UploadedFile[]) : null;
      },
      staleTime: Infinity,
    })),
    combine: useCallback(
      (results: UseQueryResult<UploadedFile[] | null>[]) => {
        const known = asked.split(" ").flatMap((batchId, index): [string, UploadedFile[]][] => {
          const files = results[index]?.data;
          return files ? [[batchId, files]] : [];
        });
        return { files: new Map(known), isPending: results.some(({ isPending }) => isPending) };
      },
      [asked],
    ),
  });
}

/** What both ways of choosing are given. */
export interface ModeProps {
  files: ContestedFile[];
  /** The newest first. */
  uploads: ConflictingUpload[];
  contents: UploadContents;
  choosing: ReturnType<typeof useResolution>["choosing"];
  canChoose: boolean;
}
