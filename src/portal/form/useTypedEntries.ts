import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { isWindowLeft, useFormActions, useOnCollect, whenLetGo } from "./formContext.ts";

/** What became of a text: the entries taken in, and what none could be made of, with the reason. */
export interface TakenEntries {
  taken: string[];
  rest: string;
  fault?: string | undefined;
}

interface EntryInput {
  /** The list's path, joined by dots. */
  path: string;
  inputRef: RefObject<HTMLInputElement | null>;
  /** The entries as they are now, drawn or not. */
  current(): string[];
  change(entries: string[]): void;
  /** Makes entries of a text that was typed to its end. */
  take(text: string): TakenEntries;
  /** Takes a pasted text; answers false where it is to be typed like any other. */
  paste?(text: string, typed: (pasted: string) => string): boolean;
  /** True where there is one entry at most: nothing in its text ends it. */
  isSingle?: boolean;
}

type MuiKeyboardEvent = KeyboardEvent & { defaultMuiPrevented?: boolean };

const END_OF_ENTRY = /[,;\n]/;

/**
 * The text of the next entry of a list. Enter, Tab, comma, semicolon and leaving end it, and so does a submit; what no
 * entry can be made of stays in the input, and is a fault of the field until it is mended.
 */
export function useTypedEntries(input: EntryInput) {
  const actions = useFormActions();
  const { path, inputRef, current, change, isSingle = false } = input;
  const [text, setText] = useState(() => actions.keptEntry(path));
  const latest = useRef({ take: input.take, text });
  useEffect(() => {
    latest.current = { take: input.take, text };
  });
  useEffect(() => () => actions.hold(path), [actions, path]);

  const show = (next: string, fault?: string) => {
    latest.current.text = next;
    setText(next);
    actions.hold(path, fault);
  };
  const end = (typed: string) => {
    const { taken, rest, fault } = typed.trim() === "" ? NOTHING : latest.current.take(typed);
    show(rest, fault);
    if (taken.length > 0) change(isSingle ? taken : [...current(), ...taken]);
    return { rest, fault };
  };
  useOnCollect(inputRef, ({ values, entries, isSubmit }) => {
    const typed = latest.current.text;
    if (typed.trim() === "") return;
    if (!isSubmit) return void (entries[path] = [entries[path], typed].filter(Boolean).join(", "));
    end(typed);
    values.set(path, isSingle ? current()[0] : current());
  });

  return {
    text,
    show,
    end,
    /** Takes what stands in the input; what ends an entry in it does so now. */
    type(typed: string, isComposing: boolean) {
      if (isSingle || isComposing || !END_OF_ENTRY.test(typed)) return show(typed);
      const cut = Math.max(...[",", ";", "\n"].map((sign) => typed.lastIndexOf(sign)));
      const { rest, fault } = end(typed.slice(0, cut));
      const next = typed.slice(cut + 1);
      if (rest === "") show(next);
      else if (next.trim() !== "") show(`${rest}, ${next.trim()}`, fault);
    },
    /** @param isChoosing whether Enter belongs to the open list */
    onKeyDown(event: MuiKeyboardEvent, isChoosing = false) {
      if (event.nativeEvent.isComposing) {
        event.defaultMuiPrevented = true;
        return;
      }
      const isTab = event.key === "Tab" && !event.shiftKey && text.trim() !== "";
      if (!isTab && (event.key !== "Enter" || isChoosing)) return;
      event.defaultMuiPrevented = true;
      end(text);
      // What stays is a fault, and Tab leads on all the same: nobody is held in a field.
      if (event.key === "Enter" || (latest.current.text === "" && !isSingle)) event.preventDefault();
    },
    onPaste(event: ClipboardEvent) {
      const pasted = event.clipboardData.getData("text");
      if (input.paste?.(pasted, (between) => withPasted(text, between, event.target))) event.preventDefault();
    },
    onBlur(event: FocusEvent) {
      if (event.currentTarget.contains(event.relatedTarget) || isWindowLeft(event)) return;
      // What is said of an entry would move the page under the pointer, and its click would miss.
      whenLetGo(event.currentTarget, () => end(latest.current.text));
    },
  };
}

const NOTHING: TakenEntries = { taken: [], rest: "" };

/** The typed text with what is pasted in place of its selected part; at its end where an entry has the focus. */
function withPasted(typed: string, pasted: string, target: EventTarget): string {
  const { selectionStart, selectionEnd } = target instanceof HTMLInputElement ? target : NOWHERE;
  return typed.slice(0, selectionStart ?? typed.length) + pasted + typed.slice(selectionEnd ?? typed.length);
}

const NOWHERE = { selectionStart: null, selectionEnd: null };

/** While a word is composed, as for Chinese, its keys are the composition's. */
export const isComposing = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  "isComposing" in nativeEvent && nativeEvent.isComposing === true;
