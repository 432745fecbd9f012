import Typography, { type TypographyProps } from "@mui/material/Typography";
import { formatClockTime } from "../ui/format.ts";
import type { DraftStatus } from "./draftSync.ts";

interface DraftStatusTextProps extends Pick<TypographyProps, "sx"> {
  status: DraftStatus;
  unsavedMessage: string;
}

/** When and where the last change was saved as a draft. Empty without a draft. */
export function DraftStatusText({ status, unsavedMessage, sx }: DraftStatusTextProps) {
  const { isSaved, savedAt = "", isOnDevice = false } = status;
  return (
    <Typography role="status" variant="caption" color="textSecondary" sx={sx}>
      {!isSaved
        ? unsavedMessage
        : savedAt && `Draft saved ${isOnDevice ? "on this device " : ""}${formatClockTime(savedAt)}`}
    </Typography>
  );
}
