import type {
  AutocompleteInputChangeReason,
  AutocompleteRenderInputParams,
} from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import {
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from "react";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import { NOT_LOADED } from "../../../contract/schema/readEntry.ts";
import { whenLetGo } from "../../ui/takeFocus.ts";
import { Input } from "../templates/BaseInputTemplate.tsx";
import {
  isWindowLeft,
  OwnErrorsContext,
  useFormActions,
  useInputAria,
  useOnCollect,
  type InputAria,
} from "../formContext.ts";
import { isComposing, useEndingKeys, type Ending } from "./useEndingKeys.ts";
import { useShownEntries } from "./useShownEntries.ts";

/** What became of a text: the entries taken in, and what none could be made of, with the reason. */
export interface TakenEntries {
  taken: string[];
  rest: string;
  fault?: string | undefined;
}

/** The entries that a pasted text goes into. */
export interface PasteTarget {
  current(): string[];
  /** Takes in what became of a list; what none could be made of stays in the input, behind what is typed. */
  take(entries: TakenEntries): void;
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
  /** Whether a text names several choices: Enter asks which, in place of choosing the first. */
  isAmbiguous?(text: string): boolean;
  /** The entries are looked up in a list that is on its way: until it has come, what is typed waits. */
  isLoading?: boolean;
  /** Where there is one entry at most: the words for it, which stand in the input. Nothing in its text ends it. */
  labelOf?(entry: string): string;
  /** What else the input says of itself to assistive technology. */
  aria?: object;
}

type MuiKeyboardEvent = KeyboardEvent & { defaultMuiPrevented?: boolean };

const END_OF_ENTRY = /[,;\n]/;
const NOTHING: TakenEntries = { taken: [], rest: "" };

type ShownEntries = Pick<ReturnType<typeof useShownEntries>, "current" | "change">;

/** The text of the next entry, and what becomes of it at its end. */
function useEntryText(path: string, reader: EntryReader, { current, change }: ShownEntries) {
  const actions = useFormActions();
  const { isLoading = false, labelOf } = reader;
  // The form keeps it too: the cards of a list are made anew when the list is, and nothing typed in one goes with it.
  const [text, setText] = useState(() => actions.typedAt(path));
  /** Whether the text was ended before its list had come. */
  const isWaiting = useRef(false);
  /** What was refused last: it is not read once more just because it is left again. */
  const refused = useRef(NOTHING);

  const typedNow = () => actions.typedAt(path);
  const show = (next: string, fault?: string) => {
    isWaiting.current = false;
    refused.current = NOTHING;
    setText(next);
    actions.keepTyped(path, next, fault);
  };
  const settle = ({ taken, rest, fault }: TakenEntries) => {
    show(rest, fault);
    isWaiting.current = rest !== "" && isLoading;
    if (fault !== undefined) refused.current = { taken: [], rest, fault };
    if (taken.length > 0) change(labelOf ? taken : [...current(), ...taken]);
    return { rest, fault };
  };
  const takenOf = (typed: string, how: Ending): TakenEntries => {
    if (typed.trim() === "") return NOTHING;
    if (isLoading && how !== "submitted") return { taken: [], rest: typed, fault: NOT_LOADED };
    if (!isLoading && how !== "meant" && typed === refused.current.rest) return refused.current;
    return reader.take(typed, how === "meant", current());
  };
  const end = (typed: string, how: Ending = "left") => settle(takenOf(typed, how));
  /** The entries, for what is pasted over a part of their text. */
  const over = (target: EventTarget): PasteTarget => {
    const around = (between: string) => withPasted(typedNow(), between, target);
    return {
      current,
      take(news) {
        const rest = [around("").trim(), news.rest].filter(Boolean).join(", ");
        settle({ ...news, rest, fault: rest === typedNow() ? refused.current.fault : news.fault });
      },
      end: (between) => void end(around(between)),
    };
  };
  /** Takes what stands in the input; what ends an entry does so when it is typed, and not while others are mended. */
  const type = (typed: string, isComposed: boolean) => {
    const isEnded = typed.split(END_OF_ENTRY).length > typedNow().split(END_OF_ENTRY).length;
    if (labelOf || isComposed || !isEnded) return show(typed);
    const cut = Math.max(...[",", ";", "\n"].map((sign) => typed.lastIndexOf(sign)));
    const { rest, fault } = end(typed.slice(0, cut), "meant");
    const next = typed.slice(cut + 1);
    show(rest === "" ? next : `${rest},${next}`, fault);
  };
  /** For what is called later than it was drawn: the entry may stand elsewhere in its list by then. */
  const leave = useRef(() => void end(typedNow()));
  useEffect(() => {
    leave.current = () => void end(typedNow());
  });
  const endWaiting = useEffectEvent(() => {
    const waited = typedNow();
    show("");
    if (!reader.paste?.(waited, over(document))) end(waited);
  });
  useEffect(() => {
    if (!isLoading && isWaiting.current) queueMicrotask(endWaiting);
  }, [isLoading]);
  return { text, typedNow, show, end, over, type, leave };
}

/**
 * What the inputs of entries have in common: an Autocomplete that shows them at once, and the text of the next one.
 * Enter, Tab, comma, semicolon and leaving end that, and so does a submit; what no entry can be made of stays in the
 * input, and is a fault of the field until it is mended, or its list has come.
 */
export function useEntries(props: WidgetProps<JsonObject>, reader: EntryReader) {
  const { id, htmlName: path = "", schema, value, required, disabled = false, onChange } = props;
  const isSingle = reader.labelOf !== undefined;
  const inputRef = useRef<HTMLInputElement>(null);
  const aria = { ...useInputAria({ id, schema, required }), ...reader.aria };
  const { ahead, ...entries } = useShownEntries(value, isSingle, onChange);
  const [only] = entries.shown;
  const label = only === undefined ? "" : (reader.labelOf?.(only) ?? "");
  const { text, typedNow, show, end, over, type, leave } = useEntryText(path, reader, entries);
  useOnCollect((values, isSubmit) => {
    if (isSubmit && typedNow().trim() !== "") end(typedNow(), "submitted");
    const news = ahead();
    if (news) values.set(path, news.value);
  });

  const keys = useEndingKeys(inputRef, () => reader.isAmbiguous?.(text.trim()) === true);

  return {
    ...entries,
    inputRef,
    text,
    show,
    /** The places of the entries that break a rule. */
    faulty: new Set(useContext(OwnErrorsContext).map((error) => Number(error.path.at(-1)))),
    /** The props of its Autocomplete. */
    input: {
      id,
      disabled,
      inputValue: text === "" ? label : text,
      onInputChange(event: SyntheticEvent, typed: string, reason: AutocompleteInputChangeReason) {
        keys.begin();
        if (reason === "input") type(isSingle && typed === label ? "" : typed, isComposing(event));
        else if (reason === "selectOption" || reason === "clear") show("");
      },
      onKeyDown(event: MuiKeyboardEvent) {
        if (isComposing(event)) {
          event.defaultMuiPrevented = true;
          return;
        }
        const how = keys.endingOf(event);
        if (how === undefined || (how === "left" && text.trim() === "")) return;
        event.defaultMuiPrevented = true;
        end(text, how);
        // What stays is a fault, and Tab leads on all the same: nobody is held in a field.
        if (how === "meant" || (typedNow() === "" && !isSingle)) event.preventDefault();
      },
      onPaste(event: ClipboardEvent) {
        if (reader.paste?.(event.clipboardData.getData("text"), over(event.target))) event.preventDefault();
      },
      onBlur(event: FocusEvent) {
        if (event.currentTarget.contains(event.relatedTarget) || isWindowLeft(event)) return;
        // What is said of an entry would move the page under the pointer, and its click would miss.
        whenLetGo(() => inputRef.current && leave.current());
      },
      renderInput: (params: AutocompleteRenderInputParams) => (
        <EntryInput {...params} aria={aria} inputRef={inputRef} />
      ),
    },
  };
}

interface EntryInputProps extends AutocompleteRenderInputParams {
  aria: InputAria;
  inputRef: RefObject<HTMLInputElement | null>;
}

/**
 * The text, behind the entries. The Autocomplete hears of its frame, below which the list opens, when it is first used:
 * as soon as it has it, it is drawn once more, and lays the page out for its width.
 */
function EntryInput({ id, disabled, slotProps, aria, inputRef }: EntryInputProps) {
  const { ref: lend, ...frame } = slotProps.input;
  return (
    <Input
      {...frame}
      id={id ?? ""}
      disabled={disabled}
      error={aria["aria-invalid"]}
      inputRef={inputRef}
      onFocusCapture={({ currentTarget }) => typeof lend === "function" && void lend(currentTarget)}
      slotProps={{ input: { ...slotProps.htmlInput, ...aria } }}
    />
  );
}

/** The typed text with what is pasted in place of its selected part; at its end where an entry has the focus. */
function withPasted(typed: string, pasted: string, target: EventTarget): string {
  const { selectionStart, selectionEnd } = target instanceof HTMLInputElement ? target : NOWHERE;
  return typed.slice(0, selectionStart ?? typed.length) + pasted + typed.slice(selectionEnd ?? typed.length);
}

const NOWHERE = { selectionStart: null, selectionEnd: null };
