import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { Link as RouterLink } from "react-router";
import { isEditable, statusDateLabel } from "../../contract/status.ts";
import {
  latestNotification,
  useNewestUpload,
  useRecordNotifications,
  useStandingFiles,
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

const EVERY = 15_000;

/** Where the record stands, and what vendor and agency have said about it. */
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

/** What a record was returned for. A line that begins with the name of a field or a file leads to it. */
function Reason({ text, recordId }: { text: string; recordId: string }) {
  const { data } = useStandingFiles(recordId);
  const paths = useMemo(
    // Names are shown, and picked, with what would be invisible in them made visible.
    () => filePaths(data?.files ?? []).map((path) => `/${visibleText(path)}`),
    [data],
  );
  return text.split("\n").map((line, index) => {
    const [, name = "", rest = ""] = /^(.+?)(: .*|:\s*)$/.exec(line) ?? [];
    const place = name && placeNamed(name, paths);
    return (
      <Typography key={index} dir="auto" sx={{ unicodeBidi: "isolate", minHeight: "1.5em" }}>
        {place ? (
          <>
            <Link component={RouterLink} to={{ hash: place }} underline="always" color="inherit">
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

function placeNamed(name: string, paths: string[]): string | undefined {
  const field = fieldNames.get(name);
  if (field !== undefined) return placeOf.field(field);
  return paths.some((path) => path.endsWith(`/${visibleText(name)}`)) ? placeOf.file(name) : undefined;
}
