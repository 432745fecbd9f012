import Button, { type ButtonProps } from "@mui/material/Button";
import { useEffect, useRef } from "react";

interface BusyButtonProps extends ButtonProps {
  isBusy: boolean;
}

/** Uses `aria-disabled`: a disabled button would lose the focus. */
export function BusyButton({ isBusy, onClick, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A Retry button in an alert may have started the action and then disappeared with its focus.
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
