import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { Link } from "react-router";
import { isEditable, isUploadable } from "../../contract/status.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { recordPath } from "../routes.ts";
import { StatusBadge } from "../ui/StatusBadge.tsx";
import { DetailCard } from "./DetailCard.tsx";
import { Messages } from "./Messages.tsx";
import { StatusNote } from "./StatusNote.tsx";

/** Where the record stands, and what vendor and agency have said about it. */
export function StatusCard({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const { status } = record.statusInfo;
  return (
    <DetailCard title="Status & Messages" aside={<StatusBadge status={status} />}>
      <StatusNote record={record} />
      {isOwn && isUploadable(status) && (
        <Stack direction="row" sx={{ gap: 1, mb: 2, flexWrap: "wrap" }}>
          {isEditable(status) && (
            <Button component={Link} to={recordPath("form", record.id)} variant="outlined" size="small">
              Edit
            </Button>
          )}
          <Button component={Link} to={recordPath("instructions", record.id)} variant="outlined" size="small">
            Upload instructions
          </Button>
        </Stack>
      )}
      <Messages recordId={record.id} isOwn={isOwn} />
    </DetailCard>
  );
}
