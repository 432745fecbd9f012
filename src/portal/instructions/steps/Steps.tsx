import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Stepper from "@mui/material/Stepper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import {
  metadataFileName,
  modelFolderName,
  modelZipName,
} from "../../../contract/model-folder/modelFolderNames.ts";
import { buildRunCommand, type Platform } from "../../../contract/uploads/shellCommands.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { getRecordText } from "../../ui/recordName.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { CopyBox } from "../../ui/CopyBox.tsx";
import { scriptFileName, useYamlDownload } from "../downloads.ts";
import type { ChangedPaths } from "../useChangedPaths.ts";
import type { ChosenCorrection } from "../useCorrection.ts";
import { ScriptStep } from "./ScriptStep.tsx";
import { Step, useSessionText, type StepPosition } from "./Step.tsx";
import { ZipStep } from "./ZipStep.tsx";

interface StepsProps {
  record: RecordRow;
  platform: Platform;
  correction: ChosenCorrection | undefined;
  changes: ChangedPaths;
}

/** Example paths, and the script's output once the zip has arrived (spec section 2). */
const PLATFORM_EXAMPLES: Record<Platform, { home: string; downloads: string; success: string }> = {
  WINDOWS: { home: "C:\\Users\\me\\", downloads: "C:\\Users\\me\\Downloads\\", success: "Status: 200" },
  MAC_LINUX: { home: "/home/me/", downloads: "/home/me/Downloads/", success: "HTTP/1.1 200 OK" },
};

const isFilled = (path: string) => path.trim() !== "";

export function Steps({ record, platform, correction, changes }: StepsProps) {
  const [zipPath, setZipPath] = useSessionText(`typed.${record.id}.${platform}.zip`);
  // A script uploads what was chosen when it was downloaded, so each choice has its own script path.
  const contentKey = correction ? getCorrectionKey(correction) : "whole";
  const [scriptPath, setScriptPath] = useSessionText(`typed.${record.id}.${platform}.script.${contentKey}`);
  const scriptName = scriptFileName(record, platform);
  const { home, downloads } = PLATFORM_EXAMPLES[platform];
  const identifier = getRecordText(record.currentMetadata, "identifier");
  const title = getRecordText(record.currentMetadata, "title");
  const rootFolder = modelFolderName(identifier, title);
  return (
    <Stepper orientation="vertical" nonLinear activeStep={-1} connector={null} aria-label="Steps">
      <YamlStep record={record} />
      <ZipStep recordId={record.id} {...{ platform, rootFolder, correction, changes }} />
      <PathStep
        kind="zip"
        example={home + modelZipName(identifier, title)}
        value={zipPath}
        onChange={setZipPath}
      />
      <ScriptStep key={platform + contentKey} {...{ record, platform, correction, contentKey }} />
      <PathStep kind="script" example={downloads + scriptName} value={scriptPath} onChange={setScriptPath} />
      {platform === "WINDOWS" && <UnblockStep file={scriptName} />}
      <RunStep recordId={record.id} platform={platform} {...{ zipPath, scriptPath }} />
      {/* A correction of a pending record: the earlier upload made it pending, so this step is not done. */}
      <WaitStep isDone={record.statusInfo.status === "pending" && !correction} />
    </Stepper>
  );
}

/** Not done any more once the metadata changes. */
function YamlStep({
  record: { id, currentMetadata },
  ...position
}: Pick<StepsProps, "record"> & StepPosition) {
  const { mutate, isPending } = useYamlDownload(id);
  const [downloaded, setDownloaded] = useSessionText(`typed.${id}.yaml`);
  const current = JSON.stringify(currentMetadata);
  return (
    <Step
      {...position}
      title="Download the metadata YAML file and place it in the model root folder."
      isDone={downloaded === current}
    >
      <BusyButton
        variant="outlined"
        startIcon={<DownloadIcon />}
        isBusy={isPending}
        onClick={() => mutate(undefined, { onSuccess: () => setDownloaded(current) })}
      >
        Download {metadataFileName(id)}
      </BusyButton>
    </Step>
  );
}

interface PathStepProps extends StepPosition {
  kind: "zip" | "script";
  example: string;
  value: string;
  onChange: (path: string) => void;
}

const PathStep = ({ kind, example, value, onChange, ...position }: PathStepProps) => (
  <Step {...position} title={`Paste the ${kind} path into the input.`} isDone={isFilled(value)}>
    <TextField
      fullWidth
      size="small"
      label={kind === "zip" ? "Zip path" : "Script path"}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      helperText={`For example ${example}`}
      autoComplete="off"
      sx={{ "& .MuiOutlinedInput-root": { bgcolor: "background.paper" } }}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: "none", autoCorrect: "off" } }}
    />
  </Step>
);

/** PowerShell refuses scripts that Windows marks as downloaded. */
const UnblockStep = ({ file, ...position }: { file: string } & StepPosition) => (
  <Step {...position} title="Unblock the script through its Properties.">
    <Typography>
      In File Explorer, right-click <code>{file}</code>, choose Properties, tick Unblock on the General tab
      and choose OK.
    </Typography>
  </Step>
);

interface RunStepProps extends StepPosition {
  recordId: string;
  platform: Platform;
  zipPath: string;
  scriptPath: string;
}

function RunStep({ recordId, platform, zipPath, scriptPath, ...position }: RunStepProps) {
  const command =
    isFilled(zipPath) && isFilled(scriptPath) ? buildRunCommand(platform, scriptPath, zipPath) : "";
  const [copied, setCopied] = useSessionText(`typed.${recordId}.${platform}.copied`);
  const isWindows = platform === "WINDOWS";
  return (
    <Step
      {...position}
      title={isWindows ? "Run the generated command in PowerShell 7.2." : "Run the generated command."}
      isDone={command !== "" && copied === command}
    >
      {command === "" ? (
        <Alert severity="warning" sx={{ width: "100%" }}>
          Paste the zip path and the script path into the inputs above to get the command.
        </Alert>
      ) : (
        <CopyBox label="Command" text={command} onCopied={() => setCopied(command)} />
      )}
      <Typography>
        The script first asks the portal to check the list of files in the zip, and shows any errors before it
        uploads. Success shows <code>{PLATFORM_EXAMPLES[platform].success}</code>: the zip has arrived. Then
        the portal checks the model, and the script waits and shows the result. If the upload is interrupted,
        run the command again: it continues where it stopped.
      </Typography>
      {isWindows && (
        <Alert severity="info">
          The errors <em>Unable to read data from the transport connection...</em> and{" "}
          <em>Internal Server Error</em> may still mean the upload succeeded; wait, then refresh the home
          page.
        </Alert>
      )}
    </Step>
  );
}

/** A hash, because a correction may delete thousands of files. */
function getCorrectionKey({ uploadBatchId, excludedPaths }: ChosenCorrection): string {
  const paths = JSON.stringify(excludedPaths) ?? "";
  let hash = 0;
  for (let at = 0; at < paths.length; at += 1) hash = (Math.imul(hash, 31) + paths.charCodeAt(at)) | 0;
  return `${uploadBatchId} ${hash}`;
}

const WaitStep = (step: { isDone: boolean } & StepPosition) => (
  <Step title="Wait." {...step}>
    <Typography>
      The status changes from <em>in progress</em> to <em>pending admin acceptance</em>. Allow about 15
      minutes after a successful upload for processing. Uploads of 15G or more need extra time.
    </Typography>
  </Step>
);
