import useMediaQuery from "@mui/material/useMediaQuery";
import { useCallback, useEffect, useRef, useState, type FocusEvent } from "react";

/**
 * Whether the user is busy with a part of the page: the pointer or the focus is in it, something is open over it, or
 * the page is scrolled. A touch gives no sign before it comes, so where there is no pointer the answer is always yes.
 * Nobody is busy with what an earlier visit left: the first answer of a visit never waits.
 *
 * @param isOpening whether that first answer is still under way
 * @returns `area` for the part's element; `hold` for what opens over it; `release` to count focus and scroll as over
 */
export function useAttention(isOpening: boolean) {
  const isTouched = useMediaQuery("(hover: none)", { noSsr: true });
  const part = useRef<HTMLDivElement>(null);
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [open, setOpen] = useState(0);
  const [isScrolled, setScrolled] = useState(false);
  // Still closed in the drawing that brings the first answer: that one is to be shown.
  const [isOpened, setOpened] = useState(!isOpening);
  if (!isOpened && !isOpening) setOpened(true);
  useEffect(() => {
    // Heard at the document: React says nothing of a part that appears under a pointer at rest.
    const point = ({ target }: Event) => setUnderPointer(part.current?.contains(target as Node) ?? false);
    const leave = () => setUnderPointer(false);
    const scroll = () => setScrolled(window.scrollY > 0);
    document.addEventListener("pointerover", point);
    document.documentElement.addEventListener("pointerleave", leave);
    window.addEventListener("scroll", scroll, { passive: true });
    return () => {
      document.removeEventListener("pointerover", point);
      document.documentElement.removeEventListener("pointerleave", leave);
      window.removeEventListener("scroll", scroll);
    };
  }, []);
  const hold = useCallback((isOpen: boolean) => setOpen((count) => count + (isOpen ? 1 : -1)), []);
  const release = useCallback(() => {
    setFocus(false);
    setScrolled(false);
  }, []);
  return {
    isBusy: isOpened && (isTouched || isUnderPointer || hasFocus || open > 0 || isScrolled),
    hold,
    release,
    area: {
      ref: part,
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        setFocus(currentTarget.contains(relatedTarget)),
    },
  };
}
