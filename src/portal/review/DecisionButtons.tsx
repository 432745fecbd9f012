import Button from "@mui/material/Button";
import type { ButtonBaseActions } from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { FOR_KEYBOARDS } from "../theme.ts";
import type { Decision } from "./useDecision.ts";

interface DecisionButtonsProps {
  hasOpenConflicts: boolean;
  /** The files and the findings. */
  isEvidenceLoaded: boolean;
  canRequestChanges: boolean;
  /** Focuses the button for changes after a cancel. */
  isReturning: boolean;
  onDecide: (decision: Decision["type"]) => void;
}

export function DecisionButtons(props: DecisionButtonsProps) {
  const { hasOpenConflicts, isEvidenceLoaded, canRequestChanges, isReturning, onDecide } = props;
  const { primary, ring } = usePrimaryFocus(isEvidenceLoaded || hasOpenConflicts);
  const shortcuts = [
    !hasOpenConflicts && "A to accept",
    canRequestChanges && "C to request changes",
    "R to reject",
  ].filter((text) => text !== false);
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
      {!hasOpenConflicts && (
        <Button
          ref={primary}
          action={ring}
          variant="contained"
          disabled={!isEvidenceLoaded}
          onClick={() => onDecide("accept")}
          aria-keyshortcuts="a"
        >
          Accept
        </Button>
      )}
      {canRequestChanges && (
        <Button
          ref={hasOpenConflicts ? primary : undefined}
          action={hasOpenConflicts ? ring : undefined}
          variant={hasOpenConflicts ? "contained" : "outlined"}
          autoFocus={isReturning}
          onClick={() => onDecide("requestChanges")}
          aria-keyshortcuts="c"
        >
          Request changes
        </Button>
      )}
      <Button
        variant={canRequestChanges ? "text" : "outlined"}
        color="error"
        autoFocus={isReturning && !canRequestChanges}
        onClick={() => onDecide("reject")}
        aria-keyshortcuts="r"
      >
        Reject
      </Button>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={hasOpenConflicts || isEvidenceLoaded ? FOR_KEYBOARDS : undefined}
      >
        {hasOpenConflicts || isEvidenceLoaded
          ? `Keyboard: ${shortcuts.join(", ")}`
          : "You can accept the model once its files and findings are loaded."}
      </Typography>
    </Stack>
  );
}

/**
 * Focuses the button once when it can be used, unless the user has moved the focus from the page's heading. `ring` shows the
 * focus also after a click.
 */
function usePrimaryFocus(isReady: boolean) {
  const primary = useRef<HTMLButtonElement>(null);
  const ring = useRef<ButtonBaseActions>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isUnmoved = activeElement === document.body || activeElement?.tagName === "H1";
    if (!isReady || !isUnmoved) return;
    primary.current?.focus({ preventScroll: true });
    ring.current?.focusVisible();
  }, [isReady]);
  return { primary, ring };
}
