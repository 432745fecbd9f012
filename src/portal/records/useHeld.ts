import { useCallback, useMemo, useState } from "react";
import { useAttention } from "../ui/useAttention.ts";
import { broughtInPlace, whatWaits, type HasBanner, type HomeState } from "./homeState.ts";

const without = (state: HomeState, dropped: Set<string>): HomeState =>
  dropped.size === 0 ? state : { ...state, records: state.records.filter(({ id }) => !dropped.has(id)) };

/**
 * Keeps Home still while the user is busy with it: what a poll brings is shown at once where nothing moves by it;
 * the rest waits until the user turns away or asks for it. The first answer of a visit never waits: who comes from a
 * new record looks for it.
 *
 * @param fresh Home as it is; the same object while nothing has changed
 * @param isOpening whether that is still what an earlier visit left
 */
export function useHeld(fresh: HomeState, isOpening: boolean, hasBanner: HasBanner) {
  const { isBusy, hold, release, area } = useAttention(isOpening);
  const [applied, setApplied] = useState(fresh);
  const [dropped, setDropped] = useState<Set<string>>(() => new Set());
  if (!isBusy && applied !== fresh) setApplied(fresh);
  const { shown, updates } = useMemo(() => {
    if (applied === fresh) return { shown: without(fresh, dropped), updates: 0 };
    const [held, now] = [without(applied, dropped), without(fresh, dropped)];
    return { shown: broughtInPlace(held, now), updates: whatWaits(held, now, hasBanner).size };
  }, [applied, fresh, dropped, hasBanner]);
  const drop = useCallback((id: string) => setDropped((others) => new Set(others).add(id)), []);
  const show = () => {
    setApplied(fresh);
    release();
  };
  return { shown, updates, show, area, held: useMemo(() => ({ hold, drop }), [hold, drop]) };
}
