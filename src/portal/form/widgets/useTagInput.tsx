import type {
  AutocompleteChangeReason,
  AutocompleteInputChangeReason,
  AutocompleteRenderInputParams,
} from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import {
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { OPTIONS_NOT_LOADED, splitEntries } from "../../../contract/schema/parseEntry.ts";
import { afterPointerUp } from "../../ui/focus.ts";
import { Input } from "../templates/BaseInputTemplate.tsx";
import {
  isWindowBlur,
  FieldErrorsContext,
  useFormState,
  useInputAria,
  useInputError,
  usePendingInput,
  type InputAria,
} from "../formContext.ts";

export interface ParsedEntries {
  values: string[];
  /** Text that is not a valid entry. It stays in the input. */
  remainingText: string;
  error?: string | undefined;
}

interface EntryParser {
  /** @param isConfirmed true after Enter or a comma, false after blur or submit */
  parse(text: string, isConfirmed: boolean): ParsedEntries;
  /** Parses a pasted list. Without it, each entry of the list is valid; the first and last join the typed text. */
  parsePasted?(entries: string[], selected: string[]): ParsedEntries;
  /** Whether the text matches several options. Enter then does not choose the first. */
  isAmbiguous?(text: string): boolean;
  /** While the option list loads, committed text waits for it. */
  isLoading?: boolean;
  /** Whether a typed comma or semicolon is part of the entry that begins with this text. */
  keepsSeparators?(text: string): boolean;
  /** Present for a single-value field: the input shows this label, and commas do not end the entry. */
  getLabel?(entry: string): string;
  aria?: object;
}

type ParseText = (parser: EntryParser) => ParsedEntries;

type MuiKeyboardEvent = KeyboardEvent & { defaultMuiPrevented?: boolean };

const ENTRY_SEPARATOR = /[,;\n]/;
const NO_ENTRIES: ParsedEntries = { values: [], remainingText: "" };

interface EntryTextOptions {
  path: string;
  parser: EntryParser;
  addEntries(values: string[]): void;
}

/** The text of the next entry, until it is committed. */
function useEntryText({ path, parser, addEntries }: EntryTextOptions) {
  const { isLoading = false } = parser;
  /** Parses the text once the list is loaded. */
  const waitingParse = useRef<ParseText>(undefined);
  const [{ text, error }, setTyped] = useState<{ text: string; error?: string | undefined }>({ text: "" });
  useInputError(path, error);

  const setText = (next: string, nextError?: string) => {
    waitingParse.current = undefined;
    setTyped({ text: next, error: nextError });
    if (next === "") pendingInput.end();
    else pendingInput.begin();
  };
  /** Returns whether the whole text became entries. */
  const apply = ({ values, remainingText, error: nextError }: ParsedEntries): boolean => {
    setText(remainingText, nextError);
    if (values.length > 0) addEntries(values);
    return remainingText === "";
  };
  const applyOnceLoaded = (typed: string, parse: ParseText): boolean => {
    if (!isLoading) return apply(parse(parser));
    setText(typed, OPTIONS_NOT_LOADED);
    waitingParse.current = parse;
    return false;
  };
  const isRejected = () => error !== undefined && !waitingParse.current;
  const commit = (isConfirmed: boolean): boolean => {
    if (text.trim() === "") return apply(NO_ENTRIES);
    if (isRejected() && !isConfirmed) return false;
    // A pasted list that waits is still reported as pasted after the field is left.
    const parseText: ParseText = (current) => current.parse(text, isConfirmed);
    return applyOnceLoaded(text, waitingParse.current ?? parseText);
  };
  const pendingInput = usePendingInput({
    // A submit does not wait for the list: an open list accepts the text as it is.
    commit() {
      if (isRejected()) return;
      const parsed = text.trim() === "" ? NO_ENTRIES : parser.parse(text, false);
      const isAccepted = apply(parsed);
      if (isLoading && !isAccepted)
        waitingParse.current = (current) => current.parse(parsed.remainingText, false);
    },
  });
  const commitWaitingText = useEffectEvent(() => void (waitingParse.current && commit(false)));
  useEffect(() => {
    if (!isLoading) commitWaitingText();
  }, [isLoading]);
  const commitLatest = useRef(commit);
  useEffect(() => {
    commitLatest.current = commit;
  });
  return { text, setText, apply, applyOnceLoaded, commit, commitLatest };
}

type EntryText = ReturnType<typeof useEntryText>;

/** A separator commits when it is typed, not while the user edits text that already contains one. */
function handleTyping(
  typed: string,
  parser: EntryParser,
  { text, setText, applyOnceLoaded }: EntryText,
): void {
  const countSeparators = (some: string) => some.split(ENTRY_SEPARATOR).length;
  if (parser.getLabel || countSeparators(typed) <= countSeparators(text)) return setText(typed);
  const end = Math.max(...[",", ";", "\n"].map((separator) => typed.lastIndexOf(separator)));
  const [before, after] = [typed.slice(0, end), typed.slice(end + 1)];
  if (before.trim() === "") return setText(after);
  if (parser.keepsSeparators?.(before)) return setText(typed);
  applyOnceLoaded(typed, (current) => {
    const parsed = current.parse(before, true);
    const { remainingText } = parsed;
    return { ...parsed, remainingText: remainingText === "" ? after : `${remainingText},${after}` };
  });
}

function handlePaste(
  event: ClipboardEvent,
  parser: EntryParser,
  selected: string[],
  entryText: EntryText,
): void {
  const { text, apply, applyOnceLoaded } = entryText;
  const { getLabel, parsePasted } = parser;
  const pasted = event.clipboardData.getData("text");
  const entries = splitEntries(pasted);
  // One word is search text, unless it is a spreadsheet cell, which ends with a line break.
  const isList = entries.length > 1 || (entries.length === 1 && parsePasted && /[\r\n]/.test(pasted));
  if (getLabel || !isList) return;
  event.preventDefault();
  const insert = (inserted: string) => insertText(text, inserted, event.target);
  if (!parsePasted) return void apply({ values: splitEntries(insert(pasted)), remainingText: "" });
  const typed = insert("").trim();
  applyOnceLoaded(insert(`${entries.join(", ")}, `), (current) => {
    const parsed = current.parsePasted!(entries, selected);
    return { ...parsed, remainingText: [typed, parsed.remainingText].filter(Boolean).join(", ") };
  });
}

/**
 * An Autocomplete whose text becomes entries on Enter, Tab, blur and submit, and codes also on comma and semicolon. Text
 * that is not a valid entry stays in the input and is an error of the field.
 */
export function useTagInput(props: WidgetProps<JsonObject>, parser: EntryParser) {
  const {
    id,
    htmlName: path = "",
    schema,
    value,
    label: title,
    required,
    disabled = false,
    onChange,
  } = props;
  const { getLabel } = parser;
  const { changeWithUndo } = useFormState();
  const inputRef = useRef<HTMLInputElement>(null);
  const selected = useMemo(() => (value === undefined ? [] : ([value].flat() as string[])), [value]);
  const aria = { ...useInputAria({ id, schema, required }), ...parser.aria };
  const addEntries = (values: string[]) => {
    if (getLabel) return onChange(values[0]);
    const added = [...new Set(values)].filter((entry) => !selected.includes(entry));
    if (added.length > 0) onChange([...selected, ...added]);
  };
  const entryText = useEntryText({ path, parser, addEntries });
  const { text, setText, commitLatest } = entryText;
  const label = selected[0] === undefined ? "" : (getLabel?.(selected[0]) ?? "");

  return {
    selected,
    text,
    invalidIndexes: new Set(useContext(FieldErrorsContext).map(({ path: steps }) => Number(steps.at(-1)))),
    /** Handles the Autocomplete's choices, removals and Clear. */
    setEntries(next: string[], reason: AutocompleteChangeReason) {
      // The Autocomplete reports no typing if the chosen label equals the typed text.
      setText("");
      const change = () => onChange(getLabel ? next[0] : next);
      if (reason !== "clear") return change();
      const field = path.split(".")[0] ?? "";
      changeWithUndo({ field, message: `You cleared ${title}.` }, change);
    },
    input: {
      id,
      disabled,
      inputValue: text === "" ? label : text,
      onInputChange(event: SyntheticEvent, typed: string, reason: AutocompleteInputChangeReason) {
        if (reason !== "input") return;
        const isUneditedLabel = getLabel !== undefined && typed === label;
        if (isUneditedLabel || isComposing(event)) setText(isUneditedLabel ? "" : typed);
        else handleTyping(typed, parser, entryText);
      },
      ...useCommitKeys(inputRef, parser, entryText),
      onPaste: (event: ClipboardEvent) => handlePaste(event, parser, selected, entryText),
      onBlur(event: FocusEvent) {
        if (event.currentTarget.contains(event.relatedTarget) || isWindowBlur(event)) return;
        // After the pointer is released: a new chip can move the page, and the click would miss its target.
        afterPointerUp(() => void (inputRef.current && commitLatest.current(false)));
      },
      renderInput: (params: AutocompleteRenderInputParams) => (
        <EntryInput {...params} aria={aria} inputRef={inputRef} />
      ),
    },
  };
}

/** Tab commits the text. Enter does unless it chooses from the open list. */
function useCommitKeys(
  inputRef: RefObject<HTMLInputElement | null>,
  { isAmbiguous, getLabel }: EntryParser,
  { text, commit }: EntryText,
) {
  /** The text for which the user moved in the list. */
  const navigatedText = useRef<string>(undefined);
  return {
    onHighlightChange(_: unknown, __: unknown, reason: string) {
      if (reason === "keyboard") navigatedText.current = text;
    },
    onKeyDown(event: MuiKeyboardEvent) {
      if (isComposing(event)) {
        event.defaultMuiPrevented = true;
        return;
      }
      // Without navigation, Enter on an ambiguous text does not choose the highlighted first option.
      const isUnclear = navigatedText.current !== text && isAmbiguous?.(text.trim()) === true;
      if (event.key === "Enter" && (isUnclear || !hasHighlight(inputRef.current))) {
        event.defaultMuiPrevented = true;
        event.preventDefault();
        commit(true);
      }
      // Tab commits entries and stays for the next one. It leaves if invalid text remains: no keyboard trap.
      if (event.key === "Tab" && !event.shiftKey && text.trim() !== "" && commit(false) && !getLabel)
        event.preventDefault();
    },
  };
}

interface EntryInputProps extends AutocompleteRenderInputParams {
  aria: InputAria;
  inputRef: RefObject<HTMLInputElement | null>;
}

const EntryInput = ({ id, disabled, slotProps, aria, inputRef }: EntryInputProps) => (
  <Input
    {...slotProps.input}
    id={id ?? ""}
    disabled={disabled}
    error={aria["aria-invalid"]}
    inputRef={inputRef}
    slotProps={{ input: { ...slotProps.htmlInput, ...aria } }}
  />
);

/** Replaces the selection, or appends if a chip has the focus. */
function insertText(typed: string, inserted: string, target: EventTarget): string {
  const { selectionStart, selectionEnd } = target instanceof HTMLInputElement ? target : NO_SELECTION;
  return (
    typed.slice(0, selectionStart ?? typed.length) + inserted + typed.slice(selectionEnd ?? typed.length)
  );
}

const NO_SELECTION = { selectionStart: null, selectionEnd: null };

const hasHighlight = (input: HTMLInputElement | null): boolean =>
  input?.getAttribute("aria-expanded") === "true" && input.hasAttribute("aria-activedescendant");

/** Safari sends this key code after an IME composition ends. */
const IME_KEY_CODE = 229;

/** During an IME composition, for example of Chinese, the keys belong to the IME. */
const isComposing = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  ("keyCode" in nativeEvent && nativeEvent.keyCode === IME_KEY_CODE) ||
  ("isComposing" in nativeEvent && nativeEvent.isComposing === true);
