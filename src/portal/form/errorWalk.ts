import { useEffect, useState, type RefObject } from "react";
import type { FormController } from "./formController.ts";
import { idOf } from "./formState.ts";

/** The element that shows a value; where it has none of its own, the nearest that holds it. */
export function elementOf(idPrefix: string, path: string[]): HTMLElement | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const element = document.getElementById(idOf(idPrefix, path.slice(0, length)));
    if (element) return element;
  }
  return undefined;
}

/**
 * F8 leads to the next error of a form and Shift+F8 to the one before, from wherever the focus is.
 *
 * @param box holds the whole form; a form in a dialog has keys of its own
 * @param describe the words for the error at a position
 * @returns what was reached, to be announced
 */
export function useErrorWalk(
  controller: FormController,
  box: RefObject<HTMLElement | null>,
  describe: (position: number) => string,
): string {
  const [reached, setReached] = useState("");
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8" || event.defaultPrevented || !isOver(box.current, event.target)) return;
      const elements = controller.getShown().map(({ path }) => elementOf(controller.idPrefix, path));
      const position = nextPosition(elements, event.shiftKey);
      if (position === undefined) return;
      event.preventDefault();
      elements[position]?.focus();
      setReached(`Error ${position + 1} of ${elements.length}. ${describe(position)}`);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return reached;
}

/** Whether a key pressed somewhere is meant for this form: both are in the same dialog, or both in none. */
function isOver(box: HTMLElement | null, target: EventTarget | null): boolean {
  const dialogOf = (element: Element | null) => element?.closest('[role="dialog"]') ?? null;
  return box !== null && target instanceof Element && dialogOf(box) === dialogOf(target);
}

/** The error after the focused place, or before it, as the page shows them; from the last on to the first. */
function nextPosition(elements: (HTMLElement | undefined)[], isBackwards: boolean): number | undefined {
  const placed = elements
    .flatMap((element, position) => (element ? [{ element, position }] : []))
    .toSorted((a, b) => (isBefore(a.element, b.element) ? -1 : 1));
  const here = document.activeElement;
  const isPast = ({ element }: { element: HTMLElement }) =>
    here === null || here === document.body || (element !== here && isBefore(here, element));
  const isEarlier = ({ element }: { element: HTMLElement }) =>
    here !== null && element !== here && isBefore(element, here) && !element.contains(here);
  const found = isBackwards
    ? (placed.findLast(isEarlier) ?? placed.at(-1))
    : (placed.find(isPast) ?? placed[0]);
  return found?.position;
}

const isBefore = (a: Element, b: Element) =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
