import Button, { type ButtonProps } from "@mui/material/Button";
import { useEffect, useRef } from "react";

interface BusyButtonProps extends ButtonProps {
  /** What it asked for is on its way. */
  isBusy: boolean;
}

/** A button that takes no press while it is busy, and keeps the focus, which a disabled one would lose. */
export function BusyButton({ isBusy, onClick, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The same was asked for by a note's own button, which is gone with its note.
    if (isBusy && document.activeElement === document.body) button.current?.focus();
  }, [isBusy]);
  return (
    <Button
      {...props}
      ref={button}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      sx={{ '&[aria-disabled="true"]': { opacity: 0.5, cursor: "progress" } }}
    />
  );
}
