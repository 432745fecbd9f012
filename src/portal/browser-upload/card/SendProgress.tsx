import { formatQuantity } from "../../ui/format.ts";
import { TransferBar } from "../../ui/status/TransferBar.tsx";
import { formatPace, formatSent } from "../../ui/status/transferProgress.ts";
import { getPercent, type BrowserUpload } from "../runs/browserUpload.ts";

export function SendProgress({ upload }: { upload: BrowserUpload }) {
  // A chosen zip is sent as one file.
  const files =
    upload.kind === "folder"
      ? `${upload.sent!.files.toLocaleString("en-US")} of ${formatQuantity(upload.fileCount, "file")}, `
      : "";
  const history = upload.history!;
  const text = files + (upload.phase === "paused" ? formatSent(history.zip) : formatPace(history));
  return (
    <div>
      <TransferBar label="Uploading the model" percent={getPercent(upload)} text={text} />
    </div>
  );
}

/** The start, each quarter and a pause, not every block. Alerts announce how the upload ends. */
export function getSendAnnouncement(upload: BrowserUpload): string {
  if (upload.phase === "paused") return "The upload is paused.";
  if (upload.phase !== "sending") return "";
  const quarters = Math.floor(getPercent(upload) / 25);
  return quarters === 0 ? "The upload has started." : `${quarters * 25}% of the model uploaded.`;
}
