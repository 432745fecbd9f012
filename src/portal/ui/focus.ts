import { useState } from "react";

/** New content must not take the focus from a user who is typing. */
export const isTyping = (): boolean =>
  document.activeElement?.matches("input:not([type=checkbox], [type=radio], [type=file]), textarea") ?? false;

export function focusUnlessTyping(element: HTMLElement | null): void {
  if (!isTyping()) element?.focus();
}

/** Props for an element that takes the focus when mounted or, if the user is typing, is announced as an alert. */
export function useAutoFocusProps() {
  const [role] = useState(() => (isTyping() ? "alert" : "group"));
  return { ref: focusUnlessTyping, tabIndex: -1, role };
}

/**
 * Runs `callback` after the current press and its click. A message inserted during the press would move the page, and
 * the click would miss. The click may remove or move the field, so `callback` must look it up.
 */
export function afterPointerUp(callback: () => void): void {
  if (document.querySelector(":active") === null) return callback();
  const abortController = new AbortController();
  const handlePointerEnd = () => {
    abortController.abort();
    setTimeout(callback);
  };
  for (const name of ["pointerup", "pointercancel", "keydown"])
    document.addEventListener(name, handlePointerEnd, { capture: true, signal: abortController.signal });
}
