import { useEffect, useRef } from "react";

/** Moves the focus, after the next drawing, to an element that does not exist yet. Answers how to ask for it. */
export function useFocusAfterDrawing(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const element = document.getElementById(wanted.current);
    if (!element) return;
    wanted.current = undefined;
    element.focus();
  });
  return (id) => {
    wanted.current = id;
  };
}
