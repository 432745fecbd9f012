import Autocomplete from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import { memo, useContext, useMemo } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { isAmbiguousEntry, parseTypedEntry } from "../../../contract/schema/parseEntry.ts";
import { suggestOptions, useFieldOptions, type FieldOptions } from "../options/fieldOptions.ts";
import type { Option } from "../options/optionLists.ts";
import { CardContext } from "../templates/ListTemplate.tsx";
import { UnlistedValuesNote, AUTOCOMPLETE_PROPS } from "./optionList.tsx";
import { useTagInput } from "./useTagInput.tsx";

const NO_CLEAR_BUTTON = { ...AUTOCOMPLETE_PROPS.slotProps, clearIndicator: { style: { display: "none" } } };

interface AutocompleteInputProps extends WidgetProps<JsonObject> {
  fieldOptions: FieldOptions;
}

export function AutocompleteWidget(props: WidgetProps<JsonObject>) {
  const fieldOptions = useFieldOptions(
    props.schema as FieldSchema,
    props.options["source"] as string | undefined,
  );
  return <AutocompleteInput {...props} fieldOptions={fieldOptions} />;
}

/** Memoized: re-renders for its own options, not for every list that loads. */
const AutocompleteInput = memo(function AutocompleteInput({
  fieldOptions,
  ...props
}: AutocompleteInputProps) {
  const field = props.schema as FieldSchema;
  const entryContext = { options: fieldOptions, rules: field, isOpen: field["x-options"]?.open ?? false };
  const { selected, setEntries, input } = useTagInput(props, {
    getLabel: (value) => fieldOptions.getOption(value).label,
    isLoading: fieldOptions.isLoading,
    isAmbiguous: (text) => isAmbiguousEntry(text, entryContext),
    parse(text, isConfirmed) {
      const entry = parseTypedEntry(text.trim(), entryContext, isConfirmed);
      return "value" in entry
        ? { values: [entry.value], remainingText: "" }
        : { values: [], remainingText: text, error: entry.error };
    },
  });
  const isOnCard = useContext(CardContext).title !== "";
  const [value] = selected;
  const isUnlisted = value !== undefined && !fieldOptions.isOffered(value);
  const label = value === undefined ? "" : fieldOptions.getOption(value).label;
  // Memoized by content: the Autocomplete treats a new object as a new choice, for example after a list reloads.
  const selectedOption = useMemo(() => (value === undefined ? null : { value, label }), [value, label]);
  return (
    <>
      <Autocomplete<Option>
        {...AUTOCOMPLETE_PROPS}
        {...input}
        loading={fieldOptions.isLoading}
        slotProps={isOnCard ? NO_CLEAR_BUTTON : AUTOCOMPLETE_PROPS.slotProps}
        options={
          selectedOption === null || (!fieldOptions.isLoading && !isUnlisted)
            ? fieldOptions.offered
            : [...fieldOptions.offered, selectedOption]
        }
        value={selectedOption}
        filterOptions={(_, { inputValue }) => suggestOptions(inputValue, entryContext)}
        onChange={(_, next, reason) => setEntries(next ? [next.value] : [], reason)}
      />
      {isUnlisted && <UnlistedValuesNote values={[value]} />}
    </>
  );
});
