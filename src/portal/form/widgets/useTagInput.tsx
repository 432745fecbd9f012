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
import type { JsonObject } from "../../../contract/json.ts";
import { OPTIONS_NOT_LOADED } from "../../../contract/schema/parseEntry.ts";
import { afterPointerUp } from "../../ui/focus.ts";
import { Input } from "../templates/BaseInputTemplate.tsx";
import {
  isWindowBlur,
  FieldErrorsContext,
  useFormState,
  useInputAria,
  useFlush,
  type InputAria,
} from "../formContext.ts";
import { isComposing, useCommitKeys, type CommitReason } from "./useCommitKeys.ts";
import { useOptimisticValues } from "./useOptimisticValues.ts";

export interface ParsedEntries {
  values: string[];
  /** Text that is not a valid entry. It stays in the input. */
  remainingText: string;
  error?: string | undefined;
}

export interface PasteTarget {
  getCurrent(): string[];
  apply(entries: ParsedEntries): void;
  /** Commits the typed text with `pasted` inserted at the selection. */
  commit(pasted: string): void;
}

interface EntryParser {
  /** @param isConfirmed true after Enter or a comma, false after blur or submit */
  parse(text: string, isConfirmed: boolean, current: string[]): ParsedEntries;
  /** Returns false to paste the text like any other. */
  paste?(text: string, target: PasteTarget): boolean;
  /** Whether the text matches several options. Enter then does not choose the first. */
  isAmbiguous?(text: string): boolean;
  /** While the option list loads, committed text waits for it. */
  isLoading?: boolean;
  /** Present for a single-value field: the input shows this label, and commas do not end the entry. */
  getLabel?(entry: string): string;
  aria?: object;
}

type MuiKeyboardEvent = KeyboardEvent & { defaultMuiPrevented?: boolean };

const ENTRY_SEPARATOR = /[,;\n]/;
const NO_ENTRIES: ParsedEntries = { values: [], remainingText: "" };

type OptimisticEntries = Pick<ReturnType<typeof useOptimisticValues>, "getCurrent" | "setEntries">;

/** The text of the next entry, until it is committed. */
function useEntryText(path: string, parser: EntryParser, { getCurrent, setEntries }: OptimisticEntries) {
  const formState = useFormState();
  const { isLoading = false, getLabel } = parser;
  // The form state has a copy: RJSF remounts list inputs, and the typed text must survive that.
  const [text, setText] = useState(() => formState.getPendingText(path));
  const isWaitingForList = useRef(false);
  /** Avoids parsing the same invalid text again at each blur. */
  const lastRejected = useRef(NO_ENTRIES);

  const getCurrentText = () => formState.getPendingText(path);
  const setEntryText = (next: string, error?: string) => {
    isWaitingForList.current = false;
    lastRejected.current = NO_ENTRIES;
    setText(next);
    formState.setPendingText(path, next, error);
  };
  const applyParsed = ({ values, remainingText, error }: ParsedEntries) => {
    setEntryText(remainingText, error);
    isWaitingForList.current = remainingText !== "" && isLoading;
    if (error !== undefined) lastRejected.current = { values: [], remainingText, error };
    if (values.length > 0) setEntries(getLabel ? values : [...getCurrent(), ...values]);
    return { remainingText, error };
  };
  const parseTyped = (typed: string, reason: CommitReason): ParsedEntries => {
    if (typed.trim() === "") return NO_ENTRIES;
    if (isLoading && reason !== "submitted")
      return { values: [], remainingText: typed, error: OPTIONS_NOT_LOADED };
    const wasRejected = typed === lastRejected.current.remainingText;
    if (!isLoading && reason !== "confirmed" && wasRejected) return lastRejected.current;
    return parser.parse(typed, reason === "confirmed", getCurrent());
  };
  const commit = (typed: string, reason: CommitReason = "blurred") => applyParsed(parseTyped(typed, reason));
  const createPasteTarget = (eventTarget: EventTarget): PasteTarget => {
    const insertText = (pasted: string) => insertPastedText(getCurrentText(), pasted, eventTarget);
    return {
      getCurrent,
      apply(parsed) {
        const remainingText = [insertText("").trim(), parsed.remainingText].filter(Boolean).join(", ");
        const isSameText = remainingText === getCurrentText();
        applyParsed({
          ...parsed,
          remainingText,
          error: isSameText ? lastRejected.current.error : parsed.error,
        });
      },
      commit: (pasted) => void commit(insertText(pasted)),
    };
  };
  /** A separator commits when it is typed, not while the user edits text that already contains one. */
  const handleTyping = (typed: string, isComposed: boolean) => {
    const hasNewSeparator =
      typed.split(ENTRY_SEPARATOR).length > getCurrentText().split(ENTRY_SEPARATOR).length;
    if (getLabel || isComposed || !hasNewSeparator) return setEntryText(typed);
    const end = Math.max(...[",", ";", "\n"].map((separator) => typed.lastIndexOf(separator)));
    const { remainingText, error } = commit(typed.slice(0, end), "confirmed");
    const next = typed.slice(end + 1);
    setEntryText(remainingText === "" ? next : `${remainingText},${next}`, error);
  };
  // A ref: on a deferred blur the entry may have a new index in its list.
  const commitLatest = useRef(() => void commit(getCurrentText()));
  useEffect(() => {
    commitLatest.current = () => void commit(getCurrentText());
  });
  const commitWaitingText = useEffectEvent(() => {
    const waitingText = getCurrentText();
    setEntryText("");
    if (!parser.paste?.(waitingText, createPasteTarget(document))) commit(waitingText);
  });
  useEffect(() => {
    if (!isLoading && isWaitingForList.current) queueMicrotask(commitWaitingText);
  }, [isLoading]);
  return { text, getCurrentText, setEntryText, commit, createPasteTarget, handleTyping, commitLatest };
}

/**
 * An Autocomplete whose text becomes entries on Enter, Tab, comma, semicolon, blur and submit. Text that is not a valid
 * entry stays in the input and is an error of the field.
 */
export function useTagInput(props: WidgetProps<JsonObject>, parser: EntryParser) {
  const { id, htmlName: path = "", schema, value, required, disabled = false, onChange } = props;
  const isSingle = parser.getLabel !== undefined;
  const inputRef = useRef<HTMLInputElement>(null);
  const aria = { ...useInputAria({ id, schema, required }), ...parser.aria };
  const { getPendingValue, ...entries } = useOptimisticValues(value, isSingle, onChange);
  const [singleValue] = entries.shown;
  const label = singleValue === undefined ? "" : (parser.getLabel?.(singleValue) ?? "");
  const entryText = useEntryText(path, parser, entries);
  const { text, getCurrentText, setEntryText, commit, createPasteTarget } = entryText;
  const { handleTyping, commitLatest } = entryText;
  useFlush((values, isSubmit) => {
    if (isSubmit && getCurrentText().trim() !== "") commit(getCurrentText(), "submitted");
    const pending = getPendingValue();
    if (pending) values.set(path, pending.value);
  });

  const keys = useCommitKeys(inputRef, () => parser.isAmbiguous?.(text.trim()) === true);

  return {
    ...entries,
    inputRef,
    text,
    setEntryText,
    invalidIndexes: new Set(useContext(FieldErrorsContext).map((error) => Number(error.path.at(-1)))),
    input: {
      id,
      disabled,
      inputValue: text === "" ? label : text,
      onInputChange(event: SyntheticEvent, typed: string, reason: AutocompleteInputChangeReason) {
        keys.resetNavigation();
        const isUneditedLabel = isSingle && typed === label;
        if (reason === "input") handleTyping(isUneditedLabel ? "" : typed, isComposing(event));
        else if (reason === "selectOption" || reason === "clear") setEntryText("");
      },
      onKeyDown(event: MuiKeyboardEvent) {
        if (isComposing(event)) {
          event.defaultMuiPrevented = true;
          return;
        }
        const reason = keys.getCommitReason(event);
        if (reason === undefined || (reason === "blurred" && text.trim() === "")) return;
        event.defaultMuiPrevented = true;
        commit(text, reason);
        // Tab leaves the field even if invalid text remains: no keyboard trap.
        if (reason === "confirmed" || (getCurrentText() === "" && !isSingle)) event.preventDefault();
      },
      onPaste(event: ClipboardEvent) {
        const target = createPasteTarget(event.target);
        if (parser.paste?.(event.clipboardData.getData("text"), target)) event.preventDefault();
      },
      onBlur(event: FocusEvent) {
        if (event.currentTarget.contains(event.relatedTarget) || isWindowBlur(event)) return;
        // After the pointer is released: an error message would move the page, and the click would miss its target.
        afterPointerUp(() => inputRef.current && commitLatest.current());
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

/** Passes the anchor ref on first focus only: with it, MUI renders again and measures the page layout. */
function EntryInput({ id, disabled, slotProps, aria, inputRef }: EntryInputProps) {
  const { ref: setAnchor, ...inputProps } = slotProps.input;
  return (
    <Input
      {...inputProps}
      id={id ?? ""}
      disabled={disabled}
      error={aria["aria-invalid"]}
      inputRef={inputRef}
      onFocusCapture={({ currentTarget }) => typeof setAnchor === "function" && void setAnchor(currentTarget)}
      slotProps={{ input: { ...slotProps.htmlInput, ...aria } }}
    />
  );
}

/** Replaces the selection, or appends if a chip has the focus. */
function insertPastedText(typed: string, pasted: string, target: EventTarget): string {
  const { selectionStart, selectionEnd } = target instanceof HTMLInputElement ? target : NO_SELECTION;
  return typed.slice(0, selectionStart ?? typed.length) + pasted + typed.slice(selectionEnd ?? typed.length);
}

const NO_SELECTION = { selectionStart: null, selectionEnd: null };
