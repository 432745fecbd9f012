import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";

/** Says that the dialog shows what was typed in it before, and gives a way to begin anew. */
export function KeptContactNote({ onClear }: { onClear: () => void }) {
  return (
    <Alert
      severity="info"
      variant="outlined"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" onClick={onClear}>
          Clear
        </Button>
      }
    >
      This is what you typed before and did not save.
    </Alert>
  );
}
