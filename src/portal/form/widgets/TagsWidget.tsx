import Autocomplete from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import { useContext, useRef } from "react";
import type { Bag } from "../../../contract/schema/fields.ts";
import { OwnErrorsContext, useInputAria } from "../formContext.ts";
import { useOptimisticValue } from "../useOptimisticValue.ts";
import { isComposing, useTypedEntries } from "../useTypedEntries.ts";
import { Chips } from "./Chips.tsx";
import { EntryInput } from "./optionList.tsx";

const NONE: string[] = [];
const NO_OPTIONS: string[] = [];

/** What the keyboard handling says of a list of choices does not hold for entries typed freely. */
const PLAIN_TEXT = { role: undefined, "aria-autocomplete": undefined, "aria-expanded": undefined } as const;

const SEPARATORS = /[,;\r\n\t]+/;

const split = (text: string) =>
  text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter(Boolean);

/** Entries typed freely; an entry holds no comma. */
export function TagsWidget({
  id,
  htmlName: path = "",
  schema,
  value,
  required,
  disabled,
  onChange,
}: WidgetProps<Bag>) {
  const inputRef = useRef<HTMLInputElement>(null);
  const aria = { ...useInputAria({ id, schema, required }), ...PLAIN_TEXT };
  const faulty = new Set(useContext(OwnErrorsContext).map((error) => Number(error.path.at(-1))));
  const { shown, current, change } = useOptimisticValue<string[]>({
    inputRef,
    path,
    value: value ?? NONE,
    onChange,
  });
  const typing = useTypedEntries({
    path,
    inputRef,
    current,
    change,
    take: (text) => ({ taken: split(text), rest: "" }),
    paste(pasted, typed) {
      if (!SEPARATORS.test(pasted.trim())) return false;
      typing.end(typed(pasted));
      return true;
    },
  });
  return (
    <Autocomplete<string, true, false, true>
      id={id}
      multiple
      freeSolo
      size="small"
      options={NO_OPTIONS}
      value={shown}
      inputValue={typing.text}
      disabled={disabled ?? false}
      onInputChange={(event, text, reason) => {
        if (reason === "input") typing.type(text, isComposing(event));
        else if (reason === "clear") typing.show("");
      }}
      onChange={(_, next) => change(next)}
      onKeyDown={typing.onKeyDown}
      onPaste={typing.onPaste}
      onBlur={typing.onBlur}
      renderValue={(entries, getItemProps) => (
        <Chips
          labels={entries}
          markOf={(index) => (faulty.has(index) ? "faulty" : undefined)}
          disabled={disabled ?? false}
          getItemProps={getItemProps}
        />
      )}
      renderInput={(params) => <EntryInput {...params} inputRef={inputRef} aria={aria} />}
    />
  );
}
