/** Where people read, as shares of the window's height from its top; the first that is in a section counts. */
const READING_LINES = [0.33, 0.45, 0.6, 0.2];

/**
 * Remembers where on the screen stands what is being read: what has the focus, else what is a third down the window.
 * The answer scrolls the page so that it stands there again, however much came or went above it.
 */
export function readingPlace(): () => void {
  const marks = withAncestors(readElement()).map((element) => ({ element, top: topOf(element) }));
  return () => {
    // What was read may be gone itself; then what it was in.
    const mark = marks.find(({ element }) => element.isConnected);
    const moved = mark ? topOf(mark.element) - mark.top : 0;
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: "instant" });
  };
}

/** Whether somebody has begun to read or work: scrolled, or gone into a section with the keyboard. */
export const hasMovedOn = (): boolean => scrollY > 0 || Boolean(document.activeElement?.closest("section"));

const topOf = (element: Element) => element.getBoundingClientRect().top;

function readElement(): Element | null {
  const focused = document.activeElement;
  if (focused?.closest("section") && isInSight(focused)) return focused;
  // A document without a layout has no such method.
  const hits = READING_LINES.map(
    (share) => document.elementFromPoint?.(innerWidth / 2, innerHeight * share) ?? null,
  );
  return hits.find((hit) => hit?.closest("section")) ?? null;
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function withAncestors(element: Element | null): Element[] {
  const chain: Element[] = [];
  for (let at = element; at; at = at.parentElement) chain.push(at);
  return chain;
}
