import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { routes } from "../../routes.ts";
import { PageFrame } from "../../ui/PageFrame.tsx";
import { usePortalConfig } from "../../usePortalConfig.ts";

/** Whom to write to, and what a message should hold so that it can be answered at once. */
export function SupportPage() {
  const { supportEmail } = usePortalConfig();
  return (
    <PageFrame title="Support" back={{ to: routes.home, label: "Back" }}>
      <Paper
        variant="outlined"
        sx={{ p: { xs: 2.5, sm: 4 }, "& ul": { pl: 3, mb: 0 }, "& li": { mb: 0.75 } }}
      >
        <Typography>
          If something does not work, email{" "}
          <Link href={`mailto:${supportEmail}`} underline="always">
            {supportEmail}
          </Link>{" "}
          with the details of the problem.
        </Typography>
        <Typography variant="h2" sx={{ mt: 3 }}>
          What helps us help you
        </Typography>
        <ul>
          <li>The name of the record, and its model identifier</li>
          <li>What you did, what you expected, and what happened instead</li>
          <li>The exact words of any message, or a picture of the screen</li>
          <li>For an upload: the operating system, and everything the upload script printed</li>
        </ul>
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          Never send your password. Nobody at support will ask for it.
        </Typography>
      </Paper>
    </PageFrame>
  );
}
