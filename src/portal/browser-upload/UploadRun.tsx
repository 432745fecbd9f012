import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { DropZone } from "../model-report/DropZone.tsx";
import { TextList } from "../model-report/ModelReportView.tsx";
import { listItemsOfFolder, type LocalSelection } from "../model-report/localItems.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { formatFileSize, formatQuantity } from "../ui/format.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { ErrorAlert } from "../ui/states.tsx";
import { formatPace } from "../ui/status/transferProgress.ts";
import { browserUploads, isRunning, type BrowserUpload, type UploadPhase } from "./browserUploads.ts";
import type { ChosenModel } from "./chosenModel.ts";
import { PathList } from "./PathList.tsx";
import { listChangedPaths } from "./rememberedFiles.ts";
import type { ProcessingStage } from "./uploadTask.ts";
import { CARD_TITLE, UPLOAD_LABELS } from "./UploadChooser.tsx";

interface UploadRunProps {
  upload: BrowserUpload;
  record: RecordRow;
}

export function UploadRun({ upload, record }: UploadRunProps) {
  const { recordId } = upload;
  const { reopen, openHandle, error } = useReopen(upload, record);
  if (needsFiles(upload))
    return (
      <DropZone
        title={CARD_TITLE}
        help={`An upload of this model was interrupted. Choose the same ${upload.kind} again: the upload continues where it stopped.`}
        kinds={[upload.kind]}
        labels={UPLOAD_LABELS}
        onSelection={reopen}
      >
        <Stack sx={{ mt: 2, gap: 2, alignItems: "flex-start" }}>
          {error && <ErrorAlert title={`The ${upload.kind} could not be opened.`} error={error} />}
          <CancelButton recordId={recordId} />
        </Stack>
      </DropZone>
    );
  return (
    <SectionCard title={CARD_TITLE}>
      <Stack sx={{ gap: 2 }}>
        <span role="status" style={visuallyHidden}>
          {getAnnouncement(upload)}
        </span>
        <RunState upload={upload} />
        {error && <ErrorAlert title={`The ${upload.kind} could not be opened.`} error={error} />}
        <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
          <RunActions upload={upload} onReopen={openHandle} />
        </Stack>
      </Stack>
    </SectionCard>
  );
}

/** Without a handle, only the vendor can open the files again. */
const needsFiles = ({ phase, hasHandle }: BrowserUpload) => phase === "interrupted" && !hasHandle;

/** Opens the files of an interrupted upload and compares them with those that were chosen first. */
function useReopen({ recordId, phase }: BrowserUpload, record: RecordRow) {
  const pending = useRef<ChosenModel>(undefined);
  const { mutate, error } = useMutation({
    mutationFn: async (selection: Promise<LocalSelection>) => {
      const { openChosenModel } = await import("./chosenModel.ts");
      const stored = browserUploads.getStored(recordId)!;
      const { metadataFile = new Blob(), coverageFile, correction, files, leftOutPaths } = stored;
      const chosen = await openChosenModel(
        await selection,
        { recordId, metadata: record.currentMetadata, isCorrection: correction !== undefined },
        { metadataFile, coverageFile },
      );
      const isKept = ({ path }: { path: string }) => !leftOutPaths.includes(path);
      return { chosen, changed: listChangedPaths(files.filter(isKept), chosen.files.filter(isKept)) };
    },
    onSuccess: ({ chosen, changed }) => {
      // In this phase, the vendor has already agreed to the changes.
      if (changed.length === 0 || phase === "changed") return browserUploads.resume(recordId, chosen);
      pending.current = chosen;
      browserUploads.askAboutChanges(recordId, changed);
    },
    gcTime: 0,
  });
  const openHandle = () => {
    const chosen = pending.current;
    const handle = browserUploads.getStored(recordId)?.handle;
    if (chosen) {
      pending.current = undefined;
      browserUploads.resume(recordId, chosen);
    } else if (handle) mutate(requestItems(handle));
    else browserUploads.askForFiles(recordId);
  };
  return { reopen: mutate, openHandle, error };
}

/** The browser asks the vendor once. */
async function requestItems(handle: FileSystemHandle): Promise<LocalSelection> {
  const permission = await handle.requestPermission?.({ mode: "read" });
  if (permission === "denied") throw new Error("Allow the browser to read it, then resume.");
  return listItemsOfFolder(handle);
}

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
      {phase === "sending" && <SendProgress upload={upload} />}
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
          {texts[0]}
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
          <AlertTitle>Some files could not be read</AlertTitle>
          <PathList
            title="Close the programs that use them, or download them first if they are stored only in the cloud."
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

const getPercent = ({ sent }: BrowserUpload) =>
  sent ? Math.floor((100 * sent.bytes) / Math.max(1, sent.totalBytes)) : 0;

function SendProgress({ upload }: { upload: BrowserUpload }) {
  const percent = getPercent(upload);
  // A chosen zip is sent as one file.
  const files =
    upload.kind === "folder"
      ? `${upload.sent!.files.toLocaleString("en-US")} of ${formatQuantity(upload.fileCount, "file")}, `
      : "";
  const text = files + formatPace(upload.history!);
  return (
    <div>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label="Uploading the model"
          aria-valuetext={text}
          sx={{ flexGrow: 1, height: 8, borderRadius: 4 }}
        />
        <Typography variant="body2" aria-hidden>
          {percent}%
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {text}
      </Typography>
    </div>
  );
}

/** Each phase and each quarter, not every block. */
function getAnnouncement(upload: BrowserUpload): string {
  if (upload.phase !== "sending") return upload.phase === "arrived" ? "Your model has arrived." : "";
  const quarters = Math.floor(getPercent(upload) / 25);
  return quarters === 0 ? "The upload has started." : `${quarters * 25}% of the model uploaded.`;
}

function RunActions({ upload, onReopen }: { upload: BrowserUpload; onReopen: () => void }) {
  const { recordId, phase, paths } = upload;
  const resume = () => browserUploads.resume(recordId);
  switch (phase) {
    case "queued":
    case "preparing":
    case "prechecking":
    case "sending":
      return (
        <>
          <Button variant="outlined" onClick={() => browserUploads.pause(recordId)}>
            Pause
          </Button>
          <CancelButton recordId={recordId} />
        </>
      );
    case "running elsewhere":
      return (
        <Button variant="outlined" onClick={() => void browserUploads.refresh(recordId)}>
          Check again
        </Button>
      );
    case "paused":
    case "failed":
      return (
        <>
          <Button variant="contained" onClick={resume}>
            Resume
          </Button>
          <CancelButton recordId={recordId} />
        </>
      );
    case "interrupted":
      return (
        <>
          <Button variant="contained" onClick={onReopen}>
            Resume
          </Button>
          <CancelButton recordId={recordId} />
        </>
      );
    case "unreadable":
      return (
        <>
          <Button variant="contained" onClick={onReopen}>
            Try again
          </Button>
          <Button variant="outlined" onClick={() => browserUploads.leaveOut(recordId)}>
            Upload without {formatQuantity(paths.length, "file")}
          </Button>
          <CancelButton recordId={recordId} />
        </>
      );
    case "changed":
      return (
        <>
          <Button variant="contained" onClick={onReopen}>
            Continue with the changed files
          </Button>
          <CancelButton recordId={recordId} />
        </>
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

function CancelButton({ recordId }: { recordId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({ mutationFn: () => browserUploads.cancel(recordId) });
  return (
    <>
      <Button color="error" onClick={() => setIsAsking(true)}>
        Cancel upload
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this upload?"
          cancelLabel="Keep uploading"
          onCancel={() => setIsAsking(false)}
          confirmLabel="Cancel upload"
          isDestructive
          isPending={isPending}
          onConfirm={() => mutate(undefined, { onSuccess: () => setIsAsking(false) })}
        >
          What has arrived of this upload is deleted. Your files do not change.
          {error && <ErrorAlert title="The upload could not be canceled." error={error} />}
        </ConfirmDialog>
      )}
    </>
  );
}
