import { startTransition, useEffect, useMemo, useOptimistic, useRef } from "react";

const NONE: string[] = [];

/**
 * The entries of a list, or the one choice of a field. They are shown at once, while the form takes them in behind: that
 * checks and redraws the form, which nobody should wait for to see what they chose.
 */
export function useShownEntries(value: unknown, isSingle: boolean, onChange: (value: unknown) => void) {
  const held = useMemo(() => (value === undefined ? NONE : ([value].flat() as string[])), [value]);
  const [shown, setShown] = useOptimistic(held);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  const valueOf = (entries: string[]) => (isSingle ? entries[0] : entries);
  return {
    shown,
    /** The entries as they are now, drawn or not. */
    current: () => latest.current,
    /** What the form is to hold and does not yet; undefined where there is nothing like it. */
    ahead: () => (latest.current === held ? undefined : { value: valueOf(latest.current) }),
    change(next: string[]) {
      latest.current = next;
      startTransition(() => {
        setShown(next);
        onChange(valueOf(next));
      });
    },
  };
}
