import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Platform } from "../../../contract/uploads/shellCommands.ts";
import hashes from "../../../contract/uploadScriptHashes.json";
import { useOpenReasonsDialog } from "../../record-parts/OpenReasonsDialog.tsx";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { Timestamp } from "../../ui/Timestamp.tsx";
import { PasswordDialog } from "../../ui/ConfirmDialog.tsx";
import { getUserMessage } from "../../ui/states.tsx";
import { formatVersion } from "../../ui/status/VersionBadge.tsx";
import { usePortalConfig } from "../../providers/usePortalConfig.ts";
import { uploadScripts, useScriptDownload } from "../downloads.ts";
import type { ChosenCorrection } from "../useCorrection.ts";
import { Step, useSessionText, type StepPosition } from "./Step.tsx";

interface ScriptStepProps extends StepPosition {
  record: RecordRow;
  platform: Platform;
  correction: ChosenCorrection | undefined;
  /** Identifies what the script will upload. */
  contentKey: string;
}

const OWN_LINK =
  "The upload link in the script works only for this upload and expires. The expiry date appears here after you download the script.";
const SHARED_LINK = "The script contains an upload link that all vendors share. Do not share the script.";

export function ScriptStep({ record, platform, correction, contentKey, ...position }: ScriptStepProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { confirmOpenReasons, openReasonsDialog } = useOpenReasonsDialog(record.id);
  const download = useScriptDownload(record, platform, correction);
  const [downloaded, setDownloaded] = useSessionText(`typed.${record.id}.${platform}.downloaded`);
  const { isPending, error } = download;
  const { file } = uploadScripts[platform];
  const isDone = downloaded === contentKey;
  return (
    <Step {...position} title={`Download ${file}.`} isDone={isDone}>
      {correction && <ScriptContent version={correction.version} isDone={isDone} />}
      {downloaded !== "" && !isDone && (
        <Alert severity="warning">
          You changed what to upload after you downloaded the script. Download the script again and use only
          the new one.
        </Alert>
      )}
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={correction && !correction.excludedPaths}
        onClick={() => confirmOpenReasons(() => setIsAsking(true))}
      >
        Download {file}
      </Button>
      <LinkNote downloaded={download.data} />
      <Typography variant="body2" color="textSecondary">
        To verify the script, compare the <span style={{ whiteSpace: "nowrap" }}>SHA-256</span> of everything
        below its header: <code>{hashes[file]}</code>
      </Typography>
      {openReasonsDialog}
      {isAsking && (
        <PasswordDialog
          title="Enter your password"
          label="Password"
          confirmLabel="Download"
          isPending={isPending}
          onPassword={(password) =>
            download.mutate(password, {
              onSuccess: () => {
                setIsAsking(false);
                setDownloaded(contentKey);
              },
            })
          }
          onCancel={() => {
            // The running download cannot be canceled.
            if (isPending) return;
            if (error) download.reset();
            setIsAsking(false);
          }}
        >
          <Typography sx={{ mb: 1 }}>
            Enter your password to download {file}. The script does not contain your password.
          </Typography>
          {error && <Alert severity="error">{getUserMessage(error)}</Alert>}
        </PasswordDialog>
      )}
    </Step>
  );
}

interface LinkNoteProps {
  /** Undefined before the download. */
  downloaded: ReturnType<typeof useScriptDownload>["data"];
}

function LinkNote({ downloaded }: LinkNoteProps) {
  const { sharedAccessUrl } = usePortalConfig();
  const linkNote = sharedAccessUrl ? SHARED_LINK : OWN_LINK;
  return (
    <Typography variant="body2" color="textSecondary" role="status">
      {!downloaded ? linkNote : `Downloaded as ${downloaded.savedAs}.`}
      {downloaded && downloaded.expires !== "" && (
        <>
          {" "}
          The upload link in this script expires on <Timestamp iso={downloaded.expires} />.
        </>
      )}
    </Typography>
  );
}

const ScriptContent = ({ version, isDone }: { version: number; isDone: boolean }) => (
  <Typography>
    This script {isDone ? "uploads" : "will upload"} a correction of {formatVersion(version)}. If you change
    your choice above, download the script again.
  </Typography>
);
