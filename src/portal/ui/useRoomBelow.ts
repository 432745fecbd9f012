import { useEffect, useRef, type RefObject } from "react";

/** Between what has the focus and the bar. */
const GAP = 12;

/**
 * Keeps what gets the focus clear of a bar at the bottom of the window, however high the bar is just now.
 *
 * @returns for the bar's element
 */
export function useRoomBelow<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    if (!bar.current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.scrollPaddingBottom = `${height + GAP}px`;
    });
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = "";
    };
  }, []);
  return bar;
}
