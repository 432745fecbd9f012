import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useMemo } from "react";
import {
  describeModelFiles,
  formatModelOutcome,
  formatStatusChange,
  getStatusAfter,
} from "../../../contract/conflicts/rejectedModel.ts";
import type { UploadFileVersion, ConflictOutcome } from "../../../contract/conflicts/resolveConflicts.ts";
import { useRecordNotifications, useRecordUploads } from "../../providers/recordQueries.ts";
import { useFilesOfUploads } from "../../providers/useVendorQuery.ts";
import { formatQuantity } from "../../ui/format.ts";
import type { ResolutionModeProps } from "./useConflictResolution.ts";

interface OutcomePreviewProps extends Pick<ResolutionModeProps, "recordId" | "status" | "overview"> {
  /** The current files before the choice. */
  currentFiles: UploadFileVersion[] | undefined;
  /** Undefined while nothing is chosen. */
  outcome: ConflictOutcome<UploadFileVersion> | undefined;
  /** First line of the outcome. */
  heading: string | undefined;
  hint: string;
  confirmLabel: string;
  isPending: boolean;
  onConfirm: () => void;
}

export function OutcomePreview(props: OutcomePreviewProps) {
  const { outcome, heading, hint, confirmLabel, isPending, onConfirm } = props;
  const titleId = useId();
  const rejectionLines = useRejectionLines(props);
  return (
    <Box component="section" aria-labelledby={titleId} sx={previewStyles}>
      <Typography id={titleId} variant="h3">
        What will happen
      </Typography>
      <Box role="status" sx={{ my: 1 }}>
        {outcome ? (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {[heading, ...rejectionLines, ...listOutcomeLines(outcome)].map(
              (line) => line && <li key={line}>{line}</li>,
            )}
          </Box>
        ) : (
          <Typography>{hint}</Typography>
        )}
      </Box>
      <Button
        variant="contained"
        disabled={!outcome}
        loading={isPending}
        onClick={onConfirm}
        sx={{ mt: 0.5 }}
      >
        {confirmLabel}
      </Button>
    </Box>
  );
}

/** For a choice whose model repeats a rejected version. */
function useRejectionLines({
  recordId,
  status,
  overview,
  currentFiles,
  outcome,
}: OutcomePreviewProps): string[] {
  const rejectedVersions = useRejectedVersions(recordId);
  const rejectedFiles = useFilesOfVersions(recordId, outcome ? rejectedVersions : NO_VERSIONS);
  return useMemo(() => {
    if (!outcome || !currentFiles || rejectedVersions.length === 0) return [];
    const versions = new Map(
      overview.uploads.map(({ uploadBatchId, uploadVersion }) => [uploadBatchId, uploadVersion]),
    );
    const addVersion = (file: UploadFileVersion) => ({ ...file, version: versions.get(file.uploadBatchId) });
    const model = describeModelFiles(
      outcome.currentFiles.map(addVersion),
      // Other services may have no receipts.
      [...currentFiles.map(addVersion), ...rejectedFiles],
      rejectedVersions,
    );
    if (model.rejectedVersion === undefined) return [];
    const change = formatStatusChange(status, getStatusAfter(status, model));
    return [[formatModelOutcome(model), change].filter(Boolean).join(" ")];
  }, [rejectedVersions, rejectedFiles, outcome, currentFiles, overview, status]);
}

const NO_VERSIONS: number[] = [];

function useRejectedVersions(recordId: string): number[] {
  const { data: notifications } = useRecordNotifications(recordId);
  return useMemo(() => {
    const rejections = notifications?.filter((notification) => notification.status === "rejected") ?? [];
    return rejections.flatMap(({ uploadVersion }) => uploadVersion ?? []);
  }, [notifications]);
}

/** Archived files included. */
function useFilesOfVersions(recordId: string, versions: number[]) {
  const { data: uploads } = useRecordUploads(recordId);
  const versionsByUpload = useMemo(
    () =>
      new Map(
        uploads?.flatMap(({ uploadBatchId, uploadVersion }): [string, number][] =>
          uploadBatchId && uploadVersion && versions.includes(uploadVersion)
            ? [[uploadBatchId, uploadVersion]]
            : [],
        ),
      ),
    [uploads, versions],
  );
  const files = useFilesOfUploads(recordId, [...versionsByUpload.keys()]);
  return useMemo(
    () =>
      [...versionsByUpload.values()].flatMap(
        (version, index) => files[index]?.map((file) => ({ ...file, version })) ?? [],
      ),
    [versionsByUpload, files],
  );
}

function listOutcomeLines(outcome: ConflictOutcome<UploadFileVersion>): string[] {
  const { lostFiles, removedPaths, unresolvedPaths } = outcome;
  const archivedCount = lostFiles.length - removedPaths.length;
  return [
    ...(archivedCount > 0
      ? [`${formatQuantity(archivedCount, "other version")} will be archived. You can undo this.`]
      : []),
    ...(removedPaths.length > 0
      ? [`${formatQuantity(removedPaths.length, "file")} will be removed. You can undo this.`]
      : []),
    unresolvedPaths.length > 0
      ? `You still have to choose a version for ${formatQuantity(unresolvedPaths.length, "file")}.`
      : "No conflicts will remain.",
  ];
}

const previewStyles = { bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 } as const;
