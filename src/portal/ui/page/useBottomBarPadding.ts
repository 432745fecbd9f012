import { useEffect, useRef, type RefObject } from "react";

const GAP_PX = 12;

/**
 * Keeps the focused element visible above a bar at the bottom of the window, even if the bar or the page grows. Returns
 * the ref for the bar.
 */
export function useBottomBarPadding<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    if (!bar.current) return;
    const { current: element } = bar;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${element.offsetHeight + GAP_PX}px`;
      if (isFocusCoveredBy(element)) document.activeElement?.scrollIntoView({ block: "nearest" });
    });
    observer.observe(element);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = "";
    };
  }, []);
  return bar;
}

/** False for an element that was scrolled out of the window. */
function isFocusCoveredBy(bar: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused || bar.contains(focused)) return false;
  const { top, bottom } = focused.getBoundingClientRect();
  return top < window.innerHeight && bottom > bar.getBoundingClientRect().top;
}
