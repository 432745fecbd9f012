import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;
const listeners = new Set<() => void>();

/** At once: the browser prints what is there when the event is over. */
function turn(on: boolean): void {
  isPrinting = on;
  flushSync(() => listeners.forEach((listener) => listener()));
}

addEventListener("beforeprint", () => turn(true));
addEventListener("afterprint", () => turn(false));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is being printed: paper is not unfolded, so what opens on a press is whole there. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
