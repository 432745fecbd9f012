import Box from "@mui/material/Box";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { outcomeOf, type ModelFile } from "../../../contract/conflicts/conflictOutcome.ts";
import { useUploadFiles } from "../../providers/useAnswer.ts";
import { counted, exactDate, fileSize, visibleText } from "../../ui/format.ts";
import { Moment } from "../../ui/Moment.tsx";
import { Mark } from "../../ui/status/StatusBadge.tsx";
import { shortText, VersionBadge } from "../../ui/status/VersionBadge.tsx";
import { Changes } from "../ChangedFiles.tsx";
import { OutcomePreview } from "./OutcomePreview.tsx";
import type { Asked, SentUpload } from "./useAskedFiles.ts";
import type { ModeProps } from "./useResolution.ts";

interface BulkModeProps extends ModeProps {
  /** What stands; undefined while that is on its way. */
  asked: Asked | undefined;
  chosen: string | undefined;
  onChoose: (uploadBatchId: string) => void;
}

/** One whole upload is chosen: exactly its files stand afterwards. */
export function BulkMode(props: BulkModeProps) {
  const { recordId, differing, asked, choosing, canChoose, chosen, onChoose } = props;
  const { conflicts, uploads } = differing;
  const upload = uploads.find(({ uploadBatchId }) => uploadBatchId === chosen);
  const outcome = useUploadOutcome(recordId, asked?.standing, upload?.uploadBatchId);
  return (
    <Stack sx={{ gap: 2 }}>
      <RadioGroup
        aria-label="Uploads"
        value={upload?.uploadBatchId ?? ""}
        onChange={(_, value) => onChoose(value)}
        sx={{ gap: 1.5 }}
      >
        {uploads.map((one, index) => (
          <UploadChoice
            key={one.uploadBatchId}
            recordId={recordId}
            upload={one}
            before={uploads[index + 1]}
            isNewest={index === 0}
            isChosen={one === upload}
            canChoose={canChoose && !choosing.isPending}
            contested={
              conflicts.uploads.find(({ uploadBatchId }) => uploadBatchId === one.uploadBatchId)
                ?.contestedFiles ?? 0
            }
          />
        ))}
      </RadioGroup>
      {canChoose && (
        <OutcomePreview
          uploads={uploads}
          outcome={outcome}
          heading={
            outcome &&
            upload &&
            `The model will be exactly ${shortText(upload)}: ${counted(outcome.files.length, "file")}.`
          }
          hint={upload ? "Looking at its files…" : "Choose an upload to see what will happen."}
          action="Keep this upload"
          isPending={choosing.isPending}
          onConfirm={() =>
            upload &&
            choosing.mutate({ kind: "upload", uploadBatchId: upload.uploadBatchId, seen: asked?.seen })
          }
        />
      )}
    </Stack>
  );
}

/** What keeping an upload does; undefined while none is chosen, or its files are on their way. */
function useUploadOutcome(recordId: string, standing: ModelFile[] | undefined, chosen: string | undefined) {
  const { data: files, isPending } = useUploadFiles(recordId, chosen);
  return useMemo(() => {
    if (!standing || chosen === undefined || isPending) return undefined;
    // Of what was put aside of it, only its receipt tells.
    const brought = files?.map((file) => ({ ...file, uploadId: "", uploadBatchId: chosen }));
    const own = brought ?? standing.filter(({ uploadBatchId }) => uploadBatchId === chosen);
    return outcomeOf(standing, { files: own });
  }, [standing, chosen, files, isPending]);
}

interface UploadChoiceProps {
  recordId: string;
  upload: SentUpload;
  /** The one before it, of those that stand. */
  before: SentUpload | undefined;
  isNewest: boolean;
  isChosen: boolean;
  canChoose: boolean;
  /** Its versions of contested files. */
  contested: number;
}

/** One of the uploads: its version, when it came, by whom, how large it is, and what it changed. */
function UploadChoice(props: UploadChoiceProps) {
  const { recordId, upload, before, isNewest, isChosen, canChoose, contested } = props;
  const { uploadVersion: version, fileCount, size, newFiles } = upload;
  // What it changed was counted against the version before, which may be put aside by now.
  const isNext = version && before?.uploadVersion === version - 1 && typeof newFiles === "number";
  return (
    <Box sx={isChosen ? chosenLook : look}>
      <Box component="label" sx={{ ...head, cursor: canChoose ? "pointer" : "default" }}>
        {canChoose && <Radio value={upload.uploadBatchId} size="small" sx={{ m: -1, mr: 0 }} />}
        <VersionBadge version={version} />
        <Typography component="span" sx={{ fontWeight: 600 }}>
          <Moment iso={upload.uploaded} words={exactDate} /> by {visibleText(upload.username)}
        </Typography>
        {isNewest && <Mark state="info">newest</Mark>}
        <Typography component="span" variant="body2" color="textSecondary">
          {[typeof fileCount === "number" && counted(fileCount, "file"), size !== undefined && fileSize(size)]
            .filter(Boolean)
            .join(", ")}
        </Typography>
      </Box>
      {isNext ? (
        <Changes recordId={recordId} upload={upload} version={version} before={before} />
      ) : (
        contested > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ pl: { sm: 4.5 } }}>
            {`Holds its own version of ${counted(contested, "file")}.`}
          </Typography>
        )
      )}
    </Box>
  );
}

const look = {
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  px: 2,
  py: 1.5,
} as const;

const chosenLook = {
  ...look,
  borderColor: "primary.main",
  boxShadow: "inset 0 0 0 1px var(--mui-palette-primary-main)",
} as const;

const head = { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, rowGap: 0.25 };
