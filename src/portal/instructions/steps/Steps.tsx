import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { schemaOf, textOf } from "../../../contract/schema/fields.ts";
import { modelRootName, zipFileName } from "../../../contract/model-folder/modelFolder.ts";
import type { Platform } from "../../../contract/uploads/shellQuote.ts";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import type { ChosenCorrection } from "../useVersions.ts";
import { PathInput } from "./PathInput.tsx";
import { RunCommand } from "./RunCommand.tsx";
import { ScriptDownload } from "./ScriptDownload.tsx";
import { Step } from "./Step.tsx";
import { UnblockStep } from "./UnblockStep.tsx";
import { uploadScripts } from "../uploadScripts.ts";
import { useKeptText } from "../useKeptText.ts";
import { WindowsErrors } from "./WindowsErrors.tsx";
import { YamlStep } from "./YamlStep.tsx";
import { ZipStep } from "./ZipStep.tsx";

interface StepsProps {
  record: RecordRow;
  platform: Platform;
  correction: ChosenCorrection | undefined;
}

const HOME: Record<Platform, string> = { WINDOWS: "C:\\Users\\me\\", MAC_LINUX: "/home/me/" };

const DOWNLOADS: Record<Platform, string> = {
  WINDOWS: "C:\\Users\\me\\Downloads\\",
  MAC_LINUX: "/home/me/Downloads/",
};

const SUCCESS: Record<Platform, string> = { WINDOWS: "Status: 200", MAC_LINUX: "HTTP/1.1 200 OK" };

/** The way from the saved record to the delivered model, step by step, for one platform. */
export function Steps({ record, platform, correction }: StepsProps) {
  const [zip, setZip] = useKeptText(`${record.id}.${platform}.zip`);
  // A script sends what was chosen when it was downloaded: each choice has a path of its own.
  const choice = correction ? nameOf(correction) : "whole";
  const [script, setScript] = useKeptText(`${record.id}.${platform}.script.${choice}`);
  const [downloaded, setDownloaded] = useKeptText(`${record.id}.${platform}.downloaded`);
  const { file } = uploadScripts[platform];
  const isWindows = platform === "WINDOWS";
  const metadata = schemaOf("metadata");
  const identifier = textOf(metadata, record.currentMetadata, "identifier");
  const title = textOf(metadata, record.currentMetadata, "title");
  return (
    <Box component="ol" aria-label="Steps" sx={{ listStyle: "none", p: 0, m: 0, counterReset: "step" }}>
      <YamlStep recordId={record.id} />
      <ZipStep platform={platform} root={modelRootName(identifier, title)} />
      <Step title="Paste the zip path into the input.">
        <PathInput
          label="Zip path"
          example={HOME[platform] + zipFileName(identifier, title)}
          value={zip}
          onChange={setZip}
        />
      </Step>
      <Step title={`Download ${file}.`}>
        <ScriptDownload
          key={platform + choice}
          record={record}
          platform={platform}
          correction={correction}
          last={downloaded === "" ? "none" : downloaded === choice ? "this" : "another"}
          onDownload={() => setDownloaded(choice)}
        />
      </Step>
      <Step title="Paste the script path into the input.">
        <PathInput
          label="Script path"
          example={DOWNLOADS[platform] + file}
          value={script}
          onChange={setScript}
        />
      </Step>
      {isWindows && <UnblockStep file={file} />}
      <Step title={isWindows ? "Run the generated command in PowerShell 7.2." : "Run the generated command."}>
        <RunCommand platform={platform} paths={{ zip, script }} />
        <Typography>
          Success shows <Box component="code">{SUCCESS[platform]}</Box>. Before anything is sent, the portal
          looks at the list of files in the zip and says what it would not accept; afterwards the script waits
          for its verdict. If the upload breaks off, run the command again: what has arrived is not sent
          twice.
        </Typography>
        {isWindows && <WindowsErrors />}
      </Step>
      <WaitStep />
    </Box>
  );
}

/** A short name of a correction, which may leave thousands of files out. */
function nameOf({ uploadBatchId, leftOut }: ChosenCorrection): string {
  const paths = JSON.stringify(leftOut) ?? "";
  let sum = 0;
  for (let at = 0; at < paths.length; at += 1) sum = (Math.imul(sum, 31) + paths.charCodeAt(at)) | 0;
  return `${uploadBatchId} ${sum}`;
}

function WaitStep() {
  return (
    <Step title="Wait.">
      <Typography>
        The status changes from <em>in progress</em> to <em>pending admin acceptance</em>. Allow about 15
        minutes after a successful upload for processing. Uploads of 15G or more need extra time.
      </Typography>
    </Step>
  );
}
