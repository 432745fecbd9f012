import { createContext, useContext, useEffect } from "react";

interface Hold {
  /** Called with true when something opens over the list, and with false when it closes. */
  hold: (isOpen: boolean) => void;
  /** Takes a record that the user has deleted off the list at once, whatever else waits. */
  drop: (recordId: string) => void;
}

/** How what belongs to one record keeps the list it stands in from moving. */
export const HoldContext = createContext<Hold>({ hold: () => undefined, drop: () => undefined });

/** While something is open over the list, the list stands still. */
export function useHoldWhile(isOpen: boolean): void {
  const { hold } = useContext(HoldContext);
  useEffect(() => {
    if (!isOpen) return;
    hold(true);
    return () => hold(false);
  }, [hold, isOpen]);
}
