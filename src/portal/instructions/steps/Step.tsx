import CheckIcon from "@mui/icons-material/Check";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import type { ReactNode } from "react";
import { zipCommand, type Platform } from "../../../contract/uploads/shellQuote.ts";
import { CopyBox } from "../../ui/CopyBox.tsx";
import { stateColors } from "../../ui/status/StatusBadge.tsx";

interface StepProps {
  title: ReactNode;
  isDone?: boolean;
  children?: ReactNode;
}

/** One numbered step of the instructions, checked off once it is done; the list it stands in counts. */
export function Step({ title, isDone = false, children }: StepProps) {
  return (
    <Box component="li" sx={step}>
      <Box sx={isDone ? doneMark : numberMark}>{isDone && <CheckIcon fontSize="small" />}</Box>
      <Typography variant="h3" sx={{ minHeight: 32, display: "flex", alignItems: "center" }}>
        <span>
          {title}
          {isDone && <span style={visuallyHidden}> (done)</span>}
        </span>
      </Typography>
      {children && <Box sx={{ mt: 1, display: "grid", gap: 1.5, justifyItems: "start" }}>{children}</Box>}
    </Box>
  );
}

const step = {
  position: "relative",
  pl: 6,
  pb: 4,
  counterIncrement: "step",
  "&:not(:last-of-type)::after": {
    content: '""',
    position: "absolute",
    left: 15.5,
    top: 40,
    bottom: 8,
    width: "1px",
    bgcolor: "divider",
  },
};

const mark = {
  position: "absolute",
  left: 0,
  top: 0,
  width: 32,
  height: 32,
  borderRadius: "50%",
  display: "grid",
  placeItems: "center",
  border: 1,
  borderColor: "primary.main",
  color: "primary.main",
  fontWeight: 600,
};

const numberMark = { ...mark, "&::before": { content: "counter(step)" } };

const doneMark = { ...mark, ...stateColors("good") };

interface ZipStepProps {
  platform: Platform;
  /** The name of the folder to be zipped. */
  root: string;
  isDone: boolean;
}

/** How the root folder is zipped so that it can be read again, however large it is. */
export function ZipStep({ platform, root, isDone }: ZipStepProps) {
  const isWindows = platform === "WINDOWS";
  return (
    <Step title="Zip the root folder." isDone={isDone}>
      {isWindows && <Typography>Do not include compressed files inside the model folder.</Typography>}
      <Typography>
        Open {isWindows ? "PowerShell" : "a terminal"} in the folder that holds <code>{root}</code> (its list,{" "}
        <code>ls</code>, shows that name), and run this command there. It makes a new zip beside the root
        folder every time, so that nothing that was removed or renamed stays in it; it works for folders of
        any size and keeps empty folders.
      </Typography>
      <CopyBox label="Zip command" text={zipCommand(platform, root)} />
      <Alert severity="info" sx={{ width: "100%" }}>
        {isWindows
          ? "Do not use File Explorer (Send to, Compressed folder) when a file is larger than 2 GB: the portal " +
            "cannot read such zips. 7-Zip works too, with the archive format zip and the compression method Deflate."
          : "On a Mac, do not use Compress in the Finder when the folder is larger than 4 GB: the Finder writes " +
            "faulty zips above that."}
      </Alert>
    </Step>
  );
}
