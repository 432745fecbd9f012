import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import type { SaveIntent } from "./FormBar.tsx";

interface SaveFailureProps {
  words: string;
  intent: SaveIntent;
}

/** Says that nothing was saved and nothing is lost, and tries the same again. */
export function SaveFailure({ words, intent }: SaveFailureProps) {
  return (
    <Alert
      severity="error"
      sx={{ mb: 1.5 }}
      action={
        <Button type="submit" name="intent" value={intent} color="inherit" size="small">
          Retry
        </Button>
      }
    >
      <strong>The record was not saved.</strong> {words} Everything you typed is still here.
    </Alert>
  );
}
