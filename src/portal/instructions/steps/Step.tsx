import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import MuiStep, { type StepProps as MuiStepProps } from "@mui/material/Step";
import StepContent from "@mui/material/StepContent";
import StepLabel from "@mui/material/StepLabel";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState, type ReactNode } from "react";
import { attempt } from "../../../contract/attempt.ts";
import { zipCommand, type Platform } from "../../../contract/uploads/shellQuote.ts";
import { CopyBox } from "../../ui/CopyBox.tsx";

interface StepProps extends StepPlace {
  title: ReactNode;
  isDone?: boolean;
  children?: ReactNode;
}

/** What the list of steps tells each of them; a part that draws a step hands it on. */
export type StepPlace = Pick<MuiStepProps, "index" | "last">;

/** One numbered step of the instructions, checked off once it is done. */
export const Step = ({ title, isDone = false, children, ...place }: StepProps) => (
  <MuiStep {...place} active completed={isDone}>
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

interface ZipStepProps extends StepPlace {
  platform: Platform;
  /** The name of the folder to be zipped. */
  root: string;
  /** Its command was copied: of what is done outside the portal, that is all that is known. */
  isDone: boolean;
  onCopied: () => void;
}

/** How the root folder is zipped so that it can be read again, however large it is. */
export function ZipStep({ platform, root, onCopied, ...step }: ZipStepProps) {
  const isWindows = platform === "WINDOWS";
  return (
    <Step title="Zip the root folder." {...step}>
      {isWindows && <Typography>Do not include compressed files inside the model folder.</Typography>}
      <Typography>
        Open {isWindows ? "PowerShell" : "a terminal"} in the folder that holds <code>{root}</code> (its list,{" "}
        <code>ls</code>, shows that name), and run this command there. It makes a new zip beside the root
        folder every time, so that nothing that was removed or renamed stays in it; it works for folders of
        any size and keeps empty folders.
      </Typography>
      <CopyBox label="Zip command" text={zipCommand(platform, root)} onCopied={onCopied} />
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

/** Text that a tab still has after a reload of the page, where the browser keeps anything. */
export function useKeptText(name: string): [text: string, setText: (text: string) => void] {
  const key = `flood-model-portal.${name}`;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const setText = (text: string) => {
    setTyped((before) => ({ ...before, [key]: text }));
    attempt(() => sessionStorage.setItem(key, text));
  };
  return [typed[key] ?? attempt(() => sessionStorage.getItem(key)) ?? "", setText];
}
