import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import Typography from "@mui/material/Typography";
import type { WidgetProps } from "@rjsf/utils";
import { memo, useMemo, useState } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import {
  formatEntryList,
  isAmbiguousEntry,
  parseExactEntry,
  parseTypedEntry,
  splitEntries,
} from "../../../contract/schema/parseEntry.ts";
import { messages } from "../../../contract/messages.ts";
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
import { useTagInput, type ParsedEntries } from "./useTagInput.tsx";

const NO_OPTIONS: Option[] = [];

interface ChipsAutocompleteProps extends Partial<AutocompleteProps<Option, true, false, false>> {
  entries: ReturnType<typeof useTagInput>;
  selectedOptions: Option[];
  options: Option[];
  isOffered?: (value: string) => boolean;
}

const ChipsAutocomplete = ({
  entries,
  selectedOptions,
  options,
  isOffered,
  ...props
}: ChipsAutocompleteProps) => (
  <Autocomplete<Option, true>
    {...AUTOCOMPLETE_PROPS}
    {...entries.input}
    multiple
    disableCloseOnSelect
    options={options}
    value={selectedOptions}
    onChange={(_, next, reason) =>
      entries.setEntries(
        next.map(({ value }) => value),
        reason,
      )
    }
    renderValue={(_, getItemProps) => (
      <Chips
        labels={selectedOptions.map(({ label }) => label)}
        getMark={(index) => {
          if (entries.invalidIndexes.has(index)) return "invalid";
          return isOffered?.(entries.selected[index] ?? "") === false ? "unlisted" : undefined;
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

/** Shown until the user changes the entries or corrects the rejected ones. */
interface PasteReport {
  text: string;
  remainingText: string;
  selectedCount: number;
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
  const [pasteReport, setPasteReport] = useState<PasteReport>();
  const entries = useTagInput(props, {
    isLoading,
    isAmbiguous: (text) => isAmbiguousEntry(text, entryContext),
    parse: (text, isConfirmed) => parseTypedEntries(text, isConfirmed, entryContext),
    parsePasted(pasted, selected) {
      const { report, ...parsed } = parsePastedEntries(pasted, selected, entryContext);
      const selectedCount = selected.length + parsed.values.length;
      setPasteReport({ text: report, remainingText: parsed.remainingText, selectedCount });
      return parsed;
    },
  });
  const { selected } = entries;
  const selectedOptions = useMemo(
    () => selected.map((value) => fieldOptions.getOption(value)),
    [selected, fieldOptions],
  );
  const unofferedValues = useMemo(() => selected.filter((value) => !isOffered(value)), [selected, isOffered]);
  const listedValues = unofferedValues.filter(isListed);
  const unlistedValues = unofferedValues.filter((value) => !isListed(value));
  const notOfferedLabel = useNotOfferedLabel(field);
  const extraOptions = isLoading
    ? selectedOptions
    : selectedOptions.filter(({ value }) => unofferedValues.includes(value));
  const isReportCurrent =
    pasteReport?.selectedCount === selected.length && entries.text.endsWith(pasteReport.remainingText);
  return (
    <>
      <ChipsAutocomplete
        entries={entries}
        selectedOptions={selectedOptions}
        options={extraOptions.length === 0 ? offered : [...offered, ...extraOptions]}
        isOffered={isOffered}
        loading={isLoading}
        filterOptions={(_, { inputValue }) => suggestOptions(inputValue, entryContext)}
      />
      <SelectedCount label={props.label} values={selected} />
      <Typography role="status" className="note" variant="body2" color="textSecondary">
        {isReportCurrent && pasteReport?.text}
      </Typography>
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
  entryContext: FieldEntryContext,
): ParsedEntries {
  const whole = parseTypedEntry(text.trim(), entryContext, isConfirmed);
  const parts = "value" in whole ? [text] : splitEntries(text);
  const entries = parts.map((part) => ({ part, ...parseTypedEntry(part.trim(), entryContext, isConfirmed) }));
  const rejected = entries.flatMap((entry) => ("error" in entry ? [entry] : []));
  return {
    values: entries.flatMap((entry) => ("value" in entry ? [entry.value] : [])),
    remainingText: rejected.map(({ part }) => part).join(", "),
    error: rejected[0]?.error,
  };
}

/** Rejected entries stay in the input as text, to be corrected. */
function parsePastedEntries(
  pasted: string[],
  selected: string[],
  entryContext: FieldEntryContext,
): ParsedEntries & { report: string } {
  const entries = pasted.map((text) => ({ text, ...parseExactEntry(text, entryContext) }));
  const rejected = entries.flatMap((entry) => ("error" in entry ? [entry] : []));
  const accepted = entries.flatMap((entry) => ("value" in entry ? [entry.value] : []));
  const values = [...new Set(accepted)].filter((value) => !selected.includes(value));
  const rejectedTexts = [...new Set(rejected.map(({ text }) => text))];
  const repeatedCount = accepted.length - values.length;
  const format = (count: number) => count.toLocaleString("en-US");
  const report = [
    `Pasted: ${format(values.length)} added`,
    repeatedCount > 0 && `${format(repeatedCount)} repeated`,
    rejected.length > 0 && `${format(rejectedTexts.length)} not added: ${formatEntryList(rejectedTexts)}`,
  ];
  return {
    values,
    remainingText: rejectedTexts.join(", "),
    error: rejected[0]?.error,
    report: `${report.filter(Boolean).join(", ")}.`,
  };
}

/** Free text has no listbox, so the Autocomplete's combobox attributes would be wrong. */
const PLAIN_TEXT_ARIA = { role: undefined, "aria-autocomplete": undefined, "aria-expanded": undefined };

const NO_LIST_PROPS = { open: false, forcePopupIcon: false, selectOnFocus: false, handleHomeEndKeys: false };

const SEPARATOR = /[,;]/;

/** Codes can be typed as a list, where the field accepts no letters. A name may contain a comma or semicolon. */
function isCodeList(text: string, { pattern = "" }: FieldSchema): boolean {
  if (!/^[\d\s,;]*$/.test(text)) return false;
  const isEntry = new RegExp(pattern, "u");
  return splitEntries(text).every((entry) => !isEntry.test(entry.replace(/\d/g, "x")));
}

/** A name with a separator is one entry if the field allows it; otherwise it stays in the input with an error. */
function parseTags(text: string, items: FieldSchema): ParsedEntries {
  const { pattern = "", "x-messages": texts } = items;
  const entry = text.trim();
  if (!SEPARATOR.test(entry) || isCodeList(entry, items))
    return { values: splitEntries(entry), remainingText: "" };
  if (new RegExp(pattern, "u").test(entry)) return { values: [entry], remainingText: "" };
  return { values: [], remainingText: text, error: texts?.["pattern"] ?? messages.invalidFormat };
}

/** Free-text entries. Only pasted lists of names are split. */
export function TagsWidget(props: WidgetProps<JsonObject>) {
  const { items = {} } = props.schema as FieldSchema;
  const entries = useTagInput(props, {
    aria: PLAIN_TEXT_ARIA,
    parse: (text) => parseTags(text, items),
    keepsSeparators: (text) => !isCodeList(text, items),
  });
  const { selected } = entries;
  const selectedOptions = useMemo(() => selected.map((value) => ({ value, label: value })), [selected]);
  return (
    <ChipsAutocomplete
      entries={entries}
      selectedOptions={selectedOptions}
      options={NO_OPTIONS}
      {...NO_LIST_PROPS}
    />
  );
}
