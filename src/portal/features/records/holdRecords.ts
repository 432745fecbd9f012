import { createContext, useContext, useEffect, useRef, useState } from "react";

/** Called with true when something opens over the list, and with false when it closes. */
export const HoldContext = createContext<(isOpen: boolean) => void>(() => undefined);

/** While something is open over the list, the list stands still: what a poll brings is shown once it has closed. */
export function useHoldWhile(isOpen: boolean): void {
  const hold = useContext(HoldContext);
  useEffect(() => {
    if (!isOpen) return;
    hold(true);
    return () => hold(false);
  }, [hold, isOpen]);
}

/**
 * @param fresh the list as it is
 * @returns the list as it is to be shown, and what `HoldContext` provides
 */
export function useHeld<Row>(fresh: Row[]): { shown: Row[]; hold: (isOpen: boolean) => void } {
  const latest = useRef(fresh);
  useEffect(() => {
    latest.current = fresh;
  });
  const [held, setHeld] = useState<Row[]>();
  const [hold] = useState(() => (isOpen: boolean) => setHeld(isOpen ? latest.current : undefined));
  return { shown: held ?? fresh, hold };
}
