import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { statusDateLabel } from "../../contract/status.ts";
import { latestNotification } from "../providers/latestNotification.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { useRecordNotifications } from "../providers/useRecordNotifications.ts";
import { decisionDate } from "../ui/decisionDate.ts";
import { longDate } from "../ui/longDate.ts";
import { visibleText } from "../ui/visibleText.ts";

/** Since when the record stands where it does; for a decision who made it, when and why. */
export function StatusNote({ record }: { record: RecordRow }) {
  const { status, timeOfLastStatusChange } = record.statusInfo;
  const { data = [] } = useRecordNotifications(record.id, EVERY);
  const word = latestNotification(data, status);
  const date = decisionDate(word?.date ?? timeOfLastStatusChange);
  if (status === "accepted")
    return (
      <Alert severity="success" sx={{ mb: 2 }}>
        Accepted on {date}
      </Alert>
    );
  if (status === "rejected")
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        <strong>
          Rejected on {date}
          {word && ` by ${visibleText(word.username)}`}
        </strong>
        {word && (
          <Typography dir="auto" sx={{ whiteSpace: "pre-line", unicodeBidi: "isolate" }}>
            {word.content}
          </Typography>
        )}
      </Alert>
    );
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
      {statusDateLabel(status)} {longDate(timeOfLastStatusChange)}
    </Typography>
  );
}

const EVERY = 15_000;
