import { useState } from "react";
import { useAttention } from "../ui/useAttention.ts";

interface Row {
  id: string;
}

/**
 * Keeps a list still while the user is busy with it: what has come or gone by a poll is counted, and shown when the
 * user turns away or asks for it. The first answer of a visit never waits.
 *
 * @param fresh the list as it is; the same array while nothing has changed
 * @param isOpening whether that is still what an earlier visit left
 */
export function useHeldRows<R extends Row>(fresh: R[], isOpening: boolean) {
  const { isBusy, release, area } = useAttention(isOpening);
  const [applied, setApplied] = useState(fresh);
  const updates = changesBetween(applied, fresh);
  // An empty list has nothing that could be moved.
  if (applied !== fresh && (!isBusy || updates === 0 || applied.length === 0)) setApplied(fresh);
  const show = () => {
    setApplied(fresh);
    release();
  };
  return { shown: applied, updates, show, area };
}

/** How many rows are in one list only. */
function changesBetween(before: Row[], now: Row[]): number {
  if (before === now) return 0;
  const ids = new Set(before.map(({ id }) => id));
  const stayed = now.filter(({ id }) => ids.has(id)).length;
  return before.length + now.length - 2 * stayed;
}
