import Alert from "@mui/material/Alert";
import { useEffect, useId, useRef } from "react";

/** Says what became of an offer, and takes the focus, which was on a button that is gone. */
export function OfferOutcome({ words }: { words: string }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Alert
      ref={box}
      severity="success"
      variant="outlined"
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
      sx={{ mb: 3, color: "text.primary", outlineColor: "primary.main" }}
    >
      <span id={id}>{words}</span>
    </Alert>
  );
}
