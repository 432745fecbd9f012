/**
 * Brings into sight what was pressed to fold the list or text above it: it has moved up by as much, and the place that
 * was read, and the focus, would be left behind.
 */
export const scrollBackTo = (pressed: Element): void =>
  void requestAnimationFrame(() => pressed.scrollIntoView?.({ block: "nearest" }));
