import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import {
  selectNewestFiles,
  type UploadFileVersion,
  type ConflictOutcome,
} from "../../../contract/conflicts/resolveConflicts.ts";
import { VirtualList } from "../../ui/tree/VirtualList.tsx";
import { formatQuantity, showInvisibleCharacters } from "../../ui/format.ts";
import type { ConflictUpload } from "./useFilesToDecide.ts";
import { formatUploadName } from "../../ui/status/VersionBadge.tsx";

interface OutcomePreviewProps {
  uploads: ConflictUpload[];
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
  const { uploads, outcome, heading, hint, confirmLabel, isPending, onConfirm } = props;
  const [showsFiles, setShowsFiles] = useState(false);
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={previewStyles}>
      <Typography id={titleId} variant="h3">
        What will happen
      </Typography>
      <Box role="status" sx={{ my: 1 }}>
        {outcome ? (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {[heading, ...listOutcomeLines(outcome)].map((line) => line && <li key={line}>{line}</li>)}
          </Box>
        ) : (
          <Typography>{hint}</Typography>
        )}
      </Box>
      {outcome && showsFiles && <ResultingFileList files={outcome.currentFiles} uploads={uploads} />}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <Button variant="contained" disabled={!outcome} loading={isPending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        {outcome && (
          <Button aria-expanded={showsFiles} onClick={() => setShowsFiles(!showsFiles)}>
            {showsFiles ? "Hide these files" : "Show these files"}
          </Button>
        )}
      </Box>
    </Box>
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

function ResultingFileList({ files, uploads }: { files: UploadFileVersion[]; uploads: ConflictUpload[] }) {
  const rows = useMemo(() => selectNewestFiles(files), [files]);
  const uploadLabels = new Map(uploads.map((upload) => [upload.uploadBatchId, formatUploadName(upload)]));
  return (
    <VirtualList
      label="Files of the model"
      rows={rows}
      estimatedHeightPx={50}
      maxHeight={240}
      renderRow={({ path, uploadBatchId }) => (
        <Box sx={{ px: 1.5, py: 0.5 }}>
          <Typography variant="body2">
            <bdi>{showInvisibleCharacters(path)}</bdi>
          </Typography>
          <Typography variant="caption" color="textSecondary">
            from {uploadLabels.get(uploadBatchId)}
          </Typography>
        </Box>
      )}
    />
  );
}

const previewStyles = { bgcolor: "action.hover", borderRadius: 1, px: 2, py: 1.5 } as const;
