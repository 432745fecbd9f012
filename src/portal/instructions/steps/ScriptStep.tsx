import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Platform } from "../../../contract/uploads/shellQuote.ts";
import hashes from "../../../contract/uploadScriptHashes.json";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { Moment } from "../../ui/Moment.tsx";
import { PasswordQuestion } from "../../ui/Question.tsx";
import { problemWords } from "../../ui/states.tsx";
import { versionName } from "../../ui/status/VersionBadge.tsx";
import { usePortalConfig } from "../../usePortalConfig.ts";
import { uploadScripts, useScriptDownload } from "../downloads.ts";
import type { ChosenCorrection } from "../useCorrection.ts";
import { Step, useKeptText, type StepPlace } from "./Step.tsx";

interface ScriptStepProps extends StepPlace {
  record: RecordRow;
  platform: Platform;
  correction: ChosenCorrection | undefined;
  /** A short name of what is to be sent. */
  choice: string;
}

const OWN_LINK =
  "The upload link in the script is for this upload alone and expires; its end is shown here after the download.";
const SHARED_LINK =
  "The script holds this portal's upload link, which all vendors share. Do not pass the script on.";

/** The button that gives the upload script for the password, and until when the script serves. */
export function ScriptStep({ record, platform, correction, choice, ...place }: ScriptStepProps) {
  const [isAsking, setIsAsking] = useState(false);
  const download = useScriptDownload(record, platform, correction);
  const [downloaded, setDownloaded] = useKeptText(`typed.${record.id}.${platform}.downloaded`);
  const { isPending, error } = download;
  const { file } = uploadScripts[platform];
  const isDone = downloaded === choice;
  return (
    <Step {...place} title={`Download ${file}.`} isDone={isDone}>
      {correction && <WhatIsSent version={correction.version} isDone={isDone} />}
      {downloaded !== "" && !isDone && (
        <Alert severity="warning">
          The script you downloaded last does not send what is chosen now: download it again, and use that
          script, not an earlier one.
        </Alert>
      )}
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={correction && !correction.leftOut}
        onClick={() => setIsAsking(true)}
      >
        Download {file}
      </Button>
      <LinkNote expires={download.data} file={file} />
      <Typography variant="body2" color="textSecondary">
        Behind its first lines, every copy of the script is the same. The{" "}
        <span style={{ whiteSpace: "nowrap" }}>SHA-256</span> of that part is <code>{hashes[file]}</code>.
      </Typography>
      {isAsking && (
        <PasswordQuestion
          title="Enter your password"
          label="Password"
          confirm="Download"
          isPending={isPending}
          onPassword={(password) =>
            download.mutate(password, {
              onSuccess: () => {
                setIsAsking(false);
                setDownloaded(choice);
              },
            })
          }
          onCancel={() => {
            // What is on its way arrives: closing the question would not call it back.
            if (isPending) return;
            if (error) download.reset();
            setIsAsking(false);
          }}
        >
          <Typography sx={{ mb: 1 }}>
            Your password is checked once more before {file} is downloaded. It does not become part of the
            script.
          </Typography>
          {error && <Alert severity="error">{problemWords(error)}</Alert>}
        </PasswordQuestion>
      )}
    </Step>
  );
}

/**
 * What the script holds and, once it was downloaded, until when it serves.
 *
 * @param expires when the link of the script that was downloaded ends; empty where nothing says so
 */
function LinkNote({ expires, file }: { expires: string | undefined; file: string }) {
  const { sharedAccessUrl } = usePortalConfig();
  const held = sharedAccessUrl ? SHARED_LINK : OWN_LINK;
  return (
    <Typography variant="body2" color="textSecondary" role="status">
      {expires === undefined && held}
      {expires === "" && `${file} has been downloaded.`}
      {expires && (
        <>
          The upload link in this script expires on <Moment iso={expires} />.
        </>
      )}
    </Typography>
  );
}

const WhatIsSent = ({ version, isDone }: { version: number; isDone: boolean }) => (
  <Typography>
    {isDone ? "This script sends" : "Download the script for"} a correction of {versionName(version)}, as
    chosen above; for another choice, download another script.
  </Typography>
);
