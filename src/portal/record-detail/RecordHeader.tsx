import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useGetList } from "react-admin";
import { Link as RouterLink } from "react-router";
import type {
  HistoryEntry,
  Notification,
  Upload,
  UploadProgress,
} from "../../contract/generated/entities.ts";
import { allowsNewVersion } from "../../contract/status.ts";
import { getHistoryEntryAuthor } from "../providers/historyEntryAuthor.ts";
import {
  isFromEarlierUpload,
  isUploadRunning,
  findLatestNotification,
  findLatestUploadError,
  latestCurrentUpload,
  useHistory,
  useRecordNotifications,
  useRecordUploads,
  useUploadProgress,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import { NO_PAGINATION } from "../providers/vendorHttpClient.ts";
import { getRecordText } from "../ui/recordName.ts";
import { getRecordPath } from "../routes.ts";
import { PHONE } from "../theme.ts";
import { formatFileSize, truncateText } from "../ui/format.ts";
import { isSending } from "../ui/status/transferProgress.ts";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { Timeline, type TimelineStep } from "../ui/status/Timeline.tsx";
import { VersionBadge } from "../ui/status/VersionBadge.tsx";
import { mapVersionNumbers } from "./UploadList.tsx";

export const PROGRESS_POLL_INTERVAL_MS = 20_000;

interface RecordHeaderProps {
  record: RecordRow;
  isOwn: boolean;
}

export function RecordHeader({ record, isOwn }: RecordHeaderProps) {
  const history = useHistory(record.id);
  const created = useCreatedEntry(record.id, history);
  const { data: notifications = [] } = useRecordNotifications(record.id);
  const { data: progress } = useUploadProgress(record.id, PROGRESS_POLL_INTERVAL_MS);
  const isReopened = isFromEarlierUpload(record.statusInfo, progress);
  const uploads = useRecordUploads(record.id).data ?? [];
  const identifier = getRecordText(record.currentMetadata, "identifier");
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "center", mb: 2.5 }}>
        <Box sx={{ [PHONE]: { display: "none" } }}>
          <StatusBadge status={record.statusInfo.status} />
        </Box>
        {identifier && <Typography color="textSecondary">{`Model ${identifier}`}</Typography>}
        <Typography color="textSecondary">{`Record ${record.id}`}</Typography>
        {record.previousRecordId !== undefined && (
          <RecordLink
            id={record.previousRecordId}
          >{`New version of record ${record.previousRecordId}`}</RecordLink>
        )}
        {isOwn && allowsNewVersion(record.statusInfo.status) && <NewVersionLinks recordId={record.id} />}
      </Box>
      <Timeline
        label="Record timeline"
        steps={buildTimelineSteps(record, {
          created,
          saved: history.data?.[0],
          notifications,
          uploads: isReopened ? [] : uploads,
          progress: isReopened ? null : (progress ?? null),
        })}
      />
    </Paper>
  );
}

/** The vendor's records that are a new version of this one. */
function NewVersionLinks({ recordId }: { recordId: string }) {
  const { data: records = [] } = useGetList<RecordRow>("records", NO_PAGINATION);
  return records
    .filter(({ previousRecordId }) => previousRecordId === recordId)
    .map(({ id }) => <RecordLink key={id} id={id}>{`Newer version: record ${id}`}</RecordLink>);
}

const RecordLink = ({ id, children }: { id: string; children: string }) => (
  <Link component={RouterLink} to={getRecordPath("view", id)}>
    {children}
  </Link>
);

/** The record's first history entry, which may be on a page that is not loaded. */
function useCreatedEntry(recordId: string, { data, hasNextPage }: ReturnType<typeof useHistory>) {
  const { data: first } = useVendorQuery(
    ["history", recordId, "first"],
    (dataProvider) => dataProvider.listHistory(recordId, { first: "true" }),
    { enabled: hasNextPage, staleTime: Infinity },
  );
  return (hasNextPage ? first : data)?.at(-1);
}

interface RecordEvents {
  created: HistoryEntry | undefined;
  saved: HistoryEntry | undefined;
  notifications: Notification[];
  /** Newest first. */
  uploads: Upload[];
  progress: UploadProgress | null;
}

export function buildTimelineSteps(record: RecordRow, events: RecordEvents): TimelineStep[] {
  const { statusInfo } = record;
  const { status } = statusInfo;
  const getSaveTimeAndUser = (entry: HistoryEntry | undefined) =>
    entry && getTimeAndUser(getHistoryEntryAuthor(entry));
  return [
    { label: "Created", state: "done", ...getSaveTimeAndUser(events.created) },
    { label: "Saved", state: "done", ...getSaveTimeAndUser(events.saved) },
    ...buildRequestedStep(record, events),
    buildUploadedStep(status === "in progress", events),
    buildCheckedStep(status === "in progress", events),
    buildPendingStep(statusInfo, events),
    buildDecidedStep(statusInfo, events),
  ];
}

function buildRequestedStep(
  { changesRequested }: RecordRow,
  { notifications }: RecordEvents,
): TimelineStep[] {
  const request = findLatestNotification(notifications, "rejected");
  if (!changesRequested || !request) return [];
  const note = <VersionBadge version={request.uploadVersion} />;
  return [{ label: "Changes requested", state: "error", note, ...getTimeAndUser(request) }];
}

function buildUploadedStep(isInProgress: boolean, { uploads, progress }: RecordEvents): TimelineStep {
  const latest = latestCurrentUpload(uploads);
  const version = latest && mapVersionNumbers(uploads).get(latest.uploadBatchId);
  if (latest)
    return {
      label: "Uploaded",
      state: "done",
      ...getTimeAndUser({ date: latest.uploaded, username: latest.username }),
      note: (
        <>
          <VersionBadge version={version} /> {latest.size !== undefined && formatFileSize(latest.size)}
        </>
      ),
    };
  const arrived = progress?.received ?? progress?.sent ?? undefined;
  if (arrived) return { label: "Uploaded", state: "done", time: arrived };
  if (isSending(progress)) return { label: "Uploaded", state: "current", note: "uploading" };
  return { label: "Uploaded", state: isInProgress ? "current" : "done" };
}

/** The messages show the full error. */
const MAX_ERROR_LENGTH = 80;

function buildCheckedStep(
  isInProgress: boolean,
  { notifications, uploads, progress }: RecordEvents,
): TimelineStep {
  const label = "Checked";
  // The progress describes the newest upload. For another current upload, the time of its check is unknown.
  const isOfOtherUpload = latestCurrentUpload(uploads)?.uploadBatchId !== progress?.uploadBatchId;
  if (!isInProgress)
    return { label, state: "done", time: (!isOfOtherUpload && progress?.checked) || undefined };
  const isRunning: boolean = isUploadRunning(progress);
  if (isRunning && !isSending(progress)) return { label, state: "current", note: "processing" };
  const uploadError = findLatestUploadError(notifications);
  const time = progress?.failed ?? uploadError?.date;
  const errorText = progress?.fault ?? uploadError?.content;
  if (time)
    return { label, state: "error", time, note: errorText && truncateText(errorText, MAX_ERROR_LENGTH) };
  return { label, state: uploads.length > 0 ? "current" : "upcoming" };
}

function buildPendingStep(
  { status, timeOfLastStatusChange }: RecordRow["statusInfo"],
  events: RecordEvents,
): TimelineStep {
  const label = "Pending";
  if (status === "in progress") return { label, state: "upcoming" };
  const time = findPendingNotification(events)?.date;
  if (status === "pending") return { label, state: "current", time: time ?? timeOfLastStatusChange };
  return { label, state: "done", time };
}

function findPendingNotification({ notifications, uploads }: RecordEvents): Notification | undefined {
  const currentVersion = latestCurrentUpload(uploads)?.uploadVersion ?? undefined;
  const isOfCurrentVersion = ({ uploadVersion }: Notification) =>
    (uploadVersion ?? undefined) === currentVersion;
  return findLatestNotification(notifications.filter(isOfCurrentVersion), "pending");
}

function buildDecidedStep(
  { status, timeOfLastStatusChange }: RecordRow["statusInfo"],
  events: RecordEvents,
): TimelineStep {
  if (status === "in progress" || status === "pending") return { label: "Decided", state: "upcoming" };
  const notification = findLatestNotification(events.notifications, status);
  const timeAndUser = notification
    ? { ...getTimeAndUser(notification), note: <VersionBadge version={notification.uploadVersion} /> }
    : { time: timeOfLastStatusChange };
  return status === "accepted"
    ? { label: "Accepted", state: "done", ...timeAndUser }
    : { label: "Rejected", state: "error", ...timeAndUser };
}

const getTimeAndUser = ({ date, username }: { date: string; username: string }) => ({
  time: date || undefined,
  username: username || undefined,
});
