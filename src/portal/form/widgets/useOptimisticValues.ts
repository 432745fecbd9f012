import { startTransition, useEffect, useMemo, useOptimistic, useRef } from "react";

const NO_ENTRIES: string[] = [];

/** Shows changed entries at once, while the form validates and re-renders in a transition. */
export function useOptimisticValues(value: unknown, isSingle: boolean, onChange: (value: unknown) => void) {
  const saved = useMemo(() => (value === undefined ? NO_ENTRIES : ([value].flat() as string[])), [value]);
  const [shown, setShown] = useOptimistic(saved);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  const toFieldValue = (entries: string[]) => (isSingle ? entries[0] : entries);
  return {
    shown,
    /** The latest entries, rendered or not. */
    getCurrent: () => latest.current,
    /** A value that the form does not hold yet, or undefined. */
    getPendingValue: () => (latest.current === saved ? undefined : { value: toFieldValue(latest.current) }),
    setEntries(next: string[]) {
      latest.current = next;
      startTransition(() => {
        setShown(next);
        onChange(toFieldValue(next));
      });
    },
  };
}
