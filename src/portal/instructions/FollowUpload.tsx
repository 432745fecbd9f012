import Alert from "@mui/material/Alert";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { statusLabel } from "../../contract/status.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { NOT_TOLD, useUploadProgress } from "../providers/useUploadProgress.ts";
import { recordPath } from "../routes.ts";
import { UploadStages } from "../ui/status/UploadStages.tsx";

/** What has become of the upload so far, while the page stays open. Nothing where the services do not tell. */
export function FollowUpload({ record }: { record: RecordRow }) {
  const { data: progress } = useUploadProgress(record.id);
  const { status } = record.statusInfo;
  const isPending = status === "pending";
  if (progress === NOT_TOLD && !isPending) return null;
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Your upload
      </Typography>
      {progress === NOT_TOLD ? null : progress ? (
        <UploadStages progress={progress} />
      ) : (
        <Typography color="textSecondary">
          No upload has arrived yet. Once the script has sent the zip, its progress is shown here.
        </Typography>
      )}
      {isPending && (
        <Alert severity="success" sx={{ mt: 2 }}>
          This record is {statusLabel(status)}.{" "}
          <Link component={RouterLink} to={recordPath("view", record.id)} color="inherit" underline="always">
            View the record
          </Link>
        </Alert>
      )}
    </Paper>
  );
}
