import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Radio from "@mui/material/Radio";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import { compareUploads } from "../../../contract/compareUploads.ts";
import type { ConflictingUpload } from "../../../contract/contestedFiles.ts";
import { fileSize } from "../../ui/fileSize.ts";
import { DifferenceCounts } from "./DifferenceCounts.tsx";
import { DifferenceList } from "./DifferenceList.tsx";
import { Mark } from "./Mark.tsx";
import type { UploadContents } from "./useUploadContents.ts";
import { counted, versionText } from "./versionText.ts";

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
export function UploadChoice({ upload, isNewest, isChosen, canChoose, other, contents }: UploadChoiceProps) {
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
        {isNewest && <Mark color="info">newest</Mark>}
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
