import Box from "@mui/material/Box";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { applyConflictChoice, type UploadFileVersion } from "../../../contract/conflicts/resolveConflicts.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { useUploadFiles } from "../../providers/useVendorQuery.ts";
import { formatQuantity, formatDateTimeWithSeconds, formatFileSize } from "../../ui/format.ts";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { Pill } from "../../ui/status/StatusBadge.tsx";
import { formatUploadName, VersionBadge } from "../../ui/status/VersionBadge.tsx";
import { UploadChanges } from "../UploadChanges.tsx";
import { OutcomePreview } from "./OutcomePreview.tsx";
import type { FilesToDecide, ConflictUpload } from "./useFilesToDecide.ts";
import type { ResolutionModeProps } from "./useConflictResolution.ts";

interface BulkModeProps extends ResolutionModeProps {
  /** Undefined while loading. */
  filesToDecide: FilesToDecide | undefined;
  chosen: string | undefined;
  onChoose: (uploadBatchId: string) => void;
}

/** Keeping one upload makes its files the only current files. */
export function BulkMode(props: BulkModeProps) {
  const { recordId, status, overview, filesToDecide, resolveMutation, canChoose, chosen, onChoose } = props;
  const { conflicts, uploads } = overview;
  const upload = uploads.find(({ uploadBatchId }) => uploadBatchId === chosen);
  const outcome = useUploadOutcome(recordId, filesToDecide?.currentFiles, upload?.uploadBatchId);
  return (
    <Stack sx={{ gap: 2 }}>
      <RadioGroup
        aria-label="Uploads"
        value={upload?.uploadBatchId ?? ""}
        onChange={(_, value) => onChoose(value)}
        sx={{ gap: 1.5 }}
      >
        {uploads.map((option, index) => (
          <UploadChoice
            key={option.uploadBatchId}
            recordId={recordId}
            upload={option}
            previousUpload={uploads[index + 1]}
            isLatest={index === 0}
            isChosen={option === upload}
            canChoose={canChoose && !resolveMutation.isPending}
            otherUploadCount={uploads.length - 1}
            conflictCount={
              conflicts.uploads.find(({ uploadBatchId }) => uploadBatchId === option.uploadBatchId)
                ?.contestedFiles ?? 0
            }
          />
        ))}
      </RadioGroup>
      {canChoose && (
        <OutcomePreview
          {...{ recordId, status, overview }}
          currentFiles={filesToDecide?.currentFiles}
          outcome={outcome}
          heading={
            outcome &&
            upload &&
            `The model will contain only the files of ${formatUploadName(upload)}: ${formatQuantity(outcome.currentFiles.length, "file")}.`
          }
          hint={
            upload
              ? `Loading the files of ${formatUploadName(upload)}…`
              : "Choose an upload to see what will happen."
          }
          confirmLabel="Keep this upload"
          isPending={resolveMutation.isPending}
          onConfirm={() =>
            upload &&
            resolveMutation.mutate({
              kind: "upload",
              uploadBatchId: upload.uploadBatchId,
              filesEtag: filesToDecide?.filesEtag,
            })
          }
        />
      )}
    </Stack>
  );
}

/** Undefined while no upload is chosen or its files are loading. */
function useUploadOutcome(
  recordId: string,
  currentFiles: UploadFileVersion[] | undefined,
  chosen: string | undefined,
) {
  const { data: files, isPending } = useUploadFiles(recordId, chosen);
  return useMemo(() => {
    if (!currentFiles || chosen === undefined || isPending) return undefined;
    // The receipt also lists the upload's archived files.
    const uploadedFiles = files?.map((file) => ({ ...file, uploadId: "", uploadBatchId: chosen }));
    const chosenFiles = uploadedFiles ?? currentFiles.filter(({ uploadBatchId }) => uploadBatchId === chosen);
    return applyConflictChoice(currentFiles, { files: chosenFiles });
  }, [currentFiles, chosen, files, isPending]);
}

interface UploadChoiceProps {
  recordId: string;
  upload: ConflictUpload;
  /** The previous current upload. */
  previousUpload: ConflictUpload | undefined;
  isLatest: boolean;
  isChosen: boolean;
  canChoose: boolean;
  otherUploadCount: number;
  /** Number of its files that differ from other uploads. */
  conflictCount: number;
}

function UploadChoice(props: UploadChoiceProps) {
  const { recordId, upload, previousUpload, isLatest, isChosen, canChoose, otherUploadCount, conflictCount } =
    props;
  const { uploadVersion: version, fileCount, size, newFiles } = upload;
  // The counts compare with the preceding version number, which may be archived by now.
  const canShowChanges =
    version && previousUpload?.uploadVersion === version - 1 && typeof newFiles === "number";
  return (
    <Box sx={isChosen ? chosenCardStyles : cardStyles}>
      <Box component="label" sx={{ ...headStyles, cursor: canChoose ? "pointer" : "default" }}>
        {canChoose && <Radio value={upload.uploadBatchId} size="small" sx={{ m: -1, mr: 0 }} />}
        <VersionBadge version={version} />
        <Typography component="span" sx={{ fontWeight: 600 }}>
          <Timestamp iso={upload.uploaded} formatTime={formatDateTimeWithSeconds} /> by{" "}
          {showInvisibleCharacters(upload.username)}
        </Typography>
        {isLatest && <Pill state="info">latest</Pill>}
        <Typography component="span" variant="body2" color="textSecondary">
          {[
            typeof fileCount === "number" && formatQuantity(fileCount, "file"),
            size !== undefined && formatFileSize(size),
          ]
            .filter(Boolean)
            .join(", ")}
        </Typography>
      </Box>
      {canShowChanges ? (
        <UploadChanges
          recordId={recordId}
          upload={upload}
          version={version}
          previousUpload={previousUpload}
        />
      ) : (
        conflictCount > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ pl: { sm: 4.5 } }}>
            {`${formatQuantity(conflictCount, "file")} ${conflictCount === 1 ? "differs" : "differ"} from ${otherUploadCount === 1 ? "the other upload" : "other uploads"}.`}
          </Typography>
        )
      )}
    </Box>
  );
}

const cardStyles = {
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  px: 2,
  py: 1.5,
} as const;

const chosenCardStyles = {
  ...cardStyles,
  borderColor: "primary.main",
  boxShadow: "inset 0 0 0 1px var(--mui-palette-primary-main)",
} as const;

const headStyles = { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, rowGap: 0.25 };
