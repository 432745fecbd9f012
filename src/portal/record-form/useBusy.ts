import { useCallback, useRef, useState } from "react";

/** Whether a value is on its way into the form: to be drawn, and as it is now for whoever has waited meanwhile. */
export function useBusy() {
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const onBusy = useCallback((now: boolean) => {
    busy.current = now;
    setBusy(now);
  }, []);
  return { busy, isBusy, onBusy };
}
