import { startTransition, useEffect, useRef, type FocusEvent } from "react";
import { afterPointerUp } from "../ui/focus.ts";
import { isWindowBlur, useFlush } from "./formContext.ts";

const DEBOUNCE_MS = 300;

const trim = (text: string) => text.trim();
const parseText = (text: string, { parse = String }: Pick<BufferedTextOptions, "parse">): unknown =>
  text === "" ? undefined : parse(text);

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

/** An uncontrolled text input: typing renders nothing. The form gets the text debounced, on blur, on submit and for drafts. */
export function useBufferedText(options: BufferedTextOptions) {
  const { path, text, normalize = trim } = options;
  const inputRef = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestOptions = useRef(options);
  const lastReported = useRef(text);
  useEffect(() => {
    latestOptions.current = options;
  });
  // Shows a value that the form changed, unless the user is typing or the text means the same value.
  useEffect(() => {
    lastReported.current = text;
    const input = inputRef.current;
    if (!input || debounceTimer.current) return;
    if (String(parseText(input.value, latestOptions.current) ?? "") !== text) input.value = text;
  }, [text]);
  useEffect(() => () => clearTimeout(debounceTimer.current), []);

  const cancelDebounce = () => {
    clearTimeout(debounceTimer.current);
    debounceTimer.current = undefined;
  };
  const parseCurrent = (typed: string) => parseText(typed, latestOptions.current);
  // Compares with both: the form may still be rendering an earlier report.
  const isUnreported = (typed: string) =>
    typed !== latestOptions.current.text || typed !== lastReported.current;
  const reportText = (typed: string) => {
    lastReported.current = typed;
    latestOptions.current.onChange(parseCurrent(typed));
  };
  const reportPendingText = () => {
    cancelDebounce();
    const input = inputRef.current;
    if (input && isUnreported(input.value)) reportText(input.value);
  };
  useFlush((values, isSubmit) => {
    const input = inputRef.current;
    if (!input) return;
    if (isSubmit) input.value = normalize(input.value);
    if (isUnreported(input.value)) values.set(path, parseCurrent(input.value));
  });

  return {
    input: {
      inputRef,
      defaultValue: text,
      onChange() {
        cancelDebounce();
        debounceTimer.current = setTimeout(() => startTransition(reportPendingText), DEBOUNCE_MS);
      },
      onBlur(event: FocusEvent) {
        const { current } = inputRef;
        if (!current) return;
        if (!isWindowBlur(event)) current.value = normalize(current.value);
        afterPointerUp(reportPendingText);
      },
    },
    setText(next: string) {
      cancelDebounce();
      if (inputRef.current) inputRef.current.value = next;
      reportText(next);
    },
  };
}
