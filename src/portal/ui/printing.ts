import { useSyncExternalStore } from "react";

const EVENTS = ["beforeprint", "afterprint"] as const;

let isPrinting = false;

function subscribe(listener: () => void): () => void {
  const turn = ({ type }: Event) => {
    isPrinting = type === "beforeprint";
    listener();
  };
  EVENTS.forEach((name) => addEventListener(name, turn));
  return () => EVENTS.forEach((name) => removeEventListener(name, turn));
}

/**
 * Whether the page is being printed: paper is not unfolded, so what opens on a press is whole there. React draws what a
 * store changed before the browser goes on, which prints what is there when its event is over.
 */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
