import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useEffect, useState, type Ref } from "react";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { DropZone } from "../../model-report/DropZone.tsx";
import { TextList } from "../../model-report/ModelReportView.tsx";
import type { RecordRow } from "../../providers/resources/recordRow.ts";
import { formatFileSize, formatQuantity } from "../../ui/format.ts";
import { LinkedText } from "../../ui/LinkedText.tsx";
import { SectionCard } from "../../ui/SectionCard.tsx";
import { ErrorAlert } from "../../ui/states.tsx";
import { isRunning, type BrowserUpload, type UploadPhase } from "../runs/browserUpload.ts";
import { browserUploads } from "../runs/browserUploads.ts";
import { CancelUploadDialog } from "./CancelUploadDialog.tsx";
import { PathList } from "./PathList.tsx";
import { getSendAnnouncement, SendProgress } from "./SendProgress.tsx";
import { CARD_TITLE, UPLOAD_LABELS } from "./UploadChooser.tsx";
import { useReopen } from "./useReopen.ts";
import { OpenModelError } from "../worker/openModelError.ts";
import type { ProcessingStage } from "../worker/uploadTask.ts";

interface UploadRunProps {
  upload: BrowserUpload;
  record: RecordRow;
  titleRef: Ref<HTMLElement>;
}

export function UploadRun({ upload, record, titleRef }: UploadRunProps) {
  useRefreshAfterOtherTab(upload);
  const { view, error, choose, reopen, leaveOut } = useReopen(upload, record);
  const [isCanceling, setIsCanceling] = useState(false);
  const cancelButton = (
    <Button color="error" onClick={() => setIsCanceling(true)}>
      Cancel upload
    </Button>
  );
  const errorAlert = error && <ErrorAlert title={getReopenErrorTitle(error, upload.kind)} error={error} />;
  return (
    <>
      {needsFiles(view, error) ? (
        <DropZone
          title={CARD_TITLE}
          titleRef={titleRef}
          help={`An upload of this model was interrupted. Choose the same ${upload.kind} again: the upload continues where it stopped.`}
          kinds={[upload.kind]}
          labels={UPLOAD_LABELS}
          onSelection={choose}
        >
          <Stack sx={{ ...stackStyles, mt: 2, alignItems: "flex-start" }}>
            {errorAlert}
            {cancelButton}
          </Stack>
        </DropZone>
      ) : (
        <SectionCard title={CARD_TITLE} titleRef={titleRef}>
          <Stack sx={stackStyles}>
            <span role="status" style={visuallyHidden}>
              {getSendAnnouncement(view)}
            </span>
            <RunState upload={view} />
            {errorAlert}
            <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1, "&:empty": { display: "none" } }}>
              <RunActions upload={view} onReopen={reopen} onLeaveOut={leaveOut} />
              {CANCELABLE_PHASES.includes(view.phase) && cancelButton}
            </Stack>
          </Stack>
        </SectionCard>
      )}
      {/* Outside the card, whose content changes while the upload is being canceled. */}
      {isCanceling && <CancelUploadDialog recordId={upload.recordId} onClose={() => setIsCanceling(false)} />}
    </>
  );
}

/** Error alerts have margins of their own. */
const stackStyles = { gap: 2, "& > .MuiAlert-root": { my: 0 } };

function useRefreshAfterOtherTab({ recordId, phase }: BrowserUpload) {
  useEffect(() => {
    if (phase !== "running elsewhere") return undefined;
    const controller = new AbortController();
    // Rejects when the page leaves the upload.
    browserUploads.refreshAfterOtherTab(recordId, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [recordId, phase]);
}

/** Without a handle, only the vendor can open the files again. */
const needsFiles = ({ phase, hasHandle }: BrowserUpload, error: Error | null) =>
  (phase === "interrupted" && !hasHandle) || (error instanceof OpenModelError && error.mustChoose);

const getReopenErrorTitle = (error: Error, kind: BrowserUpload["kind"]) =>
  error instanceof OpenModelError ? error.message : `The ${kind} could not be opened.`;

const PHASE_TEXTS: Partial<Record<UploadPhase, string>> = {
  queued: "Waiting until another upload of this browser has arrived.",
  preparing: "Reading the files…",
  prechecking: "The portal is checking the list of files…",
  paused: "Paused. Nothing that has arrived is sent again.",
  interrupted: "An upload of this model was interrupted. It continues where it stopped.",
  "running elsewhere": "Another tab of this browser is uploading this model.",
  "signed out": "Sign in to continue the upload.",
};

const STAGE_TEXTS: Record<ProcessingStage, string> = {
  hashing: "The portal is comparing it with what you sent.",
  checking: "The portal is checking the model.",
  extracting: "The portal is extracting the files.",
  cataloguing: "The portal is listing the files.",
  catalogued: "The portal has listed the files.",
};

const formatArrived = ({ fileCount, bytes }: BrowserUpload) =>
  `${fileCount.toLocaleString("en-US")} of ${formatQuantity(fileCount, "file")}, ${formatFileSize(bytes)}`;

function RunState({ upload }: { upload: BrowserUpload }) {
  const { phase, texts, paths, warnings, stage, waitingReason } = upload;
  return (
    <>
      {PHASE_TEXTS[phase] !== undefined && <Typography>{PHASE_TEXTS[phase]}</Typography>}
      {phase === "preparing" && (
        <LinearProgress variant="determinate" value={100 * upload.prepared} aria-label="Reading the files" />
      )}
      {(upload.unchangedFileCount ?? 0) > 0 && (
        <Typography>
          {formatQuantity(upload.unchangedFileCount!, "file")}{" "}
          {upload.unchangedFileCount === 1 ? "is" : "are"} unchanged and{" "}
          {upload.unchangedFileCount === 1 ? "is" : "are"} not sent.
        </Typography>
      )}
      {(phase === "sending" || phase === "paused") && upload.history && <SendProgress upload={upload} />}
      {waitingReason !== undefined && isRunning(upload) && <Alert severity="info">{waitingReason}</Alert>}
      {phase === "arrived" && (
        <Alert severity="info">
          <AlertTitle>Your model has arrived: {formatArrived(upload)}</AlertTitle>
          {stage ? STAGE_TEXTS[stage] : "The portal now checks it."} You can close this page.
        </Alert>
      )}
      {phase === "done" && (
        <Alert severity="success">
          <AlertTitle>The portal has stored your model: {formatArrived(upload)}</AlertTitle>
          {texts.map((text) => (
            <div key={text}>
              <LinkedText text={showInvisibleCharacters(text)} />
            </div>
          ))}
        </Alert>
      )}
      {phase === "rejected" && (
        <Alert severity="error">
          <AlertTitle>
            {upload.hasArrived
              ? "The portal rejected the model"
              : "The portal would reject this model, so nothing was sent"}
          </AlertTitle>
          <TextList texts={texts} />
        </Alert>
      )}
      {phase === "failed" && <Alert severity="error">{texts[0]}</Alert>}
      {phase === "unreadable" && (
        <Alert severity="warning">
          <AlertTitle>Some files have changed or could not be read</AlertTitle>
          <PathList
            title="Close the programs that use them, or download them first if they are stored only in the cloud. Then try again to see which of them have changed."
            paths={paths}
          />
        </Alert>
      )}
      {phase === "changed" && (
        <Alert severity="warning">
          <AlertTitle>Some files have changed since you chose them</AlertTitle>
          <PathList
            title="If you continue, the changed files replace those that have already arrived."
            paths={paths}
          />
        </Alert>
      )}
      {warnings.length > 0 && phase !== "rejected" && (
        <Alert severity="warning">
          <TextList texts={warnings} />
        </Alert>
      )}
    </>
  );
}

const CANCELABLE_PHASES: UploadPhase[] = [
  "queued",
  "preparing",
  "prechecking",
  "sending",
  "paused",
  "failed",
  "interrupted",
  "unreadable",
  "changed",
];

interface RunActionsProps {
  upload: BrowserUpload;
  onReopen: () => void;
  onLeaveOut: () => void;
}

function RunActions({ upload, onReopen, onLeaveOut }: RunActionsProps) {
  const { recordId, phase, paths, kind } = upload;
  switch (phase) {
    case "queued":
    case "preparing":
    case "prechecking":
    case "sending":
      return (
        <Button variant="outlined" onClick={() => browserUploads.pause(recordId)}>
          Pause
        </Button>
      );
    case "paused":
    case "failed":
      return (
        <Button variant="contained" onClick={() => browserUploads.resume(recordId)}>
          Resume
        </Button>
      );
    case "interrupted":
      return (
        <Button variant="contained" onClick={onReopen}>
          Resume
        </Button>
      );
    case "unreadable":
      return (
        <>
          <Button variant="contained" onClick={onReopen}>
            Try again
          </Button>
          {kind === "folder" && (
            <Button variant="outlined" onClick={onLeaveOut}>
              Upload without {formatQuantity(paths.length, "file")}
            </Button>
          )}
        </>
      );
    case "changed":
      return (
        <Button variant="contained" onClick={onReopen}>
          Continue with the changed files
        </Button>
      );
    case "done":
    case "rejected":
      return (
        <Button variant="outlined" onClick={() => browserUploads.dismiss(recordId)}>
          {phase === "done" ? "Upload another version" : "Choose again"}
        </Button>
      );
    case "arrived":
    case "signed out":
      return null;
  }
}
