import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { longDate } from "../ui/longDate.ts";
import type { SaveIntent } from "./FormBar.tsx";
import type { SaveConflict } from "./saveConflict.ts";

interface SaveConflictNoteProps {
  conflict: SaveConflict;
  intent: SaveIntent;
  /** The next save may replace the other's version. */
  onSaveOver: () => void;
  onTakeTheirs: () => void;
}

/** Tells who saved the record meanwhile and what changed, and lets the user decide whose version stands. */
export function SaveConflictNote({ conflict, intent, onSaveOver, onTakeTheirs }: SaveConflictNoteProps) {
  const { words, savedAt, changed } = conflict;
  return (
    <Alert severity="warning" sx={{ mb: 1.5 }}>
      <strong>The record was not saved.</strong> {words}
      {savedAt && ` It was saved on ${longDate(savedAt)}.`}
      {changed.length > 0 && ` Changed there: ${changed.join(", ")}.`} Everything you typed is still here.
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button
          type="submit"
          name="intent"
          value={intent}
          color="inherit"
          variant="outlined"
          size="small"
          onClick={onSaveOver}
        >
          Save mine instead
        </Button>
        <Button
          color="inherit"
          size="small"
          onClick={onTakeTheirs}
          sx={{ whiteSpace: "normal", textAlign: "start" }}
        >
          Discard mine and open the saved version
        </Button>
      </Box>
    </Alert>
  );
}
