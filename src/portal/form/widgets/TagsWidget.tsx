import useAutocomplete from "@mui/material/useAutocomplete";
import type { WidgetProps } from "@rjsf/utils";
import type { ClipboardEvent, FocusEvent, KeyboardEvent } from "react";
import type { Bag } from "../../../contract/fields.ts";
import { useInputAria } from "../formScope.ts";
import { useFaultyEntries } from "../faultyEntries.ts";
import { isWindowLeft } from "../isWindowLeft.ts";
import { TagsBox } from "../inputs/TagsBox.tsx";
import { useTypedEntry } from "../typedEntry.ts";

const NONE: string[] = [];

type MuiKeyboardEvent = KeyboardEvent<HTMLDivElement> & { defaultMuiPrevented?: boolean };

/** Entries typed freely. Enter, Tab and comma add the typed text, and so does leaving; an entry holds no comma. */
export function TagsWidget({
  id,
  name,
  schema,
  value,
  required,
  disabled = false,
  onChange,
}: WidgetProps<Bag>) {
  const entries = (value as string[] | undefined) ?? NONE;
  const aria = useInputAria([name], Boolean(schema.description), required);
  const faulty = useFaultyEntries(name);
  const { typed, type, add, addTyped } = useTypedEntry(name, entries, onChange);

  const onKeyDown = (event: MuiKeyboardEvent) => {
    const isWanted = event.key === "Enter" || (event.key === "Tab" && typed.trim() !== "");
    if (!isWanted) return;
    event.preventDefault();
    event.defaultMuiPrevented = true;
    addTyped();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    if (!/[,\r\n\t]/.test(pasted.trim())) return;
    event.preventDefault();
    add(withPasted(typed, pasted, event.target));
  };
  const onBlur = (event: FocusEvent) => {
    if (!isWindowLeft(event)) addTyped();
  };
  const box = useAutocomplete<string, true, false, true>({
    id,
    multiple: true,
    freeSolo: true,
    options: [],
    value: entries,
    inputValue: typed,
    disabled,
    onInputChange: (_, text, reason) => reason === "input" && type(text),
    onChange: (_, next) => onChange(next),
  });
  return (
    <TagsBox
      box={box}
      entries={entries}
      faulty={faulty}
      aria={aria}
      disabled={disabled}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={onBlur}
    />
  );
}

/** The typed text with what is pasted in place of its selected part; at its end where an entry has the focus. */
function withPasted(typed: string, pasted: string, target: EventTarget): string {
  const { selectionStart, selectionEnd } = target instanceof HTMLInputElement ? target : NOWHERE;
  return typed.slice(0, selectionStart ?? typed.length) + pasted + typed.slice(selectionEnd ?? typed.length);
}

const NOWHERE = { selectionStart: null, selectionEnd: null };
