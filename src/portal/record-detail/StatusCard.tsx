import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { isEditable, statusDateLabel } from "../../contract/status.ts";
import { latestNotification, useNewestUpload, useRecordNotifications } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { recordPath } from "../routes.ts";
import { decisionDate, visibleText } from "../ui/format.ts";
import { Moment } from "../ui/Moment.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { VersionBadge } from "../ui/status/VersionBadge.tsx";
import { Messages } from "./messages/Messages.tsx";
import { Reason } from "./Reason.tsx";

const EVERY = 15_000;

/** Where the record stands, and what vendor and agency have said about it. */
export function StatusCard({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const { status } = record.statusInfo;
  return (
    <SectionCard title="Status & Messages" aside={<StatusBadge status={status} />}>
      <StatusNote record={record} />
      {isOwn && status === "pending" && (
        <Button
          component={Link}
          to={recordPath("instructions", record.id)}
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

/** Since when the record stands where it does; for a decision who made it, when and why. */
function StatusNote({ record }: { record: RecordRow }) {
  const { status, timeOfLastStatusChange } = record.statusInfo;
  const { data = [] } = useRecordNotifications(record.id, EVERY);
  const newest = useNewestUpload(record.id);
  const word = latestNotification(data, status);
  const date = <Moment iso={word?.date ?? timeOfLastStatusChange} words={decisionDate} />;
  if (status === "accepted")
    return (
      <Alert severity="success" sx={{ mb: 2 }}>
        <span>Accepted on {date}</span> <VersionBadge version={word?.uploadVersion} />
      </Alert>
    );
  if (status === "rejected")
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        <strong>
          Rejected on {date}
          {word && ` by ${visibleText(word.username)}`}
        </strong>{" "}
        <VersionBadge version={word?.uploadVersion} />
        {word && <Reason text={word.content} recordId={record.id} />}
      </Alert>
    );
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
      {statusDateLabel(status)}{" "}
      <Moment iso={(!isEditable(status) && newest?.uploaded) || timeOfLastStatusChange} />
    </Typography>
  );
}
