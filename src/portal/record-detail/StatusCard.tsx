import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { Link as RouterLink } from "react-router";
import { isEditableStatus, statusDateLabel } from "../../contract/status.ts";
import {
  findLatestNotification,
  useLatestCurrentUpload,
  useRecordNotifications,
  useCurrentFiles,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { fieldNamesByTitle } from "../recordName.ts";
import { anchorIds, getRecordPath } from "../routes.ts";
import { formatDecisionDate, showInvisibleCharacters } from "../ui/format.ts";
import { listModelFilePaths } from "../ui/modelPaths.ts";
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
        {notification && <RejectionReasonText text={notification.content} recordId={record.id} />}
      </Alert>
    );
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
      {statusDateLabel(status)}{" "}
      <Timestamp iso={(!isEditableStatus(status) && latestUpload?.uploaded) || timeOfLastStatusChange} />
    </Typography>
  );
}

/** Lines that start with the name of a field or file and a colon link to it. */
function RejectionReasonText({ text, recordId }: { text: string; recordId: string }) {
  const { data } = useCurrentFiles(recordId);
  const paths = useMemo(
    // Reasons contain paths as displayed, with invisible characters made visible.
    () => listModelFilePaths(data?.files ?? []).map((path) => `/${showInvisibleCharacters(path)}`),
    [data],
  );
  return text.split("\n").map((line, index) => {
    const [, name = "", rest = ""] = /^(.+?)(: .*|:\s*)$/.exec(line) ?? [];
    const hashTarget = name && findHashTarget(name, paths);
    return (
      <Typography key={index} dir="auto" sx={{ unicodeBidi: "isolate", minHeight: "1.5em" }}>
        {hashTarget ? (
          <>
            <Link component={RouterLink} to={{ hash: hashTarget }} underline="always" color="inherit">
              {name}
            </Link>
            {rest}
          </>
        ) : (
          line
        )}
      </Typography>
    );
  });
}

function findHashTarget(name: string, paths: string[]): string | undefined {
  const field = fieldNamesByTitle.get(name);
  if (field !== undefined) return anchorIds.field(field);
  return paths.some((path) => path.endsWith(`/${showInvisibleCharacters(name)}`))
    ? anchorIds.file(name)
    : undefined;
}
