import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { isEditableStatus, statusDateLabel } from "../../contract/status.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import {
  findLatestNotification,
  useLatestCurrentUpload,
  useRecordNotifications,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { getRecordPath } from "../routes.ts";
import { formatDecisionDate } from "../ui/format.ts";
import { Timestamp } from "../ui/Timestamp.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { VersionBadge } from "../ui/status/VersionBadge.tsx";
import { Messages } from "./messages/Messages.tsx";

const POLL_INTERVAL_MS = 15_000;

export function StatusCard({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const { status } = record.statusInfo;
  return (
    <SectionCard title="Status & Messages" titleAside={<StatusBadge status={status} />}>
      <StatusSummary record={record} />
      {isOwn && status === "pending" && (
        <Button
          component={RouterLink}
          to={getRecordPath("instructions", record.id)}
          variant="outlined"
          size="small"
          sx={{ mb: 2 }}
        >
          Upload instructions
        </Button>
      )}
      <Messages recordId={record.id} isOwn={isOwn} />
    </SectionCard>
  );
}

function StatusSummary({ record }: { record: RecordRow }) {
  const { status, timeOfLastStatusChange } = record.statusInfo;
  const { data = [] } = useRecordNotifications(record.id, POLL_INTERVAL_MS);
  const latestUpload = useLatestCurrentUpload(record.id);
  const notification = findLatestNotification(data, status);
  const date = (
    <Timestamp iso={notification?.date ?? timeOfLastStatusChange} formatTime={formatDecisionDate} />
  );
  if (status === "accepted")
    return (
      <Alert severity="success" sx={{ mb: 2 }}>
        <span>Accepted on {date}</span> <VersionBadge version={notification?.uploadVersion} />
        {notification?.note && (
          <Typography dir="auto" sx={textStyles}>
            Note for the agency: {notification.note}
          </Typography>
        )}
      </Alert>
    );
  if (status === "rejected")
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        <strong>
          Rejected on {date}
          {notification && ` by ${showInvisibleCharacters(notification.username)}`}
        </strong>{" "}
        <VersionBadge version={notification?.uploadVersion} />
        {notification && (
          <Typography dir="auto" sx={textStyles}>
            {notification.content}
          </Typography>
        )}
      </Alert>
    );
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
      {statusDateLabel(status)}{" "}
      <Timestamp iso={(!isEditableStatus(status) && latestUpload?.uploaded) || timeOfLastStatusChange} />
    </Typography>
  );
}

const textStyles = { whiteSpace: "pre-line", unicodeBidi: "isolate", overflowWrap: "anywhere" };
