import { useState } from "react";

/** Whether the user is typing: what comes meanwhile takes the focus from nobody. */
export const isTyping = (): boolean =>
  document.activeElement?.matches("input:not([type=checkbox], [type=radio], [type=file]), textarea") ?? false;

/** The `ref` of what takes the focus when it comes, in place of something that had it and is gone. */
export function takeFocus(element: HTMLElement | null): void {
  if (!isTyping()) element?.focus();
}

/** The props of a note that takes the focus when it comes. Who types keeps it, and has the note read out. */
export function useFocusedNote() {
  const [role] = useState(() => (isTyping() ? "alert" : "group"));
  return { ref: takeFocus, tabIndex: -1, role };
}

/**
 * A message that comes while a pointer is pressed would move the page under it, and its click would miss. The click may
 * take away the place that was left, or move it within its list: what acts looks for it then.
 */
export function whenLetGo(act: () => void): void {
  if (document.querySelector(":active") === null) return act();
  const over = new AbortController();
  const end = () => {
    over.abort();
    // After the click that follows.
    setTimeout(act);
  };
  for (const name of ["pointerup", "pointercancel", "keydown"])
    document.addEventListener(name, end, { capture: true, signal: over.signal });
}
