import { formatQuantity } from "../../ui/format.ts";
import { TransferBar } from "../../ui/status/TransferBar.tsx";
import { formatPace } from "../../ui/status/transferProgress.ts";
import { getPercent, type BrowserUpload, type UploadPhase } from "../runs/browserUpload.ts";

export function SendProgress({ upload }: { upload: BrowserUpload }) {
  // A chosen zip is sent as one file.
  const files =
    upload.kind === "folder"
      ? `${upload.sent!.files.toLocaleString("en-US")} of ${formatQuantity(upload.fileCount, "file")}, `
      : "";
  const text = files + formatPace(upload.history!);
  return (
    <div>
      <TransferBar label="Uploading the model" percent={getPercent(upload)} text={text} />
    </div>
  );
}

const PHASE_ANNOUNCEMENTS: Partial<Record<UploadPhase, string>> = {
  paused: "The upload is paused.",
  arrived: "Your model has arrived.",
};

/** Each phase and each quarter, not every block. */
export function getSendAnnouncement(upload: BrowserUpload): string {
  if (upload.phase !== "sending") return PHASE_ANNOUNCEMENTS[upload.phase] ?? "";
  const quarters = Math.floor(getPercent(upload) / 25);
  return quarters === 0 ? "The upload has started." : `${quarters * 25}% of the model uploaded.`;
}
