import Autocomplete from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import type { ClipboardEvent, KeyboardEvent } from "react";
import type { Bag } from "../../../contract/fields.ts";
import { useInputAria } from "../formScope.ts";
import { useFaultyEntries } from "../faultyEntries.ts";
import { ChoiceText } from "../inputs/ChoiceText.tsx";
import { EntryChip } from "../inputs/EntryChip.tsx";
import { useTypedEntry } from "../typedEntry.ts";

/** What Autocomplete says of itself as a list of choices does not hold for entries typed freely. */
const PLAIN_TEXT = { role: undefined, "aria-autocomplete": undefined, "aria-expanded": undefined };

type MuiKeyboardEvent = KeyboardEvent<HTMLDivElement> & { defaultMuiPrevented?: boolean };

/** Entries typed freely. Enter, Tab and comma add the typed text, and so does leaving; an entry holds no comma. */
export function TagsWidget({ id, name, schema, value, required, disabled, onChange }: WidgetProps<Bag>) {
  const entries = (value as string[] | undefined) ?? [];
  const aria = useInputAria([name], Boolean(schema.description), required);
  const faulty = useFaultyEntries(name);
  const { typed, type, add, addTyped } = useTypedEntry(entries, onChange);

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
    add(typed + pasted);
  };
  return (
    <Autocomplete<string, true, false, true>
      id={id}
      multiple
      freeSolo
      size="small"
      options={[]}
      value={entries}
      inputValue={typed}
      disabled={disabled ?? false}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={addTyped}
      onInputChange={(_, text, reason) => reason === "input" && type(text)}
      onChange={(_, next) => onChange(next)}
      renderValue={(texts, itemProps) =>
        texts.map((text, index) => {
          const { key, ...props } = itemProps({ index });
          return (
            <EntryChip key={key} label={text} mark={faulty.has(index) ? "faulty" : undefined} {...props} />
          );
        })
      }
      renderInput={(params) => <ChoiceText params={params} aria={{ ...PLAIN_TEXT, ...aria }} />}
    />
  );
}
