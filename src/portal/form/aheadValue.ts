import { useCallback, useEffect, useRef, useState } from "react";
import { useController } from "./formScope.ts";

/** Long enough for what was chosen to be painted, and for the next choice of who chooses quickly. */
const PAUSE = 100;

interface Ahead<Value> {
  /** The form's value that this one comes after. */
  after: Value;
  next: Value;
}

/**
 * A value that its input shows at once, and that the form takes in a little later: taking it in checks and redraws
 * the form, which nobody should wait for to see what they chose. It is taken in before a submit.
 *
 * @param value the form's value; another array each time it changes
 * @param commit takes the next value in
 * @returns what to show, and what to call with the next value
 */
export function useAheadValue<Value>(
  value: Value,
  commit: (value: Value) => void,
): [shown: Value, change: (next: Value) => void] {
  const { pendingText } = useController();
  const [ahead, setAhead] = useState<Ahead<Value>>();
  const waiting = useRef<Ahead<Value> & { timer: ReturnType<typeof setTimeout> }>(undefined);
  const current = useRef({ value, commit });
  useEffect(() => {
    current.current = { value, commit };
  });

  const pass = useCallback(() => {
    const due = waiting.current;
    waiting.current = undefined;
    clearTimeout(due?.timer);
    if (due?.after === current.current.value) current.current.commit(due.next);
  }, []);

  useEffect(() => {
    pendingText.add(pass);
    return () => {
      pendingText.delete(pass);
      clearTimeout(waiting.current?.timer);
      waiting.current = undefined;
    };
  }, [pass, pendingText]);

  const change = (next: Value) => {
    setAhead({ after: value, next });
    clearTimeout(waiting.current?.timer);
    waiting.current = { after: value, next, timer: setTimeout(pass, PAUSE) };
  };
  return [ahead?.after === value ? ahead.next : value, change];
}
