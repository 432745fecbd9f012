import Autocomplete from "@mui/material/Autocomplete";
import type { Choices } from "../choices.ts";
import type { InputAria } from "../formScope.ts";
import { isMore, matchesOf } from "../matches.ts";
import type { Option } from "../optionLists.ts";
import { ChoiceOption } from "./ChoiceOption.tsx";
import { ChoiceText, LIST } from "./ChoiceText.tsx";
import { KeptNote } from "./KeptNote.tsx";

interface ChoiceInputProps {
  id: string;
  value: string | undefined;
  choices: Choices;
  aria: InputAria;
  disabled?: boolean | undefined;
  onChange(value: string | undefined): void;
}

/** One choice from a list, found by typing. A value the list does not offer is kept, and marked. */
export function ChoiceInput({ id, value, choices, aria, disabled, onChange }: ChoiceInputProps) {
  const isKept = value !== undefined && !choices.isOffered(value);
  const chosen = value === undefined ? null : choices.optionOf(value);
  const offersChosen = chosen === null || (!choices.isLoading && !isKept);
  return (
    <>
      <Autocomplete<Option>
        id={id}
        value={chosen}
        options={offersChosen ? choices.offered : [...choices.offered, chosen]}
        loading={choices.isLoading}
        disabled={disabled ?? false}
        autoHighlight
        disablePortal
        size="small"
        slotProps={LIST}
        noOptionsText="No match"
        filterOptions={(_, { inputValue }) => matchesOf(choices.offered, inputValue)}
        getOptionKey={({ value: key }) => key}
        getOptionDisabled={isMore}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        onChange={(_, next) => onChange(next?.value)}
        renderOption={({ key, ...props }, option, { selected }) => (
          <ChoiceOption key={key} option={option} isChosen={selected} {...props} />
        )}
        renderInput={(params) => <ChoiceText params={params} aria={aria} />}
      />
      {isKept && <KeptNote values={[value]} />}
    </>
  );
}
