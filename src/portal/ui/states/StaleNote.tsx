import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";

interface StaleNoteProps {
  /** What is shown, as the words begin. */
  what: string;
  isTrying: boolean;
  onRetry: () => void;
}

/**
 * What is shown could not be brought up to date. Stands at the window's lower edge over what is shown, so that
 * nothing moves when it comes or goes.
 */
export function StaleNote({ what, isTrying, onRetry }: StaleNoteProps) {
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ position: "sticky", bottom: 16, zIndex: 1, mt: 2, bgcolor: "background.paper" }}
      action={
        <Button color="inherit" size="small" onClick={onRetry} loading={isTrying}>
          Retry
        </Button>
      }
    >
      {what} could not be brought up to date. Check your connection.
    </Alert>
  );
}
