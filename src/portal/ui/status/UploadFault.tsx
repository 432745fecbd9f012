import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router";
import type { Notification } from "../../../contract/generated/entities.ts";
import { longDate } from "../longDate.ts";

/** Says what was wrong with the newest upload, with the way to the record's thread. */
export function UploadFault({ fault, viewPath }: { fault: Notification; viewPath: string }) {
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      <AlertTitle>The upload of {longDate(fault.date)} could not be accepted</AlertTitle>
      <span style={{ whiteSpace: "pre-line" }}>{fault.content}</span>{" "}
      <Link component={RouterLink} to={viewPath} underline="always" color="inherit">
        See the record and its messages
      </Link>
    </Alert>
  );
}
