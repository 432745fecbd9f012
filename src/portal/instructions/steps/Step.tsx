import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import MuiStep, { type StepProps as MuiStepProps } from "@mui/material/Step";
import StepContent from "@mui/material/StepContent";
import StepLabel from "@mui/material/StepLabel";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState, type ReactNode } from "react";
import { tryOrUndefined } from "../../../contract/tryOrUndefined.ts";
import { buildZipCommand, type Platform } from "../../../contract/uploads/shellCommands.ts";
import { CopyBox } from "../../ui/CopyBox.tsx";

interface StepProps extends StepPosition {
  title: ReactNode;
  isDone?: boolean;
  children?: ReactNode;
}

/** Props that MUI's Stepper injects into its direct children, which must pass them on to Step. */
export type StepPosition = Pick<MuiStepProps, "index" | "last">;

export const Step = ({ title, isDone = false, children, ...position }: StepProps) => (
  <MuiStep {...position} active completed={isDone}>
    <StepLabel>
      <Typography variant="h3">
        {title}
        {isDone && <span style={visuallyHidden}> (done)</span>}
      </Typography>
    </StepLabel>
    <StepContent sx={{ pb: 2 }}>
      <Box sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>{children}</Box>
    </StepContent>
  </MuiStep>
);

interface ZipStepProps extends StepPosition {
  platform: Platform;
  rootFolder: string;
  /** True once the command was copied: the portal cannot know whether it was run. */
  isDone: boolean;
  onCopied: () => void;
}

export function ZipStep({ platform, rootFolder, onCopied, ...step }: ZipStepProps) {
  const isWindows = platform === "WINDOWS";
  return (
    <Step title="Zip the root folder." {...step}>
      {isWindows && <Typography>Do not include compressed files inside the model folder.</Typography>}
      <Typography>
        Open {isWindows ? "PowerShell" : "a terminal"} in the folder that contains <code>{rootFolder}</code> (
        <code>ls</code> lists it) and run this command. It creates a new zip next to the root folder each
        time, so deleted or renamed files are not included. It works for folders of any size and includes
        empty folders.
      </Typography>
      <CopyBox label="Zip command" text={buildZipCommand(platform, rootFolder)} onCopied={onCopied} />
      <Alert severity="info" sx={{ width: "100%" }}>
        {isWindows
          ? "Do not use File Explorer (Send to, Compressed folder) if a file is larger than 2 GB: the portal " +
            "cannot read such zips. You can also use 7-Zip with archive format zip and compression method Deflate."
          : "On a Mac, do not use Compress in the Finder if the folder is larger than 4 GB: such zips are damaged."}
      </Alert>
    </Step>
  );
}

/** A text in sessionStorage; if the browser blocks storage, it lasts until the page is reloaded. */
export function useSessionText(name: string): [text: string, setText: (text: string) => void] {
  const key = `flood-model-portal.${name}`;
  const [texts, setTexts] = useState<Record<string, string>>({});
  const setText = (text: string) => {
    setTexts((before) => ({ ...before, [key]: text }));
    tryOrUndefined(() => sessionStorage.setItem(key, text));
  };
  return [texts[key] ?? tryOrUndefined(() => sessionStorage.getItem(key)) ?? "", setText];
}
