import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import { memo, useMemo } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { isAmbiguousEntry, parseTypedEntry, splitEntries } from "../../../contract/schema/parseEntry.ts";
import { useFormState } from "../formContext.ts";
import {
  suggestOptions,
  useFieldOptions,
  type FieldOptions,
  type FieldEntryContext,
} from "../options/fieldOptions.ts";
import type { Option } from "../options/optionLists.ts";
import { Chips } from "./Chips.tsx";
import { SelectedCount, UnlistedValuesNote, AUTOCOMPLETE_PROPS } from "./optionList.tsx";
import { PasteReportNote, usePasteReport } from "./pasteReport.tsx";
import { useTagInput, type ParsedEntries } from "./useTagInput.tsx";

const NO_OPTIONS: Option[] = [];

interface ChipsAutocompleteProps extends Partial<AutocompleteProps<Option, true, false, false>> {
  entries: ReturnType<typeof useTagInput>;
  selected: Option[];
  options: Option[];
  isOffered?: (value: string) => boolean;
}

const ChipsAutocomplete = ({ entries, selected, options, isOffered, ...props }: ChipsAutocompleteProps) => (
  <Autocomplete<Option, true>
    {...AUTOCOMPLETE_PROPS}
    {...entries.input}
    multiple
    disableCloseOnSelect
    options={options}
    value={selected}
    onChange={(_, next) => entries.setEntries(next.map(({ value }) => value))}
    renderValue={(_, getItemProps) => (
      <Chips
        labels={selected.map(({ label }) => label)}
        getMark={(index) => {
          if (entries.invalidIndexes.has(index)) return "invalid";
          return isOffered?.(entries.shown[index] ?? "") === false ? "unlisted" : undefined;
        }}
        disabled={entries.input.disabled}
        getItemProps={getItemProps}
      />
    )}
    {...props}
  />
);

export const MultiAutocompleteWidget = (props: WidgetProps<JsonObject>) => (
  <MultiAutocompleteInput {...props} fieldOptions={useFieldOptions(props.schema as FieldSchema)} />
);

interface MultiAutocompleteInputProps extends WidgetProps<JsonObject> {
  fieldOptions: FieldOptions;
}

/** Memoized: re-renders for its own options, not for every list that loads. */
const MultiAutocompleteInput = memo(function MultiAutocompleteInput({
  fieldOptions,
  ...props
}: MultiAutocompleteInputProps) {
  const field = props.schema as FieldSchema;
  const { isLoading, isListed, isOffered, offered } = fieldOptions;
  const entryContext = {
    options: fieldOptions,
    rules: field.items,
    isOpen: field["x-options"]?.open ?? false,
  };
  const pasteReport = usePasteReport(entryContext);
  const entries = useTagInput(props, {
    isLoading,
    isAmbiguous: (text) => isAmbiguousEntry(text, entryContext),
    parse: (text, isConfirmed, current) => parseTypedEntries(text, isConfirmed, current, entryContext),
    paste(text, target) {
      const parts = splitEntries(text);
      // One word is search text, unless it is a spreadsheet cell, which ends with a line break.
      if (parts.length === 0 || (parts.length === 1 && !/[\r\n]/.test(text))) return false;
      if (isLoading) target.commit(`${parts.join(", ")}, `);
      else pasteReport.apply(parts, target);
      return true;
    },
  });
  const { shown, inputRef } = entries;
  const selected = useMemo(() => shown.map((value) => fieldOptions.getOption(value)), [shown, fieldOptions]);
  const unofferedValues = useMemo(() => shown.filter((value) => !isOffered(value)), [shown, isOffered]);
  const listedValues = unofferedValues.filter(isListed);
  const unlistedValues = unofferedValues.filter((value) => !isListed(value));
  const notOfferedLabel = useNotOfferedLabel(field);
  const extraOptions = isLoading ? selected : selected.filter(({ value }) => unofferedValues.includes(value));
  return (
    <>
      <ChipsAutocomplete
        entries={entries}
        selected={selected}
        options={extraOptions.length === 0 ? offered : [...offered, ...extraOptions]}
        isOffered={isOffered}
        loading={isLoading}
        filterOptions={(_, { inputValue }) => suggestOptions(inputValue, entryContext)}
      />
      <SelectedCount label={props.label} values={shown} />
      <PasteReportNote
        report={pasteReport.report}
        selected={shown}
        text={entries.text}
        notOfferedLabel={notOfferedLabel}
        onClose={() => {
          pasteReport.clear();
          // The focused button disappears with the report.
          inputRef.current?.focus();
        }}
      />
      {listedValues.length > 0 && <UnlistedValuesNote values={listedValues} reason={notOfferedLabel} />}
      {unlistedValues.length > 0 && <UnlistedValuesNote values={unlistedValues} />}
    </>
  );
});

function useNotOfferedLabel(field: FieldSchema): string {
  const { schema } = useFormState();
  const filterField = schema.properties[field["x-options"]?.filterBy ?? ""];
  return filterField?.title ? `Outside the chosen ${filterField.title.toLowerCase()}` : "No longer offered";
}

function parseTypedEntries(
  text: string,
  isConfirmed: boolean,
  selected: string[],
  entryContext: FieldEntryContext,
): ParsedEntries {
  const whole = parseTypedEntry(text.trim(), entryContext, isConfirmed);
  const parts = "value" in whole ? [text] : splitEntries(text);
  const entries = parts.map((part) => ({ part, ...parseTypedEntry(part.trim(), entryContext, isConfirmed) }));
  const values = entries.flatMap((entry) =>
    "value" in entry && !selected.includes(entry.value) ? [entry.value] : [],
  );
  const rejected = entries.flatMap((entry) => ("error" in entry ? [entry] : []));
  return {
    values: [...new Set(values)],
    remainingText: rejected.map(({ part }) => part).join(", "),
    error: rejected[0]?.error,
  };
}

/** Free text has no listbox, so the Autocomplete's combobox attributes would be wrong. */
const PLAIN_TEXT_ARIA = { role: undefined, "aria-autocomplete": undefined, "aria-expanded": undefined };

const NO_LIST_PROPS = { open: false, forcePopupIcon: false, selectOnFocus: false, handleHomeEndKeys: false };

/** Free-text entries. They contain no comma, because the server joins lists by comma. */
export function TagsWidget(props: WidgetProps<JsonObject>) {
  const entries = useTagInput(props, {
    aria: PLAIN_TEXT_ARIA,
    parse: (text) => ({ values: splitEntries(text), remainingText: "" }),
    paste(text, target) {
      const isList = splitEntries(text).length > 1;
      if (isList) target.commit(text);
      return isList;
    },
  });
  const selected = useMemo(() => entries.shown.map((value) => ({ value, label: value })), [entries.shown]);
  return <ChipsAutocomplete entries={entries} selected={selected} options={NO_OPTIONS} {...NO_LIST_PROPS} />;
}
