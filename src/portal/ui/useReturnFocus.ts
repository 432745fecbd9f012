import { useRef } from "react";

/**
 * Moves the focus from the button that sent a text back to its input: without text, the button is disabled and would lose the
 * focus. Does nothing if the user has left `area`, which contains both.
 */
export function useReturnFocus() {
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const returnFocus = () => {
    if (area.current?.contains(document.activeElement)) input.current?.focus();
  };
  return { area, input, returnFocus };
}
