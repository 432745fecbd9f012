import { useSyncExternalStore } from "react";

const EVENTS = ["beforeprint", "afterprint"] as const;

let isPrinting = false;

function subscribe(listener: () => void): () => void {
  const handlePrintEvent = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    listener();
  };
  EVENTS.forEach((name) => addEventListener(name, handlePrintEvent));
  return () => EVENTS.forEach((name) => removeEventListener(name, handlePrintEvent));
}

/**
 * A print cannot be expanded, so collapsible content is rendered in full. React renders a store change before
 * `beforeprint` ends.
 */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
