import ErrorIcon from "@mui/icons-material/ErrorOutlined";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import type { Notification, UploadProgress } from "../../../contract/generated/entities.ts";
import { Timestamp } from "../Timestamp.tsx";
import {
  CHECK_SENDER,
  WAITING_FOR_SCRIPT,
  isSending,
  formatTransferProgress,
  getPercentSent,
  stalledFor,
  updateTransferHistory,
  type ZipTransfer,
  type TransferHistory,
} from "./transferProgress.ts";
import { Timeline, type TimelineStep } from "./Timeline.tsx";
import { TransferBar } from "./TransferBar.tsx";
import { capitalize } from "../format.ts";

const UPLOAD_STAGES = ["sent", "received", "checked", "extracted", "catalogued"] as const;

interface UploadStagesProps {
  progress: UploadProgress;
  fetchedAt: number;
  /** The page shows elsewhere how much of the zip has been sent. */
  isTransferShown?: boolean;
}

export function UploadStages({ progress, fetchedAt, isTransferShown = false }: UploadStagesProps) {
  const isTransferring = isSending(progress);
  const steps = UPLOAD_STAGES.map((stage): TimelineStep => {
    const time = progress[stage] ?? undefined;
    const label = capitalize(stage);
    if (stage === "sent" && isTransferring) return { label, state: "current" };
    return { label, time, state: time === undefined ? "upcoming" : "done" };
  });
  return (
    <>
      {isTransferring && !isTransferShown && <TransferProgress zip={progress} checkedAt={fetchedAt} />}
      <Box role="status" aria-label="Upload progress">
        <Timeline label="Stages" steps={steps} />
        {progress.failed && (
          <Typography variant="body2" sx={{ mt: 1.5, display: "flex", gap: 1 }}>
            <ErrorIcon color="error" fontSize="small" aria-hidden />
            <span>
              Stopped on <Timestamp iso={progress.failed} />
              {progress.fault ? `: ${progress.fault}` : "."}
            </span>
          </Typography>
        )}
      </Box>
    </>
  );
}

function TransferProgress({ zip, checkedAt }: { zip: ZipTransfer; checkedAt: number }) {
  const [history, setHistory] = useState(() => updateTransferHistory(undefined, zip, checkedAt));
  if (history.checkedAt !== checkedAt) setHistory(updateTransferHistory(history, zip, checkedAt));
  return (
    <Box sx={{ mb: 2.5 }}>
      <TransferBar
        label="Uploading the zip"
        percent={getPercentSent(history.zip)}
        text={formatTransferProgress(history)}
      />
      <span role="status" style={visuallyHidden}>
        {getAnnouncement(history)}
      </span>
    </Box>
  );
}

/** Announces each quarter and a stall, not every poll. */
function getAnnouncement(history: TransferHistory): string {
  const percent = getPercentSent(history.zip) ?? 0;
  if (percent === 100) return `100% of the zip uploaded. ${WAITING_FOR_SCRIPT}`;
  if (stalledFor(history) !== undefined) return `The upload has stalled. ${CHECK_SENDER}`;
  const quarters = Math.floor(percent / 25);
  return quarters === 0 ? "" : `${quarters * 25}% of the zip uploaded.`;
}

export function UploadErrorAlert({
  fault: notification,
  viewPath,
}: {
  fault: Notification;
  viewPath: string;
}) {
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      <AlertTitle>
        The upload of <Timestamp iso={notification.date} /> could not be accepted
      </AlertTitle>
      <span style={{ whiteSpace: "pre-line" }}>{notification.content}</span>{" "}
      <Link component={RouterLink} to={viewPath} underline="always" color="inherit">
        Read the messages about this upload
      </Link>
    </Alert>
  );
}
