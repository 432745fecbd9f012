import Autocomplete from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import { useContext, useMemo, useRef } from "react";
import type { Bag, FieldSchema } from "../../../contract/schema/fields.ts";
import { readTyped, splitEntries } from "../../../contract/schema/readEntry.ts";
import { foundOptions, useChoices, type Choices, type Reading } from "../options/choices.ts";
import { OwnErrorsContext, useInputAria } from "../formContext.ts";
import type { Option } from "../options/optionLists.ts";
import { useOptimisticValue } from "../useOptimisticValue.ts";
import { isComposing, useTypedEntries, type TakenEntries } from "../useTypedEntries.ts";
import { Chips } from "./Chips.tsx";
import { ChosenCount, EntryInput, hasHighlight, KeptNote, LIST_PROPS } from "./optionList.tsx";
import { PasteNote, usePastedChoices } from "./pastedChoices.tsx";

const NONE: string[] = [];

/** What is chosen, found and typed in a field of many choices. */
function useManyChoices({ htmlName: path = "", schema, value, onChange }: WidgetProps<Bag>) {
  const field = schema as FieldSchema;
  const choices = useChoices(field);
  const reading = { choices, rules: field.items, isOpen: field["x-options"]?.open ?? false };
  const inputRef = useRef<HTMLInputElement>(null);
  const faulty = new Set(useContext(OwnErrorsContext).map((error) => Number(error.path.at(-1))));
  const { shown, current, change } = useOptimisticValue<string[]>({
    inputRef,
    path,
    value: value ?? NONE,
    onChange,
  });
  const pasted = usePastedChoices({ inputRef, current, change, reading });
  const typing = useTypedEntries({
    path,
    inputRef,
    current,
    change,
    isLoading: choices.isLoading,
    take: (text, isMeant) => takeTyped(text, isMeant, current(), reading),
    paste(text, typed) {
      const entries = splitEntries(text);
      // A single word is text to search for, but for a cell of a table, which ends with its line.
      if (entries.length === 0 || (entries.length === 1 && !/[\r\n]/.test(text))) return false;
      if (choices.isLoading) typing.end(typed(`${entries.join(", ")}, `));
      else pasted.take(entries);
      return true;
    },
  });
  const chosen = useMemo(() => shown.map((one) => choices.optionOf(one)), [shown, choices]);
  const kept = useMemo(() => shown.filter((one) => !choices.isOffered(one)), [shown, choices]);
  const unlisted = choices.isLoading ? chosen : chosen.filter(({ value: one }) => kept.includes(one));
  return { choices, reading, inputRef, faulty, shown, change, pasted, typing, chosen, kept, unlisted };
}

/** Many choices from a list, found by typing, shown as chips. Values the list does not offer are kept, and marked. */
export function ChoicesWidget(props: WidgetProps<Bag>) {
  const { id, label, schema, required, disabled = false } = props;
  const { choices, reading, inputRef, faulty, shown, change, pasted, typing, chosen, kept, unlisted } =
    useManyChoices(props);
  const aria = useInputAria({ id, schema, required });
  return (
    <>
      <Autocomplete<Option, true>
        {...LIST_PROPS}
        id={id}
        multiple
        disableCloseOnSelect
        loading={choices.isLoading}
        options={unlisted.length === 0 ? choices.offered : [...choices.offered, ...unlisted]}
        value={chosen}
        inputValue={typing.text}
        disabled={disabled}
        filterOptions={(_, { inputValue }) => foundOptions(inputValue, reading)}
        onInputChange={(event, text, reason) => {
          if (reason === "input") typing.type(text, isComposing(event));
          else if (reason === "selectOption" || reason === "clear") typing.show("");
        }}
        onChange={(_, next) => change(next.map((option) => option.value))}
        onKeyDown={(event) => typing.onKeyDown(event, hasHighlight(inputRef.current))}
        onPaste={typing.onPaste}
        onBlur={typing.onBlur}
        renderValue={(entries, getItemProps) => (
          <Chips
            labels={entries.map(({ label }) => label)}
            markOf={(index) => markOf(index, shown[index], faulty, choices)}
            disabled={disabled}
            getItemProps={getItemProps}
          />
        )}
        renderInput={(params) => <EntryInput {...params} inputRef={inputRef} aria={aria} />}
      />
      <ChosenCount label={label} values={shown} />
      <PasteNote {...pasted} chosen={shown} />
      {kept.length > 0 && <KeptNote values={kept} />}
    </>
  );
}

function markOf(index: number, value: string | undefined, faulty: ReadonlySet<number>, choices: Choices) {
  if (faulty.has(index)) return "faulty";
  return value === undefined || choices.isOffered(value) ? undefined : "kept";
}

/** The values that typed words name; words that name none stay, with the reason. */
function takeTyped(text: string, isMeant: boolean, chosen: string[], reading: Reading): TakenEntries {
  const whole = readTyped(text.trim(), reading, isMeant);
  const parts = "value" in whole ? [text] : splitEntries(text);
  const read = parts.map((part) => ({ part, ...readTyped(part.trim(), reading, isMeant) }));
  const taken = read.flatMap((one) => ("value" in one && !chosen.includes(one.value) ? [one.value] : []));
  const left = read.flatMap((one) => ("fault" in one ? [one] : []));
  return { taken: [...new Set(taken)], rest: left.map(({ part }) => part).join(", "), fault: left[0]?.fault };
}
