import ErrorIcon from "@mui/icons-material/ErrorOutlined";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import type { Notification, UploadProgress } from "../../../contract/generated/entities.ts";
import { Moment } from "../Moment.tsx";
import {
  isBeingSent,
  paceWords,
  percentOf,
  standstillOf,
  watchOn,
  type SendingZip,
  type Watch,
} from "./sendingPace.ts";
import { Timeline, type TimelineStep } from "./Timeline.tsx";

const STAGES = ["sent", "received", "checked", "extracted", "catalogued"] as const;

interface UploadStagesProps {
  progress: UploadProgress;
  /** When that was so, in milliseconds. */
  lookedAt: number;
}

/**
 * How far an upload has come: how much of it has arrived while it is being sent, each stage with its time, and the fault
 * that ended it. Stages are announced.
 */
export function UploadStages({ progress, lookedAt }: UploadStagesProps) {
  const isSending = isBeingSent(progress);
  const steps = STAGES.map((stage): TimelineStep => {
    const time = progress[stage] ?? undefined;
    const label = stage.charAt(0).toUpperCase() + stage.slice(1);
    if (stage === "sent" && isSending) return { label, state: "current" };
    return { label, time, state: time === undefined ? "ahead" : "done" };
  });
  return (
    <>
      {isSending && <SendingProgress zip={progress} lookedAt={lookedAt} />}
      <Box role="status" aria-label="Upload progress">
        <Timeline label="Stages" steps={steps} />
        {progress.failed && (
          <Typography variant="body2" sx={{ mt: 1.5, display: "flex", gap: 1 }}>
            <ErrorIcon color="error" fontSize="small" aria-hidden />
            <span>
              Stopped on <Moment iso={progress.failed} />
              {progress.fault ? `: ${progress.fault}` : "."}
            </span>
          </Typography>
        )}
      </Box>
    </>
  );
}

/** A zip on its way: how much of it has arrived, at what rate, and how long the rest will take. */
function SendingProgress({ zip, lookedAt }: { zip: SendingZip; lookedAt: number }) {
  const [watch, setWatch] = useState(() => watchOn(undefined, zip, lookedAt));
  if (watch.lookedAt !== lookedAt) setWatch(watchOn(watch, zip, lookedAt));
  const percent = percentOf(watch.zip);
  const words = paceWords(watch);
  return (
    <Box sx={{ mb: 2.5 }}>
      {percent !== undefined && (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
          <LinearProgress
            variant="determinate"
            value={percent}
            aria-label="The zip is being sent"
            aria-valuetext={words}
            sx={{ flexGrow: 1, height: 8, borderRadius: 4 }}
          />
          <Typography variant="body2" aria-hidden>
            {percent}%
          </Typography>
        </Box>
      )}
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {words}
      </Typography>
      <span role="status" style={visuallyHidden}>
        {newsOf(watch)}
      </span>
    </Box>
  );
}

/** What is announced: each quarter and a standstill, and not every look. */
function newsOf(watch: Watch): string {
  if (standstillOf(watch) !== undefined) return "Nothing new arrives of the zip.";
  const quarters = Math.floor((percentOf(watch.zip) ?? 0) / 25);
  return quarters === 0 ? "" : `${quarters * 25}% of the zip has arrived.`;
}

/** Says what was wrong with the newest upload, with the way to the record's thread. */
export function UploadFault({ fault, viewPath }: { fault: Notification; viewPath: string }) {
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      <AlertTitle>
        The upload of <Moment iso={fault.date} /> could not be accepted
      </AlertTitle>
      <span style={{ whiteSpace: "pre-line" }}>{fault.content}</span>{" "}
      <Link component={RouterLink} to={viewPath} underline="always" color="inherit">
        See the record and its messages
      </Link>
    </Alert>
  );
}
