import type {
  AutocompleteInputChangeReason,
  AutocompleteRenderInputParams,
} from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import type { WidgetProps } from "@rjsf/utils";
import {
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useOptimistic,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type SyntheticEvent,
} from "react";
import type { Bag } from "../../../contract/schema/fields.ts";
import { NOT_LOADED } from "../../../contract/schema/readEntry.ts";
import {
  isWindowLeft,
  OwnErrorsContext,
  useFormActions,
  useInputAria,
  useOnCollect,
  whenLetGo,
} from "../formContext.ts";

/** What became of a text: the entries taken in, and what none could be made of, with the reason. */
export interface TakenEntries {
  taken: string[];
  rest: string;
  fault?: string | undefined;
}

/** The entries that a pasted text goes into. */
export interface PasteTarget {
  current(): string[];
  change(entries: string[]): void;
  /** Takes what is typed, with a text in the place of the pasted one. */
  end(between: string): void;
}

interface EntryReader {
  /**
   * Makes entries of a text that was typed to its end.
   *
   * @param isMeant whether its user ended it, and did not just leave it there
   */
  take(text: string, isMeant: boolean, current: string[]): TakenEntries;
  /** Takes a pasted text; answers false where it is to be typed like any other. */
  paste?(text: string, into: PasteTarget): boolean;
  /** The entries are looked up in a list that is on its way: until it has come, what is typed waits. */
  isLoading?: boolean;
  /** Where there is one entry at most: the words for it, which stand in the input. Nothing in its text ends it. */
  labelOf?(entry: string): string;
  /** What else the input says of itself to assistive technology. */
  aria?: object;
}

type MuiKeyboardEvent = KeyboardEvent & { defaultMuiPrevented?: boolean };

/** Who ends an entry with Enter or a comma means it as it is; who leaves it there, or submits, may have more to type. */
type Ending = "meant" | "left" | "submitted";

const END_OF_ENTRY = /[,;\n]/;
const NOTHING: TakenEntries = { taken: [], rest: "" };
const NONE: string[] = [];

/**
 * The entries of a list, or the one choice of a field. They are shown at once, while the form takes them in behind: that
 * checks and redraws the form, which nobody should wait for to see what they chose.
 */
function useShownEntries(value: unknown, isSingle: boolean, onChange: (value: unknown) => void) {
  const held = useMemo(() => (value === undefined ? NONE : ([value].flat() as string[])), [value]);
  const [shown, setShown] = useOptimistic(held);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  const valueOf = (entries: string[]) => (isSingle ? entries[0] : entries);
  return {
    shown,
    /** The entries as they are now, drawn or not. */
    current: () => latest.current,
    /** What the form is to hold and does not yet; undefined where there is nothing like it. */
    ahead: () => (latest.current === held ? undefined : { value: valueOf(latest.current) }),
    change(next: string[]) {
      latest.current = next;
      startTransition(() => {
        setShown(next);
        onChange(valueOf(next));
      });
    },
  };
}

type ShownEntries = Pick<ReturnType<typeof useShownEntries>, "current" | "change">;

/** The text of the next entry, and what becomes of it at its end. */
function useEntryText(path: string, reader: EntryReader, { current, change }: ShownEntries) {
  const actions = useFormActions();
  const { isLoading = false, labelOf } = reader;
  // The form keeps it too: the cards of a list are made anew when the list is, and nothing typed in one goes with it.
  const [text, setText] = useState(() => actions.typedAt(path));
  /** Whether the text was ended before its list had come. */
  const isWaiting = useRef(false);

  const typedNow = () => actions.typedAt(path);
  const show = (next: string, fault?: string) => {
    isWaiting.current = false;
    setText(next);
    actions.keepTyped(path, next, fault);
  };
  const takenOf = (typed: string, how: Ending): TakenEntries => {
    if (typed.trim() === "") return NOTHING;
    if (isLoading && how !== "submitted") return { taken: [], rest: typed, fault: NOT_LOADED };
    return reader.take(typed, how === "meant", current());
  };
  const end = (typed: string, how: Ending = "left") => {
    const { taken, rest, fault } = takenOf(typed, how);
    show(rest, fault);
    isWaiting.current = rest !== "" && isLoading;
    if (taken.length > 0) change(labelOf ? taken : [...current(), ...taken]);
    return { rest, fault };
  };
  /** Takes what stands in the input; what ends an entry in it does so now. */
  const type = (typed: string, isComposed: boolean) => {
    if (labelOf || isComposed || !END_OF_ENTRY.test(typed)) return show(typed);
    const cut = Math.max(...[",", ";", "\n"].map((sign) => typed.lastIndexOf(sign)));
    const { rest, fault } = end(typed.slice(0, cut), "meant");
    const next = typed.slice(cut + 1);
    if (rest === "") show(next);
    else show(`${rest},${next}`, fault);
  };
  /** For what is called later than it was drawn: the entry may stand elsewhere in its list by then. */
  const leave = useRef(() => void end(typedNow()));
  useEffect(() => {
    leave.current = () => void end(typedNow());
  });
  const endWaiting = useEffectEvent(() => {
    const waited = typedNow();
    show("");
    if (!reader.paste?.(waited, { current, change, end })) end(waited);
  });
  useEffect(() => {
    if (!isLoading && isWaiting.current) queueMicrotask(endWaiting);
  }, [isLoading]);
  return { text, typedNow, show, end, type, leave };
}

/**
 * What the inputs of entries have in common: an Autocomplete that shows them at once, and the text of the next one.
 * Enter, Tab, comma, semicolon and leaving end that, and so does a submit; what no entry can be made of stays in the
 * input, and is a fault of the field until it is mended, or its list has come.
 */
export function useEntries(props: WidgetProps<Bag>, reader: EntryReader) {
  const { id, htmlName: path = "", schema, value, required, disabled = false, onChange } = props;
  const isSingle = reader.labelOf !== undefined;
  const inputRef = useRef<HTMLInputElement>(null);
  const aria = { ...useInputAria({ id, schema, required }), ...reader.aria };
  const { ahead, ...entries } = useShownEntries(value, isSingle, onChange);
  const { current, change } = entries;
  const [only] = entries.shown;
  const label = only === undefined ? "" : (reader.labelOf?.(only) ?? "");
  const { text, typedNow, show, end, type, leave } = useEntryText(path, reader, entries);
  useOnCollect(inputRef, ({ values, isSubmit }) => {
    if (isSubmit && typedNow().trim() !== "") end(typedNow(), "submitted");
    const news = ahead();
    if (news) values.set(path, news.value);
  });

  return {
    ...entries,
    inputRef,
    show,
    /** The places of the entries that break a rule. */
    faulty: new Set(useContext(OwnErrorsContext).map((error) => Number(error.path.at(-1)))),
    /** The props of its Autocomplete. */
    input: {
      id,
      disabled,
      inputValue: text === "" ? label : text,
      onInputChange(event: SyntheticEvent, typed: string, reason: AutocompleteInputChangeReason) {
        if (reason === "input") type(isSingle && typed === label ? "" : typed, isComposing(event));
        else if (reason === "selectOption" || reason === "clear") show("");
      },
      onKeyDown(event: MuiKeyboardEvent) {
        if (isComposing(event)) {
          event.defaultMuiPrevented = true;
          return;
        }
        const isTab = event.key === "Tab" && !event.shiftKey && text.trim() !== "";
        if (!isTab && (event.key !== "Enter" || hasHighlight(inputRef.current))) return;
        event.defaultMuiPrevented = true;
        end(text, isTab ? "left" : "meant");
        // What stays is a fault, and Tab leads on all the same: nobody is held in a field.
        if (event.key === "Enter" || (typedNow() === "" && !isSingle)) event.preventDefault();
      },
      onPaste(event: ClipboardEvent) {
        const pasted = event.clipboardData.getData("text");
        const endWith = (between: string) => void end(withPasted(text, between, event.target));
        if (reader.paste?.(pasted, { current, change, end: endWith })) event.preventDefault();
      },
      onBlur(event: FocusEvent) {
        if (event.currentTarget.contains(event.relatedTarget) || isWindowLeft(event)) return;
        // What is said of an entry would move the page under the pointer, and its click would miss.
        whenLetGo(event.currentTarget, () => leave.current());
      },
      renderInput: ({ slotProps, ...params }: AutocompleteRenderInputParams) => (
        <TextField
          {...params}
          hiddenLabel
          error={aria["aria-invalid"]}
          inputRef={inputRef}
          slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, ...aria } }}
        />
      ),
    },
  };
}

/** The typed text with what is pasted in place of its selected part; at its end where an entry has the focus. */
function withPasted(typed: string, pasted: string, target: EventTarget): string {
  const { selectionStart, selectionEnd } = target instanceof HTMLInputElement ? target : NOWHERE;
  return typed.slice(0, selectionStart ?? typed.length) + pasted + typed.slice(selectionEnd ?? typed.length);
}

const NOWHERE = { selectionStart: null, selectionEnd: null };

/** Whether Enter would choose from the open list. */
const hasHighlight = (input: HTMLInputElement | null): boolean =>
  input?.getAttribute("aria-expanded") === "true" && input.hasAttribute("aria-activedescendant");

/** While a word is composed, as for Chinese, its keys are the composition's. */
const isComposing = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  "isComposing" in nativeEvent && nativeEvent.isComposing === true;
