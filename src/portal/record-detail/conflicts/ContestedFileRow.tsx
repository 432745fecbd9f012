import Box from "@mui/material/Box";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import type { ContestedFile } from "../../../contract/contestedFiles.ts";
import type { UploadConflict } from "../../../contract/generated/entities.ts";
import { fileSize } from "../../ui/fileSize.ts";
import { visibleText } from "../../ui/visibleText.ts";
import { differenceColors } from "./DifferenceCounts.tsx";
import { Mark } from "./Mark.tsx";
import { counted, versionText } from "./versionText.ts";

interface ContestedFileRowProps {
  file: ContestedFile;
  /** How many uploads there are to choose from. */
  uploadCount: number;
  /** The upload id of the version chosen. */
  chosen: string | undefined;
  canChoose: boolean;
  onChoose: (uploadId: string) => void;
}

/** One file and its versions, each with its time, its user, its size and whether it differs from the one before it. */
export function ContestedFileRow({ file, uploadCount, chosen, canChoose, onChoose }: ContestedFileRowProps) {
  const nameId = useId();
  const missing = uploadCount - file.versions.length;
  return (
    <Box sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Typography id={nameId} variant="body2" sx={{ fontWeight: 600 }}>
        <bdi>{visibleText(file.filename)}</bdi>
      </Typography>
      <RadioGroup aria-labelledby={nameId} value={chosen ?? ""} onChange={(_, value) => onChoose(value)}>
        {file.versions.map((version, index) => (
          <Version
            key={version.uploadId}
            version={version}
            isNewest={index === 0}
            before={file.versions[index + 1]}
            canChoose={canChoose}
          />
        ))}
      </RadioGroup>
      {missing > 0 && (
        <Typography variant="caption" color="textSecondary">
          Not in {counted(missing, "other upload")}
        </Typography>
      )}
    </Box>
  );
}

interface VersionProps {
  version: UploadConflict;
  isNewest: boolean;
  /** The version before it. */
  before: UploadConflict | undefined;
  canChoose: boolean;
}

function Version({ version, isNewest, before, canChoose }: VersionProps) {
  const id = useId();
  return (
    <Box component="label" htmlFor={id} sx={{ ...line, cursor: canChoose ? "pointer" : "default" }}>
      {canChoose && <Radio id={id} value={version.uploadId} size="small" sx={{ ml: -1, my: -0.75 }} />}
      <Box component="span" sx={about}>
        <Typography component="span" variant="body2">
          {versionText(version)}
        </Typography>
        {version.size !== undefined && (
          <Typography component="span" variant="body2" color="textSecondary">
            {fileSize(version.size)}
          </Typography>
        )}
        {isNewest && <Mark color="info">newest</Mark>}
        {before?.sha256 && version.sha256 && <Difference isSame={before.sha256 === version.sha256} />}
        {!before && <Mark color="text.secondary">oldest</Mark>}
      </Box>
    </Box>
  );
}

const Difference = ({ isSame }: { isSame: boolean }) => (
  <Mark color={differenceColors[isSame ? "same" : "changed"]}>
    {isSame ? "the same as the one before" : "changed since the one before"}
  </Mark>
);

const line = { display: "flex", alignItems: "flex-start", py: 0.75 };

const about = { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, minWidth: 0 };
