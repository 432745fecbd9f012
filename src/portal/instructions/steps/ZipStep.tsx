import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { zipCommand, type Platform } from "../../../contract/uploads/shellQuote.ts";
import { CopyBox } from "../../ui/CopyBox.tsx";
import { Step } from "./Step.tsx";

interface ZipStepProps {
  platform: Platform;
  /** The name of the folder to be zipped. */
  root: string;
}

/** How the root folder is zipped so that it can be read again, however large it is. */
export function ZipStep({ platform, root }: ZipStepProps) {
  const isWindows = platform === "WINDOWS";
  return (
    <Step title="Zip the root folder.">
      {isWindows && <Typography>Do not include compressed files inside the model folder.</Typography>}
      <Typography>
        Open {isWindows ? "PowerShell" : "a terminal"} in the folder that holds{" "}
        <Box component="code">{root}</Box> (its list, <Box component="code">ls</Box>, shows that name), and
        run this command there. It makes a new zip beside the root folder every time, so that nothing that was
        removed or renamed stays in it; it works for folders of any size and keeps empty folders.
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
