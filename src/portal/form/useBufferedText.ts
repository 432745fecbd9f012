import { startTransition, useEffect, useRef, type FocusEvent } from "react";
import { whenLetGo } from "../ui/takeFocus.ts";
import { isWindowLeft, useOnCollect } from "./formContext.ts";

/** How long typing must rest before the form takes the text. */
const PAUSE = 300;

const trim = (text: string) => text.trim();
const valueIn = (text: string, { read = String }: Pick<BufferedText, "read">): unknown =>
  text === "" ? undefined : read(text);

interface BufferedText {
  path: string;
  /** The form's value, as text. */
  text: string;
  onChange(value: unknown): void;
  /** What leaving makes of the text, where that is more than to take the spaces around it away. */
  tidy?: ((text: string) => string) | undefined;
  /** The value that a text says, where that is not the text itself; never called with an empty one. */
  read?: ((text: string) => unknown) | undefined;
}

/**
 * Text that lives in its input: nothing is drawn at a key. The form takes it in after a pause, on leaving, and before
 * it is submitted or kept as a draft.
 *
 * @returns the props of the input, and how to put another text in its place
 */
export function useBufferedText(buffered: BufferedText) {
  const { path, text, tidy = trim } = buffered;
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
    if (String(valueIn(input.value, latest.current) ?? "") !== text) input.value = text;
  }, [text]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const rest = () => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
  };
  const valueOf = (typed: string) => valueIn(typed, latest.current);
  // What was typed back to what stands there is news, too, while the form still draws what it was before.
  const isNews = (typed: string) => typed !== latest.current.text || typed !== told.current;
  const tell = (typed: string) => {
    told.current = typed;
    latest.current.onChange(valueOf(typed));
  };
  const pass = () => {
    rest();
    const input = inputRef.current;
    if (input && isNews(input.value)) tell(input.value);
  };
  useOnCollect((values, isSubmit) => {
    const input = inputRef.current;
    if (!input) return;
    if (isSubmit) input.value = tidy(input.value);
    if (isNews(input.value)) values.set(path, valueOf(input.value));
  });

  return {
    input: {
      inputRef,
      defaultValue: text,
      onChange() {
        rest();
        waiting.current = setTimeout(() => startTransition(pass), PAUSE);
      },
      onBlur(event: FocusEvent) {
        const { current } = inputRef;
        if (!current) return;
        if (!isWindowLeft(event)) current.value = tidy(current.value);
        whenLetGo(pass);
      },
    },
    replace(next: string) {
      rest();
      if (inputRef.current) inputRef.current.value = next;
      tell(next);
    },
  };
}
