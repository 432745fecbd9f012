import { startTransition, useEffect, useOptimistic, useRef, type RefObject } from "react";
import { useOnCollect } from "./formContext.ts";

interface Changing<Value> {
  inputRef: RefObject<HTMLElement | null>;
  /** The value's path, joined by dots. */
  path: string;
  value: Value;
  onChange(value: Value): void;
}

/**
 * A value that its input shows at once, while the form takes it in behind: that checks and redraws the form, which
 * nobody should wait for to see what they chose.
 */
export function useOptimisticValue<Value>({ inputRef, path, value, onChange }: Changing<Value>) {
  const [shown, setShown] = useOptimistic(value);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  useOnCollect(inputRef, ({ values }) => {
    if (latest.current !== value) values.set(path, latest.current);
  });
  return {
    shown,
    /** The value as it is now, drawn or not. */
    current: () => latest.current,
    change(next: Value) {
      latest.current = next;
      startTransition(() => {
        setShown(next);
        onChange(next);
      });
    },
  };
}
