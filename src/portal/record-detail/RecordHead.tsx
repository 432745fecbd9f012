import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type {
  HistoryEntry,
  Notification,
  Upload,
  UploadProgress,
} from "../../contract/generated/entities.ts";
import { authorOf } from "../providers/authorOf.ts";
import {
  isOfEarlierUpload,
  isUnderWay,
  latestNotification,
  latestUploadFault,
  newestStanding,
  NOT_TOLD,
  useHistory,
  useRecordNotifications,
  useRecordUploads,
  useUploadProgress,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useAnswer } from "../providers/useAnswer.ts";
import { textWith } from "../recordName.ts";
import { fileSize } from "../ui/format.ts";
import { isBeingSent } from "../ui/status/sendingPace.ts";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { Timeline, type TimelineStep } from "../ui/status/Timeline.tsx";
import { VersionBadge } from "../ui/status/VersionBadge.tsx";
import { beginningOf } from "./MetadataValue.tsx";
import { versionNumbers } from "./Versions.tsx";

/** Milliseconds between two looks for a new upload. */
export const PROGRESS_EVERY = 20_000;

/** What a record is and where it stands: its identifier, its status, and the way it has come. */
export function RecordHead({ record }: { record: RecordRow }) {
  const history = useHistory(record.id);
  const created = useCreation(record.id, history);
  const { data: notifications = [] } = useRecordNotifications(record.id);
  const { data: progress } = useUploadProgress(record.id, PROGRESS_EVERY);
  const isReopened = isOfEarlierUpload(record.statusInfo, progress);
  const uploads = useRecordUploads(record.id).data ?? [];
  const identifier = textWith(record.currentMetadata, "identifier");
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "center", mb: 2.5 }}>
        <StatusBadge status={record.statusInfo.status} />
        {identifier && <Typography color="textSecondary">{`Model ${identifier}`}</Typography>}
        <Typography color="textSecondary">{`Record ${record.id}`}</Typography>
      </Box>
      <Timeline
        label="Way of the record"
        steps={recordSteps(record, {
          created,
          saved: history.data?.[0],
          notifications,
          uploads: isReopened ? [] : uploads,
          progress: isReopened || progress === NOT_TOLD ? null : (progress ?? null),
        })}
      />
    </Paper>
  );
}

/** The version a record was created with, also where it stands on a page that was not asked for. */
function useCreation(recordId: string, { data, hasNextPage }: ReturnType<typeof useHistory>) {
  const { data: first } = useAnswer(
    ["history", recordId, "first"],
    (dataProvider) => dataProvider.recordHistory(recordId, { first: "true" }),
    { enabled: hasNextPage, staleTime: Infinity },
  );
  return (hasNextPage ? first : data)?.at(-1);
}

interface Told {
  /** The versions it was created and saved last with. */
  created: HistoryEntry | undefined;
  saved: HistoryEntry | undefined;
  notifications: Notification[];
  /** The newest first. */
  uploads: Upload[];
  progress: UploadProgress | null;
}

/** The six steps from a record's first save to the agency's decision, as far as they are known. */
export function recordSteps({ statusInfo }: RecordRow, told: Told): TimelineStep[] {
  const { status } = statusInfo;
  const stampOfSave = (entry: HistoryEntry | undefined) => entry && stampOf(authorOf(entry));
  return [
    { label: "Created", state: "done", ...stampOfSave(told.created) },
    { label: "Saved", state: "done", ...stampOfSave(told.saved) },
    uploadedStep(status === "in progress", told),
    checkedStep(status === "in progress", told),
    pendingStep(statusInfo, told),
    decidedStep(statusInfo, told),
  ];
}

function uploadedStep(isInProgress: boolean, { uploads, progress }: Told): TimelineStep {
  const newest = newestStanding(uploads);
  const version = newest && versionNumbers(uploads).get(newest.uploadBatchId);
  if (newest)
    return {
      label: "Uploaded",
      state: "done",
      ...stampOf({ date: newest.uploaded, username: newest.username }),
      note: (
        <>
          <VersionBadge version={version} /> {newest.size !== undefined && fileSize(newest.size)}
        </>
      ),
    };
  const arrived = progress?.received ?? progress?.sent ?? undefined;
  if (arrived) return { label: "Uploaded", state: "done", time: arrived };
  if (isBeingSent(progress)) return { label: "Uploaded", state: "current", note: "being sent" };
  return { label: "Uploaded", state: isInProgress ? "current" : "done" };
}

/** What was wrong is told in full in the thread; here its beginning. */
const FAULT_LENGTH = 80;

function checkedStep(isInProgress: boolean, { notifications, uploads, progress }: Told): TimelineStep {
  const label = "Checked";
  // The progress is of the upload that came last; where another stands, when that was checked is not told.
  const isOfAnother = newestStanding(uploads)?.uploadBatchId !== progress?.uploadBatchId;
  if (!isInProgress) return { label, state: "done", time: (!isOfAnother && progress?.checked) || undefined };
  const isWorkedOn: boolean = isUnderWay(progress);
  if (isWorkedOn && !isBeingSent(progress)) return { label, state: "current", note: "being worked on" };
  const fault = latestUploadFault(notifications);
  const time = progress?.failed ?? fault?.date;
  const words = progress?.fault ?? fault?.content;
  if (time) return { label, state: "fault", time, note: words && beginningOf(words, FAULT_LENGTH) };
  return { label, state: uploads.length > 0 ? "current" : "ahead" };
}

function pendingStep({ status, timeOfLastStatusChange }: RecordRow["statusInfo"], told: Told): TimelineStep {
  const label = "Pending";
  if (status === "in progress") return { label, state: "ahead" };
  const time = wordOfPending(told)?.date;
  if (status === "pending") return { label, state: "current", time: time ?? timeOfLastStatusChange };
  return { label, state: "done", time };
}

/** What was said when the version that stands became pending. */
function wordOfPending({ notifications, uploads }: Told): Notification | undefined {
  const standing = newestStanding(uploads)?.uploadVersion ?? undefined;
  const isOfIt = ({ uploadVersion }: Notification) => (uploadVersion ?? undefined) === standing;
  return latestNotification(notifications.filter(isOfIt), "pending");
}

function decidedStep({ status, timeOfLastStatusChange }: RecordRow["statusInfo"], told: Told): TimelineStep {
  if (status === "in progress" || status === "pending") return { label: "Decided", state: "ahead" };
  const word = latestNotification(told.notifications, status);
  const stamp = word
    ? { ...stampOf(word), note: <VersionBadge version={word.uploadVersion} /> }
    : { time: timeOfLastStatusChange };
  return status === "accepted"
    ? { label: "Accepted", state: "done", ...stamp }
    : { label: "Rejected", state: "fault", ...stamp };
}

const stampOf = ({ date, username }: { date: string; username: string }) => ({
  time: date || undefined,
  person: username || undefined,
});
