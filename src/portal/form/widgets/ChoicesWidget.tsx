import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import { memo, useMemo } from "react";
import type { JsonObject, FieldSchema } from "../../../contract/schema/fields.ts";
import { isAmbiguous, readTyped, splitEntries } from "../../../contract/schema/readEntry.ts";
import { useFormActions } from "../formContext.ts";
import { foundOptions, useChoices, type Choices, type Reading } from "../options/choices.ts";
import type { Option } from "../options/optionLists.ts";
import { Chips } from "./Chips.tsx";
import { ChosenCount, KeptNote, LIST_PROPS } from "./optionList.tsx";
import { PasteNote, usePastedChoices } from "./pastedChoices.tsx";
import { useEntries, type TakenEntries } from "./useEntries.tsx";

const NONE: Option[] = [];

interface EntryChipsProps extends Partial<AutocompleteProps<Option, true, false, false>> {
  entries: ReturnType<typeof useEntries>;
  chosen: Option[];
  options: Option[];
  isOffered?: (value: string) => boolean;
}

/** Entries as chips, before the text of the next one. */
const EntryChips = ({ entries, chosen, options, isOffered, ...props }: EntryChipsProps) => (
  <Autocomplete<Option, true>
    {...LIST_PROPS}
    {...entries.input}
    multiple
    disableCloseOnSelect
    options={options}
    value={chosen}
    onChange={(_, next) => entries.change(next.map(({ value }) => value))}
    renderValue={(_, getItemProps) => (
      <Chips
        labels={chosen.map(({ label }) => label)}
        markOf={(index) => {
          if (entries.faulty.has(index)) return "faulty";
          return isOffered?.(entries.shown[index] ?? "") === false ? "kept" : undefined;
        }}
        disabled={entries.input.disabled}
        getItemProps={getItemProps}
      />
    )}
    {...props}
  />
);

/** Many choices from a list, found by typing, shown as chips. Values the list does not offer are kept, and marked. */
export const ChoicesWidget = (props: WidgetProps<JsonObject>) => (
  <ChoicesInput {...props} choices={useChoices(props.schema as FieldSchema)} />
);

interface ChoicesInputProps extends WidgetProps<JsonObject> {
  choices: Choices;
}

/** Drawn anew for its own choices only, not for every list that comes. */
const ChoicesInput = memo(function ChoicesInput({ choices, ...props }: ChoicesInputProps) {
  const field = props.schema as FieldSchema;
  const { isLoading, isListed, isOffered, offered } = choices;
  const reading = { choices, rules: field.items, isOpen: field["x-options"]?.open ?? false };
  const pasted = usePastedChoices(reading);
  const entries = useEntries(props, {
    isLoading,
    isAmbiguous: (text) => isAmbiguous(text, reading),
    take: (text, isMeant, current) => takeTyped(text, isMeant, current, reading),
    paste(text, into) {
      const parts = splitEntries(text);
      // A single word is text to search for, but for a cell of a table, which ends with its line.
      if (parts.length === 0 || (parts.length === 1 && !/[\r\n]/.test(text))) return false;
      if (isLoading) into.end(`${parts.join(", ")}, `);
      else pasted.take(parts, into);
      return true;
    },
  });
  const { shown, inputRef } = entries;
  const chosen = useMemo(() => shown.map((one) => choices.optionOf(one)), [shown, choices]);
  const kept = useMemo(() => shown.filter((one) => !isOffered(one)), [shown, isOffered]);
  const outside = kept.filter(isListed);
  const elsewhere = useWordsElsewhere(field);
  const unlisted = isLoading ? chosen : chosen.filter(({ value }) => kept.includes(value));
  return (
    <>
      <EntryChips
        entries={entries}
        chosen={chosen}
        options={unlisted.length === 0 ? offered : [...offered, ...unlisted]}
        isOffered={isOffered}
        loading={isLoading}
        filterOptions={(_, { inputValue }) => foundOptions(inputValue, reading)}
      />
      <ChosenCount label={props.label} values={shown} />
      <PasteNote
        report={pasted.report}
        chosen={shown}
        text={entries.text}
        elsewhere={elsewhere}
        onClose={() => {
          pasted.forget();
          // The report goes, and with it the button that has the focus.
          inputRef.current?.focus();
        }}
      />
      {outside.length > 0 && <KeptNote values={outside} words={elsewhere} />}
      {kept.length > outside.length && <KeptNote values={kept.filter((one) => !isListed(one))} />}
    </>
  );
});

/** What is said of values that a list holds and does not offer now. */
function useWordsElsewhere(field: FieldSchema): string {
  const { schema } = useFormActions();
  const narrowing = schema.properties[field["x-options"]?.filterBy ?? ""];
  return narrowing?.title ? `Outside the chosen ${narrowing.title.toLowerCase()}` : "No longer offered";
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

/** What the keyboard handling says of a list of choices does not hold for entries typed freely. */
const PLAIN_TEXT = { role: undefined, "aria-autocomplete": undefined, "aria-expanded": undefined };

const NO_LIST = { open: false, forcePopupIcon: false, selectOnFocus: false, handleHomeEndKeys: false };

/** Entries typed freely, from no list; an entry holds no comma. */
export function TagsWidget(props: WidgetProps<JsonObject>) {
  const entries = useEntries(props, {
    aria: PLAIN_TEXT,
    take: (text) => ({ taken: splitEntries(text), rest: "" }),
    paste(text, into) {
      const isList = splitEntries(text).length > 1;
      if (isList) into.end(text);
      return isList;
    },
  });
  const chosen = useMemo(() => entries.shown.map((value) => ({ value, label: value })), [entries.shown]);
  return <EntryChips entries={entries} chosen={chosen} options={NONE} {...NO_LIST} />;
}
