import Autocomplete from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import { useMemo, useRef } from "react";
import type { Bag, FieldSchema } from "../../../contract/schema/fields.ts";
import { readTyped } from "../../../contract/schema/readEntry.ts";
import { foundOptions, useChoices } from "../options/choices.ts";
import { useInputAria } from "../formContext.ts";
import type { Option } from "../options/optionLists.ts";
import { useOptimisticValue } from "../useOptimisticValue.ts";
import { isComposing, useTypedEntries } from "../useTypedEntries.ts";
import { EntryInput, hasHighlight, KeptNote, LIST_PROPS } from "./optionList.tsx";

/** One choice from a list, found by typing. A value the list does not offer is kept, and marked. */
export function ChoiceWidget(props: WidgetProps<Bag>) {
  const { id, htmlName: path = "", schema, options, value, required, disabled = false, onChange } = props;
  const field = schema as FieldSchema;
  const choices = useChoices(field, options["source"] as string | undefined);
  const inputRef = useRef<HTMLInputElement>(null);
  const aria = useInputAria({ id, schema, required });
  const { shown, current, change } = useOptimisticValue<string | undefined>({
    inputRef,
    path,
    value,
    onChange,
  });
  const isKept = shown !== undefined && !choices.isOffered(shown);
  const label = shown === undefined ? "" : choices.optionOf(shown).label;
  // The same object while it says the same, though its list has come anew: another one is taken for another choice.
  const chosen = useMemo(() => (shown === undefined ? null : { value: shown, label }), [shown, label]);
  const reading = { choices, rules: field, isOpen: field["x-options"]?.open ?? false };
  const typing = useTypedEntries({
    path,
    inputRef,
    isSingle: true,
    isLoading: choices.isLoading,
    current: () => [current()].flatMap((one) => one ?? []),
    change: ([one]) => change(one),
    take(text, isMeant) {
      const read = readTyped(text.trim(), reading, isMeant);
      return "value" in read
        ? { taken: [read.value], rest: "" }
        : { taken: [], rest: text, fault: read.fault };
    },
  });
  return (
    <>
      <Autocomplete<Option>
        {...LIST_PROPS}
        id={id}
        loading={choices.isLoading}
        options={
          chosen === null || (!choices.isLoading && !isKept) ? choices.offered : [...choices.offered, chosen]
        }
        value={chosen}
        inputValue={typing.text === "" ? label : typing.text}
        disabled={disabled}
        filterOptions={(_, { inputValue }) => foundOptions(inputValue, reading)}
        onInputChange={(event, text, reason) => {
          if (reason === "input") typing.type(text === label ? "" : text, isComposing(event));
          else if (reason === "clear") typing.show("");
        }}
        onChange={(_, next) => {
          // Said here: of a choice that reads as what was typed, its input hears nothing.
          typing.show("");
          change(next?.value);
        }}
        onKeyDown={(event) => typing.onKeyDown(event, hasHighlight(inputRef.current))}
        onBlur={typing.onBlur}
        renderInput={(params) => <EntryInput {...params} inputRef={inputRef} aria={aria} />}
      />
      {isKept && <KeptNote values={[shown]} />}
    </>
  );
}
