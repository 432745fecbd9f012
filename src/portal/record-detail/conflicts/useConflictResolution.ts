import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { messages } from "../../../contract/messages.ts";
import type { Status } from "../../../contract/status.ts";
import type { FileChoices } from "../../providers/calls/conflictCalls.ts";
import { useVendorQuery, usePortalDataProvider } from "../../providers/useVendorQuery.ts";
import type { ConflictOverview } from "./useFilesToDecide.ts";

export type ResolutionRequest =
  | { kind: "upload"; uploadBatchId: string; filesEtag: FileChoices["filesEtag"] }
  | ({ kind: "versions" } & FileChoices);

const TOASTS = {
  upload: { success: messages.selectedUpload, failure: messages.resolveConflictFailed },
  versions: { success: messages.resolvedFileConflict, failure: messages.resolveFileConflictFailed },
} as const;

/** The status of the record may change too. */
const AFFECTED_QUERIES = [
  ...["conflicts", "uploads", "files", "resolutions", "download-link"],
  ...["records", "reviews", "messages", "notifications"],
];

export type Reversal = "undo" | "redo";

/** Pending until the page shows the restored uploads. */
export const UNDO_MUTATION_KEY = ["undo-resolution"];

export function useConflictResolution(recordId: string) {
  const dataProvider = usePortalDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  // Awaited by the mutations: they end when the page shows the result.
  const refresh = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [name] }) => AFFECTED_QUERIES.includes(name as string),
    });
  const resolveMutation = useMutation({
    mutationFn: (choice: ResolutionRequest) =>
      choice.kind === "upload"
        ? dataProvider.selectUpload(recordId, choice.uploadBatchId, choice.filesEtag)
        : dataProvider.selectVersions(recordId, choice),
    onSuccess: async (_, { kind }) => {
      notify(TOASTS[kind].success, { type: "success" });
      await refresh();
    },
    onError: (_, { kind }) => {
      notify(TOASTS[kind].failure, { type: "error" });
      // The choice may have failed because the uploads changed.
      void refresh();
    },
  });
  const reverseMutation = useMutation({
    mutationKey: UNDO_MUTATION_KEY,
    mutationFn: ({ resolutionId, reversal }: { resolutionId: string; reversal: Reversal }) =>
      reversal === "undo"
        ? dataProvider.undoResolution(recordId, resolutionId)
        : dataProvider.redoResolution(recordId, resolutionId),
    onSettled: refresh,
  });
  return { resolveMutation, reverseMutation };
}

export const getFailureMessage = ({ kind }: ResolutionRequest): string => TOASTS[kind].failure;

const RESOLUTIONS_POLL_INTERVAL_MS = 30_000;

/** Newest first. */
export const useResolutions = (recordId: string) =>
  useVendorQuery(["resolutions", recordId], (dataProvider) => dataProvider.listResolutions(recordId), {
    refetchInterval: RESOLUTIONS_POLL_INTERVAL_MS,
  });

export interface ResolutionModeProps {
  recordId: string;
  status: Status;
  overview: ConflictOverview;
  resolveMutation: ReturnType<typeof useConflictResolution>["resolveMutation"];
  canChoose: boolean;
}
