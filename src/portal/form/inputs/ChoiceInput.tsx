import useAutocomplete from "@mui/material/useAutocomplete";
import { useMemo } from "react";
import type { Choices } from "../choices.ts";
import type { InputAria } from "../formScope.ts";
import { isMore, matchesOf } from "../matches.ts";
import type { Option } from "../optionLists.ts";
import { useChoiceText } from "../useChoiceText.ts";
import { ChoiceBox } from "./ChoiceBox.tsx";
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
export function ChoiceInput({ id, value, choices, aria, disabled = false, onChange }: ChoiceInputProps) {
  const isKept = value !== undefined && !choices.isOffered(value);
  const label = value === undefined ? "" : choices.optionOf(value).label;
  // The same object while it says the same, though its list has come anew: another one is taken for another choice.
  const chosen = useMemo(() => (value === undefined ? null : { value, label }), [value, label]);
  const offersChosen = chosen === null || (!choices.isLoading && !isKept);
  const box = useAutocomplete<Option>({
    id,
    value: chosen,
    options: offersChosen ? choices.offered : [...choices.offered, chosen],
    disabled,
    autoHighlight: true,
    ...useChoiceText(value, label),
    filterOptions: (_, { inputValue }) => matchesOf(choices.offered, inputValue),
    getOptionKey: ({ value: key }) => key,
    getOptionDisabled: isMore,
    isOptionEqualToValue: (a, b) => a.value === b.value,
    onChange: (_, next) => onChange(next?.value),
  });
  const values = useMemo(() => new Set(value === undefined ? [] : [value]), [value]);
  return (
    <>
      <ChoiceBox box={box} aria={aria} disabled={disabled} chosen={values} isLoading={choices.isLoading} />
      {isKept && <KeptNote values={[value]} />}
    </>
  );
}
