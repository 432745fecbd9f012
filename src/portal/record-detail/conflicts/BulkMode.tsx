import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import { compareUploads, onlyElsewhere } from "../../../contract/compareUploads.ts";
import { choicesOfUpload, outcomeOf } from "../../../contract/conflictOutcome.ts";
import type { ConflictingUpload } from "../../../contract/contestedFiles.ts";
import { fileSize } from "../../ui/fileSize.ts";
import { Mark } from "../../ui/StatusBadge.tsx";
import { DifferenceCounts, DifferenceList } from "./DifferenceList.tsx";
import { OutcomePreview } from "./OutcomePreview.tsx";
import type { ModeProps, UploadContents } from "./useResolution.ts";
import { counted, versionText } from "./versionText.ts";

interface BulkModeProps extends ModeProps {
  chosen: string | undefined;
  onChoose: (uploadBatchId: string) => void;
}

/** One whole upload is chosen: where its version of a file is one of several, the others are put aside. */
export function BulkMode({ chosen, onChoose, ...mode }: BulkModeProps) {
  const { files, uploads, contents, choosing, canChoose } = mode;
  const [baseline, setBaseline] = useState<string>();
  const upload = uploads.find(({ uploadBatchId }) => uploadBatchId === chosen);
  const outcome = useMemo(
    () => upload && outcomeOf(files, choicesOfUpload(files, upload.uploadBatchId)),
    [files, upload],
  );
  const staying = useMemo(() => stayingBeside(chosen, contents.files), [chosen, contents.files]);
  return (
    <Stack sx={{ gap: 2 }}>
      {uploads.length > 2 && <BaselineChoice uploads={uploads} value={baseline} onChange={setBaseline} />}
      <RadioGroup
        aria-label="Uploads"
        value={upload?.uploadBatchId ?? ""}
        onChange={(_, value) => onChoose(value)}
        sx={{ gap: 1.5 }}
      >
        {uploads.map((one, index) => (
          <UploadChoice
            key={one.uploadBatchId}
            upload={one}
            isNewest={index === 0}
            isChosen={one === upload}
            canChoose={canChoose && !choosing.isPending}
            other={baselineOf(uploads, one, baseline)}
            contents={contents}
          />
        ))}
      </RadioGroup>
      {canChoose && (
        <Box>
          <OutcomePreview
            outcome={outcome}
            staying={staying}
            hint="Choose an upload to see what will happen."
            action="Keep this upload"
            isPending={choosing.isPending}
            onConfirm={() =>
              upload &&
              choosing.mutate({
                kind: "upload",
                uploadBatchId: upload.uploadBatchId,
                summary: `The upload of ${versionText(upload)} was kept.`,
              })
            }
          />
        </Box>
      )}
    </Stack>
  );
}

/** What only the other uploads hold; undefined where that is not known of all. */
function stayingBeside(
  chosen: string | undefined,
  files: ModeProps["contents"]["files"],
): string[] | undefined {
  const own = chosen === undefined ? undefined : files.get(chosen);
  return own && onlyElsewhere(own, [...files.values()]);
}

interface BaselineChoiceProps {
  uploads: ConflictingUpload[];
  value: string | undefined;
  onChange: (uploadBatchId: string | undefined) => void;
}

/** Which upload the others are compared with. */
const BaselineChoice = ({ uploads, value, onChange }: BaselineChoiceProps) => (
  <TextField
    select
    size="small"
    label="Compare with"
    value={value ?? ""}
    onChange={(event) => onChange(event.target.value || undefined)}
    sx={{ maxWidth: 420 }}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  >
    <MenuItem value="">The upload before each</MenuItem>
    {uploads.map((upload) => (
      <MenuItem key={upload.uploadBatchId} value={upload.uploadBatchId}>
        {versionText(upload)}
      </MenuItem>
    ))}
  </TextField>
);

/**
 * The upload that another is compared with: the one asked for, else the one before it. The oldest is compared with the
 * one after it.
 *
 * @param uploads the newest first
 * @param asked the id of an upload; undefined for the one before
 */
export function baselineOf(
  uploads: ConflictingUpload[],
  upload: ConflictingUpload,
  asked: string | undefined,
): ConflictingUpload | undefined {
  const at = uploads.indexOf(upload);
  const wanted = uploads.find(({ uploadBatchId }) => uploadBatchId === asked);
  return wanted && wanted !== upload ? wanted : (uploads[at + 1] ?? uploads[at - 1]);
}

interface UploadChoiceProps {
  upload: ConflictingUpload;
  isNewest: boolean;
  isChosen: boolean;
  canChoose: boolean;
  /** What it is compared with. */
  other: ConflictingUpload | undefined;
  contents: UploadContents;
}

/** One of the conflicting uploads: when it came, by whom, how large it is, and how its files differ from another's. */
function UploadChoice({ upload, isNewest, isChosen, canChoose, other, contents }: UploadChoiceProps) {
  const id = useId();
  const [showsFiles, setShowsFiles] = useState(false);
  const own = contents.files.get(upload.uploadBatchId);
  const others = other && contents.files.get(other.uploadBatchId);
  const isKnown = !contents.isPending && own !== undefined && others !== undefined;
  const compared = useMemo(() => (isKnown ? compareUploads(own, others) : undefined), [isKnown, own, others]);
  return (
    <Box sx={isChosen ? chosenLook : look}>
      <Box component="label" htmlFor={id} sx={{ ...head, cursor: canChoose ? "pointer" : "default" }}>
        {canChoose && <Radio id={id} value={upload.uploadBatchId} size="small" sx={{ m: -1, mr: 0 }} />}
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {versionText(upload)}
        </Typography>
        {isNewest && <Mark state="info">newest</Mark>}
        <Typography component="span" variant="body2" color="textSecondary">
          {sizeText(upload, own)}
        </Typography>
      </Box>
      {other && compared && (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 0.5 }}>
            Compared with {versionText(other)}
          </Typography>
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
            <DifferenceCounts compared={compared} />
            <Button
              size="small"
              aria-expanded={showsFiles}
              aria-label={`${showsFiles ? "Hide" : "Show"} files of ${versionText(upload)}`}
              onClick={() => setShowsFiles(!showsFiles)}
            >
              {showsFiles ? "Hide files" : "Show files"}
            </Button>
          </Box>
          {showsFiles && <DifferenceList compared={compared} label={`Files of ${versionText(upload)}`} />}
        </>
      )}
      {!compared && (
        <Typography variant="body2" color="textSecondary" sx={contents.isPending ? coming : { mt: 1 }}>
          {contents.isPending
            ? "Comparing the uploads…"
            : `Holds its own version of ${counted(upload.versions.length, "file")}.`}
        </Typography>
      )}
    </Box>
  );
}

/** All its files where they are known, else its versions of contested ones. */
function sizeText({ versions }: ConflictingUpload, files: { size: number }[] | undefined): string {
  const bytes = (files ?? versions).reduce((sum, { size = 0 }) => sum + size, 0);
  return files ? `${counted(files.length, "file")}, ${fileSize(bytes)}` : fileSize(bytes);
}

/** As high as the comparison that comes. */
const coming = { mt: 1, minHeight: { xs: 117, sm: 64 } };

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
