/** The `ref` of what takes the focus when it comes, in place of something that had it and is gone. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Where the focus goes when what had it is gone and nothing came in its place: to the page's name. */
export const focusPageName = (): void => document.querySelector("h1")?.focus();

/**
 * The `ref` of a note that goes once its button has done its work: the page's name takes the focus that goes with it,
 * also where it went before, when the button was disabled. The page stays where it is scrolled to.
 */
export function leaveFocus(note: HTMLElement | null): (() => void) | undefined {
  if (!note) return undefined;
  let isHere = false;
  const look = () => (isHere = note.contains(document.activeElement));
  document.addEventListener("focusin", look);
  return () => {
    document.removeEventListener("focusin", look);
    if (isHere) document.querySelector("h1")?.focus({ preventScroll: true });
  };
}
