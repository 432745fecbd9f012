import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { Link as RouterLink } from "react-router";
import { isEditable, statusDateLabel } from "../../contract/status.ts";
import {
  findLatestNotification,
  useLatestCurrentUpload,
  useRecordNotifications,
  useCurrentFiles,
} from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { fieldNames } from "../recordName.ts";
import { placeOf, recordPath } from "../routes.ts";
import { decisionDate, visibleText } from "../ui/format.ts";
import { filePaths } from "../ui/insideModel.ts";
import { Moment } from "../ui/Moment.tsx";
import { SectionCard } from "../ui/SectionCard.tsx";
import { StatusBadge } from "../ui/status/StatusBadge.tsx";
import { VersionBadge } from "../ui/status/VersionBadge.tsx";
import { Messages } from "./messages/Messages.tsx";

const POLL_INTERVAL_MS = 15_000;

export function StatusCard({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const { status } = record.statusInfo;
  return (
    <SectionCard title="Status & Messages" aside={<StatusBadge status={status} />}>
      <StatusNote record={record} />
      {isOwn && status === "pending" && (
        <Button
          component={RouterLink}
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

function StatusNote({ record }: { record: RecordRow }) {
  const { status, timeOfLastStatusChange } = record.statusInfo;
  const { data = [] } = useRecordNotifications(record.id, POLL_INTERVAL_MS);
  const latestUpload = useLatestCurrentUpload(record.id);
  const notification = findLatestNotification(data, status);
  const date = <Moment iso={notification?.date ?? timeOfLastStatusChange} words={decisionDate} />;
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
          {notification && ` by ${visibleText(notification.username)}`}
        </strong>{" "}
        <VersionBadge version={notification?.uploadVersion} />
        {notification && <RejectionReasonText text={notification.content} recordId={record.id} />}
      </Alert>
    );
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
      {statusDateLabel(status)}{" "}
      <Moment iso={(!isEditable(status) && latestUpload?.uploaded) || timeOfLastStatusChange} />
    </Typography>
  );
}

/** Lines that start with the name of a field or file and a colon link to it. */
function RejectionReasonText({ text, recordId }: { text: string; recordId: string }) {
  const { data } = useCurrentFiles(recordId);
  const paths = useMemo(
    // Reasons contain paths as displayed, with invisible characters made visible.
    () => filePaths(data?.files ?? []).map((path) => `/${visibleText(path)}`),
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
  const field = fieldNames.get(name);
  if (field !== undefined) return placeOf.field(field);
  return paths.some((path) => path.endsWith(`/${visibleText(name)}`)) ? placeOf.file(name) : undefined;
}
