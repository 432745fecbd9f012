import { useEffect, useRef, type RefObject } from "react";

/** Between what has the focus and the bar. */
const GAP = 12;

/**
 * Keeps what gets the focus clear of a bar at the bottom of the window, however high the bar is just now, and brings it
 * back where the bar grows over it.
 *
 * @returns for the bar's element
 */
export function useRoomBelow<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    if (!bar.current) return;
    const { current: element } = bar;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.scrollPaddingBottom = `${height + GAP}px`;
      if (isUnder(element)) document.activeElement?.scrollIntoView({ block: "nearest" });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = "";
    };
  }, []);
  return bar;
}

/** Whether what has the focus is covered by a bar; what was scrolled out of the window is left where it is. */
function isUnder(bar: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused || bar.contains(focused)) return false;
  const { top, bottom } = focused.getBoundingClientRect();
  return top < window.innerHeight && bottom > bar.getBoundingClientRect().top;
}
