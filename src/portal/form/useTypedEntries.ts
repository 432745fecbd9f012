import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { NOT_LOADED } from "../../contract/schema/readEntry.ts";
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
  /** The entries are looked up in a list that is on its way: until it has come, what is typed waits. */
  isLoading?: boolean;
  /**
   * Makes entries of a text that was typed to its end.
   *
   * @param isMeant whether its user ended it, and did not just leave it there
   */
  take(text: string, isMeant: boolean): TakenEntries;
  /** Takes a pasted text; answers false where it is to be typed like any other. */
  paste?(text: string, typed: (pasted: string) => string): boolean;
  /** True where there is one entry at most: nothing in its text ends it. */
  isSingle?: boolean;
}

type MuiKeyboardEvent = KeyboardEvent & { defaultMuiPrevented?: boolean };

const END_OF_ENTRY = /[,;\n]/;

/** Who ends an entry with Enter or a comma means it as it is; who leaves it there, or submits, may have more to type. */
type Ending = "meant" | "left" | "submitted";

const NOTHING: TakenEntries = { taken: [], rest: "" };

/** The text of the next entry, and what becomes of it at its end. */
function useEntryText(input: EntryInput) {
  const actions = useFormActions();
  const { path, current, change, isSingle = false, isLoading = false } = input;
  const [text, setText] = useState(() => actions.keptEntry(path));
  /** Whether the text was ended before its list had come. */
  const isWaiting = useRef(false);
  const latest = useRef({ input, text });
  useEffect(() => {
    latest.current = { input, text };
  });
  useEffect(() => () => actions.hold(path), [actions, path]);

  const show = (next: string, fault?: string) => {
    isWaiting.current = false;
    latest.current.text = next;
    setText(next);
    actions.hold(path, fault);
  };
  const takenOf = (typed: string, how: Ending): TakenEntries => {
    if (typed.trim() === "") return NOTHING;
    const { take, isLoading: mustWait } = latest.current.input;
    if (mustWait && how !== "submitted") return { taken: [], rest: typed, fault: NOT_LOADED };
    return take(typed, how === "meant");
  };
  const end = (typed: string, how: Ending = "left") => {
    const { taken, rest, fault } = takenOf(typed, how);
    show(rest, fault);
    isWaiting.current = rest !== "" && latest.current.input.isLoading === true;
    if (taken.length > 0) change(isSingle ? taken : [...current(), ...taken]);
    return { rest, fault };
  };
  const endWaiting = useEffectEvent(() => {
    const waited = latest.current.text;
    show("");
    if (!input.paste?.(waited, (between) => between)) end(waited);
  });
  useEffect(() => {
    if (!isLoading && isWaiting.current) queueMicrotask(endWaiting);
  }, [isLoading]);
  return { text, typed: () => latest.current.text, show, end };
}

/**
 * The text of the next entry of a list. Enter, Tab, comma, semicolon and leaving end it, and so does a submit; what no
 * entry can be made of stays in the input, and is a fault of the field until it is mended, or its list has come.
 */
export function useTypedEntries(input: EntryInput) {
  const { path, inputRef, current, isSingle = false } = input;
  const { text, typed: typedNow, show, end } = useEntryText(input);
  useOnCollect(inputRef, ({ values, entries, isSubmit }) => {
    const typed = typedNow();
    if (typed.trim() === "") return;
    if (!isSubmit) return void (entries[path] = typed);
    end(typed, "submitted");
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
      const { rest, fault } = end(typed.slice(0, cut), "meant");
      const next = typed.slice(cut + 1);
      if (rest === "") show(next);
      else show(`${rest},${next}`, fault);
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
      end(text, isTab ? "left" : "meant");
      // What stays is a fault, and Tab leads on all the same: nobody is held in a field.
      if (event.key === "Enter" || (typedNow() === "" && !isSingle)) event.preventDefault();
    },
    onPaste(event: ClipboardEvent) {
      const pasted = event.clipboardData.getData("text");
      if (input.paste?.(pasted, (between) => withPasted(text, between, event.target))) event.preventDefault();
    },
    onBlur(event: FocusEvent) {
      if (event.currentTarget.contains(event.relatedTarget) || isWindowLeft(event)) return;
      // What is said of an entry would move the page under the pointer, and its click would miss.
      whenLetGo(event.currentTarget, () => end(typedNow()));
    },
  };
}

/** The typed text with what is pasted in place of its selected part; at its end where an entry has the focus. */
function withPasted(typed: string, pasted: string, target: EventTarget): string {
  const { selectionStart, selectionEnd } = target instanceof HTMLInputElement ? target : NOWHERE;
  return typed.slice(0, selectionStart ?? typed.length) + pasted + typed.slice(selectionEnd ?? typed.length);
}

const NOWHERE = { selectionStart: null, selectionEnd: null };

/** While a word is composed, as for Chinese, its keys are the composition's. */
export const isComposing = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  "isComposing" in nativeEvent && nativeEvent.isComposing === true;
