import { deepEquals } from "@rjsf/utils";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useController } from "./formScope.ts";

/** Long enough for what was chosen to be painted, and for the next choice of who chooses quickly. */
const PAUSE = 100;

interface Ahead<Value> {
  /** The form's newest value when this one was chosen. */
  after: Value;
  next: Value;
}

interface AheadValue<Value> {
  shown: Value;
  change(next: Value): void;
  /** The same, taken in at once. */
  changeNow(next: Value): void;
  /** Lets the form take in what it has not yet, as on leaving. */
  pass(): void;
}

/**
 * A value that its input shows at once, and that the form takes in a little later: taking it in checks and redraws
 * the form, which nobody should wait for to see what they chose. It is taken in before a submit. Where the form has
 * got another value meanwhile than the one it comes after, that one stands.
 *
 * @param value the form's value; compared by what it holds: the form makes a new array of it at each change of a field
 * @param commit takes the next value in
 * @returns what to show, what to call with the next value, and what to call on leaving
 */
export function useAheadValue<Value>(value: Value, commit: (value: Value) => void): AheadValue<Value> {
  const { pendingText } = useController();
  const [ahead, setAhead] = useState<Ahead<Value> & { drawnWith: Value }>();
  if (ahead && ahead.drawnWith !== value && !deepEquals(ahead.after, value)) setAhead(undefined);
  const waiting = useRef<Ahead<Value> & { timer: ReturnType<typeof setTimeout> }>(undefined);
  // The newest value: one that was passed on counts at once, though the form is not drawn with it yet.
  const current = useRef({ value, commit });
  useLayoutEffect(() => {
    current.current = { value, commit };
  }, [value, commit]);

  const pass = useCallback(() => {
    const due = waiting.current;
    waiting.current = undefined;
    clearTimeout(due?.timer);
    if (!due || !deepEquals(due.after, current.current.value)) return;
    current.current.value = due.next;
    current.current.commit(due.next);
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
    const after = current.current.value;
    setAhead({ after, next, drawnWith: value });
    clearTimeout(waiting.current?.timer);
    waiting.current = { after, next, timer: setTimeout(pass, PAUSE) };
  };
  const changeNow = (next: Value) => {
    change(next);
    pass();
  };
  return { shown: ahead ? ahead.next : value, change, changeNow, pass };
}
