import { startTransition, useEffect, useRef, type FocusEvent } from "react";
import { isWindowLeft, useOnCollect, whenLetGo } from "./formContext.ts";

/** How long typing must rest before the form takes the text. */
const PAUSE = 300;

interface BufferedText<Value> {
  path: string;
  /** The form's value, as text. */
  text: string;
  onChange(value: Value | undefined): void;
  /** What leaving makes of the text. */
  tidy: (text: string) => string;
  /** The value that a text says; never called with an empty one. */
  read: (text: string) => Value;
}

/**
 * Text that lives in its input: nothing is drawn at a key. The form takes it in after a pause, on leaving, and before
 * it is submitted or kept as a draft.
 *
 * @returns the props of the input, and how to put another text in its place
 */
export function useBufferedText<Value>(buffered: BufferedText<Value>) {
  const { path, text, tidy } = buffered;
  const inputRef = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(buffered);
  /** What the form was told last, drawn or not. */
  const told = useRef(text);
  useEffect(() => {
    latest.current = buffered;
  });
  // What the form makes of a field shows in it, but never in place of what is being typed, nor of what says the same.
  useEffect(() => {
    told.current = text;
    const input = inputRef.current;
    if (!input || waiting.current) return;
    const says = input.value === "" ? "" : String(latest.current.read(input.value));
    if (says !== text) input.value = text;
  }, [text]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const rest = () => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
  };
  const valueOf = (typed: string) => (typed === "" ? undefined : latest.current.read(typed));
  // What was typed back to what stands there is news, too, while the form still draws what it was before.
  const isNews = (typed: string) => typed !== latest.current.text || typed !== told.current;
  const tell = (typed: string) => {
    told.current = typed;
    latest.current.onChange(valueOf(typed));
  };
  const pass = () => {
    rest();
    const typed = inputRef.current?.value ?? "";
    if (isNews(typed)) tell(typed);
  };
  useOnCollect(inputRef, ({ values, isSubmit }) => {
    const input = inputRef.current;
    if (!input) return;
    if (isSubmit) input.value = tidy(input.value);
    if (isNews(input.value)) values.set(path, valueOf(input.value));
  });

  return {
    inputRef,
    defaultValue: text,
    onChange() {
      rest();
      waiting.current = setTimeout(() => startTransition(pass), PAUSE);
    },
    onBlur(event: FocusEvent) {
      const input = inputRef.current;
      if (!input) return;
      if (!isWindowLeft(event)) input.value = tidy(input.value);
      whenLetGo(input, pass);
    },
    replace(next: string) {
      rest();
      if (inputRef.current) inputRef.current.value = next;
      tell(next);
    },
  };
}
