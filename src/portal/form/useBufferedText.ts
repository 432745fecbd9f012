import { useEffect, useLayoutEffect, useRef, useTransition, type FocusEvent } from "react";
import { afterPointerUp } from "../ui/focus.ts";
import { isWindowBlur, usePendingInput } from "./formContext.ts";

const DEBOUNCE_MS = 300;

const trim = (text: string) => text.trim();

interface BufferedTextOptions {
  path: string;
  /** The form's value, as text. */
  text: string;
  onChange(value: unknown): void;
  /** Applied on blur. Trims by default. */
  normalize?: ((text: string) => string) | undefined;
  /** Converts text to the field's value. Never called with an empty text. */
  parse?: ((text: string) => unknown) | undefined;
}

/** An uncontrolled text input: typing renders nothing. The form gets the text debounced, on blur and on submit. */
export function useBufferedText(options: BufferedTextOptions) {
  const { text, normalize = trim } = options;
  const inputRef = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestOptions = useRef(options);
  const lastReported = useRef(text);
  const [isReporting, startReport] = useTransition();
  useEffect(() => {
    latestOptions.current = options;
  });
  const parseText = (typed: string): unknown =>
    typed === "" ? undefined : (latestOptions.current.parse ?? String)(typed);
  // Shows a value that the form changed, unless the user is typing or the text means the same value. While a later text is
  // being rendered, the value is an earlier text: showing it would remove letters. In the commit, because the user can type
  // before passive effects run.
  useLayoutEffect(() => {
    if (isReporting) return;
    lastReported.current = text;
    const input = inputRef.current;
    if (!input || debounceTimer.current) return;
    if (String(parseText(input.value) ?? "") !== text) input.value = text;
  }, [text, isReporting]);
  useEffect(() => () => clearTimeout(debounceTimer.current), []);

  const report = () => {
    clearTimeout(debounceTimer.current);
    debounceTimer.current = undefined;
    const typed = inputRef.current?.value;
    // Compares with both: the form may still be rendering an earlier report.
    if (typed === undefined || (typed === latestOptions.current.text && typed === lastReported.current))
      return;
    lastReported.current = typed;
    latestOptions.current.onChange(parseText(typed));
  };
  const setText = (next: string) => {
    if (inputRef.current) inputRef.current.value = next;
    report();
  };
  const commit = () => inputRef.current && setText(normalize(inputRef.current.value));
  const pendingInput = usePendingInput({
    commit,
    read: () =>
      inputRef.current ? { path: options.path, value: parseText(inputRef.current.value) } : undefined,
  });

  return {
    input: {
      inputRef,
      defaultValue: text,
      onChange() {
        pendingInput.begin();
        clearTimeout(debounceTimer.current);
        debounceTimer.current = setTimeout(() => afterPointerUp(() => startReport(report)), DEBOUNCE_MS);
      },
      onBlur(event: FocusEvent) {
        if (isWindowBlur(event)) return report();
        // An error that disappears moves the page: the pressed button would not get its click.
        afterPointerUp(() => {
          commit();
          pendingInput.end();
        });
      },
    },
    setText,
  };
}
