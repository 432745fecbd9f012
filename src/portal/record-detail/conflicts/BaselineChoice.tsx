import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { ConflictingUpload } from "../../../contract/contestedFiles.ts";
import { versionText } from "./versionText.ts";

interface BaselineChoiceProps {
  uploads: ConflictingUpload[];
  value: string | undefined;
  onChange: (uploadBatchId: string | undefined) => void;
}

/** Which upload the others are compared with. */
export const BaselineChoice = ({ uploads, value, onChange }: BaselineChoiceProps) => (
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
