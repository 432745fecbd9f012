import PostAdd from "@mui/icons-material/PostAddOutlined";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { messages } from "../../contract/messages.ts";
import { routes } from "../routes.ts";
import { EmptyState } from "../ui/EmptyState.tsx";

/** What a user without any record is told. */
export function FirstRecordHint() {
  return (
    <EmptyState
      title={messages.noRecords}
      icon={<PostAdd aria-hidden sx={{ fontSize: 44, color: "primary.main", mb: 1 }} />}
    >
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        First time here? Read{" "}
        <Link component={RouterLink} to={routes.about} underline="always">
          how records and uploads work
        </Link>
        .
      </Typography>
      <Typography color="textSecondary">
        Click{" "}
        <Link component={RouterLink} to={routes.newRecord} underline="always">
          Create +
        </Link>{" "}
        to describe your first model.
      </Typography>
    </EmptyState>
  );
}
