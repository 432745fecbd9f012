import { useCallback, useEffect, useRef, useState, type FocusEvent } from "react";
import { useController } from "./formScope.ts";
import { isWindowLeft } from "./isWindowLeft.ts";

/** How long typing must rest before the form takes the text. */
const PAUSE = 300;

/** Who never rests is taken in all the same: what the form does not know is lost when the browser dies. */
const LONGEST = 2000;

const asTyped = (text: string) => text;

interface TypedText {
  text: string;
  onType(text: string): void;
  onLeave(event: FocusEvent): void;
  /** Takes a text from elsewhere, such as a calendar, in place of all that was typed. */
  replace(text: string): void;
}

/**
 * Text while it is typed: kept in its input, so that a keystroke redraws nothing else, and passed on after a short
 * pause, on leaving, and before the form is submitted.
 *
 * @param value the form's value
 * @param commit takes the text; empty text as undefined
 * @param tidy what leaving makes of the text
 */
export function useTypedText(
  value: string,
  commit: (text: string | undefined) => void,
  tidy: (text: string) => string = asTyped,
): TypedText {
  const { pendingText } = useController();
  const [draft, setDraft] = useState<string>();
  const waiting = useRef<{ text: string; since: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  const current = useRef({ commit, tidy });
  // Only when they change: an effect at each keystroke costs React a walk through the whole form.
  useEffect(() => {
    current.current = { commit, tidy };
  }, [commit, tidy]);

  const pass = useCallback((shape: (text: string) => string) => {
    if (!waiting.current) return;
    const { text, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = undefined;
    current.current.commit(shape(text) || undefined);
  }, []);

  useEffect(() => {
    const flush = () => pass((text) => current.current.tidy(text));
    pendingText.add(flush);
    return () => {
      pendingText.delete(flush);
      clearTimeout(waiting.current?.timer);
    };
  }, [pass, pendingText]);

  return {
    text: draft ?? value,
    onType(text) {
      setDraft(text);
      clearTimeout(waiting.current?.timer);
      const now = Date.now();
      const since = waiting.current?.since ?? now;
      const timer = setTimeout(() => pass(asTyped), Math.min(PAUSE, since + LONGEST - now));
      waiting.current = { text, since, timer };
    },
    onLeave(event) {
      if (isWindowLeft(event)) return pass(asTyped);
      const left = draft ?? value;
      const tidied = tidy(left);
      if (tidied !== left && !waiting.current) commit(tidied || undefined);
      else pass(tidy);
      setDraft(undefined);
    },
    replace(text) {
      clearTimeout(waiting.current?.timer);
      waiting.current = undefined;
      setDraft(undefined);
      commit(text || undefined);
    },
  };
}
