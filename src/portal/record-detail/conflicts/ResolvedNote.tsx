import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { problemOf } from "../problemOf.ts";
import { goToConflicts } from "./conflictsPlace.ts";
import type { useResolution } from "./useResolution.ts";

interface ResolvedNoteProps {
  resolution: ReturnType<typeof useResolution>;
  /** What was done. */
  summary: string;
}

/** What the last choice did, with the one step back. It stays until it is closed. */
export function ResolvedNote({ resolution, summary }: ResolvedNoteProps) {
  const { canUndo, undoing, dismiss } = resolution;
  const note = useRef<HTMLDivElement>(null);
  // The button that made the choice may be gone with the conflicts.
  useEffect(() => note.current?.focus(), [summary]);
  const undo = () => undoing.mutate(undefined, { onSuccess: () => setTimeout(goToConflicts) });
  return (
    <Alert
      ref={note}
      severity={undoing.isError ? "error" : "success"}
      role="status"
      tabIndex={-1}
      sx={{ flexWrap: "wrap", outline: "none", "& .MuiAlert-message": { flex: "1 1 260px" } }}
      action={
        <>
          {canUndo && (
            <Button color="inherit" size="small" loading={undoing.isPending} onClick={undo}>
              Undo
            </Button>
          )}
          <Button color="inherit" size="small" onClick={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {summary}
      {undoing.isError && (
        <Typography variant="body2">The choice could not be undone. {problemOf(undoing.error)}</Typography>
      )}
      {!canUndo && <Typography variant="body2">This installation cannot undo a choice.</Typography>}
    </Alert>
  );
}
