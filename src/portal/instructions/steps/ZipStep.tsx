import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { metadataFileName } from "../../../contract/model-folder/modelFolderNames.ts";
import {
  buildFilesZipCommand,
  buildZipCommand,
  type Platform,
} from "../../../contract/uploads/shellCommands.ts";
import { CopyBox } from "../../ui/CopyBox.tsx";
import { formatQuantity } from "../../ui/format.ts";
import { formatVersion } from "../../ui/status/VersionBadge.tsx";
import type { ChangedPaths } from "../useChangedPaths.ts";
import type { ChosenCorrection } from "../useCorrection.ts";
import { Step, useSessionText, type StepPosition } from "./Step.tsx";

interface ZipStepProps extends StepPosition {
  recordId: string;
  platform: Platform;
  rootFolder: string;
  correction: ChosenCorrection | undefined;
  /** Of a correction, compared with the chosen folder. */
  changes: ChangedPaths;
}

export function ZipStep({ recordId, platform, rootFolder, correction, changes, ...position }: ZipStepProps) {
  const changedPaths = correction && changes.paths;
  const changesCommand =
    changedPaths && buildFilesZipCommand(platform, rootFolder, [...changedPaths, metadataFileName(recordId)]);
  const command = changesCommand ?? buildZipCommand(platform, rootFolder);
  // The portal cannot know whether the copied command was run.
  const [copied, setCopied] = useSessionText(`typed.${recordId}.${platform}.zipped`);
  const isWindows = platform === "WINDOWS";
  return (
    <Step title="Zip the root folder." {...position} isDone={copied === command}>
      {isWindows && <Typography>Do not include compressed files inside the model folder.</Typography>}
      <Typography>
        Open {isWindows ? "PowerShell" : "a terminal"} in the folder that contains <code>{rootFolder}</code> (
        <code>ls</code> lists it) and run this command. It creates a new zip next to the root folder each
        time, so deleted or renamed files are not included. It works for folders of any size and includes
        empty folders.
      </Typography>
      {correction && (
        <Typography role="status">
          {describeZippedFiles(formatVersion(correction.version), changes, changesCommand !== undefined)}
        </Typography>
      )}
      <CopyBox label="Zip command" text={command} onCopied={() => setCopied(command)} />
      <Alert severity="info" sx={{ width: "100%" }}>
        {isWindows
          ? "Do not use File Explorer (Send to, Compressed folder) if a file is larger than 2 GB: the portal " +
            "cannot read such zips. You can also use 7-Zip with archive format zip and compression method Deflate."
          : "On a Mac, do not use Compress in the Finder if the folder is larger than 4 GB: such zips are damaged."}
      </Alert>
    </Step>
  );
}

function describeZippedFiles(
  version: string,
  { paths, isComparing, hasFailed }: ChangedPaths,
  hasCommand: boolean,
): string {
  if (isComparing) return `Comparing your folder with ${version}…`;
  if (hasFailed)
    return `Your folder could not be compared with ${version}, so this command zips the whole folder. To compare again, choose the folder again under “Check the model first”.`;
  if (!paths)
    return "This command zips the whole folder. To zip only what changed, choose your model folder under “Check the model first”.";
  if (paths.length === 0) return `No file differs from ${version}. This command zips only the metadata file.`;
  const differing = `${formatQuantity(paths.length, "file")} ${paths.length === 1 ? "differs" : "differ"}`;
  return hasCommand
    ? `${differing} from ${version}. This command zips only what changed, and the metadata file.`
    : `${differing} from ${version}. One command cannot name ${paths.length === 1 ? "it" : "them all"}, so this command zips the whole folder.`;
}
