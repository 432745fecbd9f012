import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stepper from "@mui/material/Stepper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { metadataFileName, modelRootName, zipFileName } from "../../../contract/model-folder/modelFolder.ts";
import { runCommand, type Platform } from "../../../contract/uploads/shellQuote.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { textWith } from "../../recordName.ts";
import { CopyBox } from "../../ui/CopyBox.tsx";
import { uploadScripts, useYamlDownload } from "../downloads.ts";
import type { ChosenCorrection } from "../useCorrection.ts";
import { ScriptStep } from "./ScriptStep.tsx";
import { Step, useKeptText, ZipStep, type StepPlace } from "./Step.tsx";

interface StepsProps {
  record: RecordRow;
  platform: Platform;
  correction: ChosenCorrection | undefined;
}

/** Where files usually lie on each platform, and what its script says in the end. */
const usual: Record<Platform, { home: string; downloads: string; success: string }> = {
  WINDOWS: { home: "C:\\Users\\me\\", downloads: "C:\\Users\\me\\Downloads\\", success: "Status: 200" },
  MAC_LINUX: { home: "/home/me/", downloads: "/home/me/Downloads/", success: "HTTP/1.1 200 OK" },
};

const isGiven = (path: string) => path.trim() !== "";

/** The way from the saved record to the delivered model, step by step, for one platform; what is done is checked off. */
export function Steps({ record, platform, correction }: StepsProps) {
  const [zip, setZip] = useKeptText(`typed.${record.id}.${platform}.zip`);
  // A script sends what was chosen when it was downloaded: each choice has a path of its own.
  const choice = correction ? nameOf(correction) : "whole";
  const [script, setScript] = useKeptText(`typed.${record.id}.${platform}.script.${choice}`);
  const [zipped, setZipped] = useKeptText(`typed.${record.id}.${platform}.zipped`);
  const { file } = uploadScripts[platform];
  const { home, downloads } = usual[platform];
  const identifier = textWith(record.currentMetadata, "identifier");
  const title = textWith(record.currentMetadata, "title");
  const root = modelRootName(identifier, title);
  return (
    <Stepper orientation="vertical" nonLinear activeStep={-1} connector={null} aria-label="Steps">
      <YamlStep record={record} />
      <ZipStep platform={platform} root={root} isDone={zipped === root} onCopied={() => setZipped(root)} />
      <PathStep of="zip" example={home + zipFileName(identifier, title)} value={zip} onChange={setZip} />
      <ScriptStep key={platform + choice} {...{ record, platform, correction, choice }} />
      <PathStep of="script" example={downloads + file} value={script} onChange={setScript} />
      {platform === "WINDOWS" && <UnblockStep file={file} />}
      <RunStep recordId={record.id} platform={platform} paths={{ zip, script }} />
      {/* What has made the record pending was not what is chosen to be corrected now. */}
      <WaitStep isDone={record.statusInfo.status === "pending" && !correction} />
    </Stepper>
  );
}

/** The first step: the record's metadata as a file. Once the record says something else, it is to be done again. */
function YamlStep({ record: { id, currentMetadata }, ...place }: Pick<StepsProps, "record"> & StepPlace) {
  const { mutate, isPending } = useYamlDownload(id);
  const [downloaded, setDownloaded] = useKeptText(`typed.${id}.yaml`);
  const current = JSON.stringify(currentMetadata);
  return (
    <Step
      {...place}
      title="Download the metadata YAML file and place it in the model root folder."
      isDone={downloaded === current}
    >
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={isPending}
        onClick={() => mutate(undefined, { onSuccess: () => setDownloaded(current) })}
      >
        Download {metadataFileName(id)}
      </Button>
    </Step>
  );
}

interface PathStepProps extends StepPlace {
  of: "zip" | "script";
  example: string;
  value: string;
  onChange: (path: string) => void;
}

/** Takes a pasted path. Nothing about it is corrected or completed on the way. */
const PathStep = ({ of, example, value, onChange, ...place }: PathStepProps) => (
  <Step {...place} title={`Paste the ${of} path into the input.`} isDone={isGiven(value)}>
    <TextField
      fullWidth
      size="small"
      label={of === "zip" ? "Zip path" : "Script path"}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      helperText={`For example ${example}`}
      autoComplete="off"
      sx={{ "& .MuiOutlinedInput-root": { bgcolor: "background.paper" } }}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: "none", autoCorrect: "off" } }}
    />
  </Step>
);

/** Windows marks downloaded scripts, and PowerShell refuses what is marked. */
const UnblockStep = ({ file, ...place }: { file: string } & StepPlace) => (
  <Step {...place} title="Unblock the script through its Properties.">
    <Typography>
      In File Explorer, right-click <code>{file}</code>, choose Properties, tick Unblock on the General tab
      and choose OK.
    </Typography>
  </Step>
);

interface RunStepProps extends StepPlace {
  recordId: string;
  platform: Platform;
  paths: { zip: string; script: string };
}

/** The command that runs the script on the zip, once both paths are known; done when it was copied as it stands. */
function RunStep({ recordId, platform, paths: { zip, script }, ...place }: RunStepProps) {
  const command = isGiven(zip) && isGiven(script) ? runCommand(platform, script, zip) : "";
  const [copied, setCopied] = useKeptText(`typed.${recordId}.${platform}.copied`);
  const isWindows = platform === "WINDOWS";
  return (
    <Step
      {...place}
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
        Success shows <code>{usual[platform].success}</code>. Before anything is sent, the portal looks at the
        list of files in the zip and says what it would not accept; afterwards the script waits for its
        verdict. If the upload breaks off, run the command again: what has arrived is not sent twice.
      </Typography>
      {isWindows && (
        // They may be read at the end of an upload that went well all the same.
        <Alert severity="info">
          The errors <em>Unable to read data from the transport connection...</em> and{" "}
          <em>Internal Server Error</em> may still mean the upload succeeded; wait, then refresh the home
          page.
        </Alert>
      )}
    </Step>
  );
}

/** A short name of a correction, which may leave thousands of files out. */
function nameOf({ uploadBatchId, leftOut }: ChosenCorrection): string {
  const paths = JSON.stringify(leftOut) ?? "";
  let sum = 0;
  for (let at = 0; at < paths.length; at += 1) sum = (Math.imul(sum, 31) + paths.charCodeAt(at)) | 0;
  return `${uploadBatchId} ${sum}`;
}

const WaitStep = (step: { isDone: boolean } & StepPlace) => (
  <Step title="Wait." {...step}>
    <Typography>
      The status changes from <em>in progress</em> to <em>pending admin acceptance</em>. Allow about 15
      minutes after a successful upload for processing. Uploads of 15G or more need extra time.
    </Typography>
  </Step>
);
