import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Platform } from "../../../contract/shellQuote.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { longDate } from "../../ui/longDate.ts";
import { PasswordPrompt } from "./PasswordPrompt.tsx";
import { uploadScripts } from "./uploadScripts.ts";
import { useScriptDownload } from "./useScriptDownload.ts";

interface ScriptDownloadProps {
  record: RecordRow;
  platform: Platform;
}

/** The button that gives the upload script for the password, and until when the script serves. */
export function ScriptDownload({ record, platform }: ScriptDownloadProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, data: expires } = useScriptDownload(record, platform);
  const { file } = uploadScripts[platform];
  return (
    <>
      <Button variant="outlined" startIcon={<DownloadIcon />} onClick={() => setIsAsking(true)}>
        Download {file}
      </Button>
      <Typography variant="body2" color="textSecondary" role="status">
        {expires
          ? `The upload link in this script expires on ${longDate(expires)}.`
          : "The upload link in the script is for this upload alone and expires; its end is shown here after the download."}
      </Typography>
      {isAsking && (
        <PasswordPrompt
          file={file}
          isChecking={isPending}
          onPassword={(password) => mutate(password, { onSuccess: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
