import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import { useId, type ReactNode } from "react";
import type { Draft } from "../providers/drafts.ts";
import { Moment } from "../ui/Moment.tsx";
import { useFocusedNote } from "../ui/takeFocus.ts";
import type { Outcome } from "./recordWork.ts";

interface DraftNoteProps {
  draft: Draft;
  isFirst: boolean;
  /** What is to be known of it. */
  children: ReactNode;
  /** What can be done with it, besides discarding it. */
  action: ReactNode;
  onDiscard: () => void;
}

/** One draft of an earlier visit, among others in a note. */
export function DraftNote({ draft, isFirst, children, action, onDiscard }: DraftNoteProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      {!isFirst && <Divider sx={{ my: 1.5 }} />}
      <span id={id}>
        Unsaved changes from <Moment iso={draft.keptAt} /> were kept on this device.
      </span>
      {children}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
        {action}
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      </Box>
    </div>
  );
}

/** Says what became of typed work, and takes the focus, which was on a button that is gone. */
export function DraftOutcome({ words, undo }: Outcome) {
  const id = useId();
  return (
    <Alert
      {...useFocusedNote()}
      severity="success"
      variant="outlined"
      aria-labelledby={id}
      action={undo && <Button onClick={undo}>Undo</Button>}
      sx={{ color: "text.primary", outlineColor: "primary.main" }}
    >
      <span id={id}>{words}</span>
    </Alert>
  );
}
