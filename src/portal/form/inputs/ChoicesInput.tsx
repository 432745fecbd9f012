import useAutocomplete from "@mui/material/useAutocomplete";
import { useMemo } from "react";
import type { FieldSchema } from "../../../contract/fields.ts";
import { useAheadValue } from "../aheadValue.ts";
import type { Choices } from "../choices.ts";
import type { InputAria } from "../formScope.ts";
import { isWellFormed } from "../isWellFormed.ts";
import { isMore, matchesOf } from "../matches.ts";
import type { Option } from "../optionLists.ts";
import { usePastedChoices } from "../usePastedChoices.ts";
import { useSearchText } from "../useSearchText.ts";
import { ChoiceBox } from "./ChoiceBox.tsx";
import { EntryChips } from "./EntryChips.tsx";
import { KeptNote } from "./KeptNote.tsx";
import { PasteNote } from "./PasteNote.tsx";

interface ChoicesInputProps {
  id: string;
  value: string[];
  choices: Choices;
  aria: InputAria;
  disabled?: boolean | undefined;
  /** Positions of the entries that break a rule. */
  faulty: ReadonlySet<number>;
  /** The rules of one entry. */
  items: FieldSchema | undefined;
  /** Whether well-formed values may be entered that the list does not offer. */
  isOpen?: boolean;
  onChange(value: string[]): void;
}

/**
 * Many choices from a list, shown as chips. Values the list does not offer are kept, and marked. A pasted column of
 * entries is taken in at once.
 */
export function ChoicesInput({
  id,
  value: known,
  choices,
  aria,
  disabled = false,
  faulty,
  items,
  isOpen = false,
  onChange: take,
}: ChoicesInputProps) {
  const [value, onChange] = useAheadValue(known, take);
  const pasted = usePastedChoices({ chosen: value, choices, items, onChange: take });
  const chosen = useMemo(() => value.map((one) => choices.optionOf(one)), [value, choices]);
  const kept = chosen.filter((option) => !choices.isOffered(option.value));
  const unlisted = choices.isLoading ? chosen : kept;
  const box = useAutocomplete<Option, true>({
    id,
    multiple: true,
    disableCloseOnSelect: true,
    value: chosen,
    options: unlisted.length === 0 ? choices.offered : [...choices.offered, ...unlisted],
    disabled,
    autoHighlight: true,
    ...useSearchText(),
    filterOptions: (_, { inputValue }) => {
      const found = matchesOf(choices.offered, inputValue);
      return isOpen && found.length === 0 ? unlistedOption(inputValue.trim(), choices, items) : found;
    },
    getOptionKey: ({ value: key }) => key,
    getOptionDisabled: isMore,
    isOptionEqualToValue: (a, b) => a.value === b.value,
    onChange: (_, next) => onChange(next.map((option) => option.value)),
  });
  const keptValues = kept.map((option) => option.value);
  const markOf = (index: number) =>
    faulty.has(index) ? "faulty" : keptValues.includes(value[index]!) ? "kept" : undefined;
  return (
    <>
      <ChoiceBox
        box={box}
        aria={aria}
        disabled={disabled}
        chosen={new Set(value)}
        isLoading={choices.isLoading}
        onPaste={pasted.onPaste}
        entries={
          <EntryChips
            labels={chosen.map(({ label }) => label)}
            markOf={markOf}
            disabled={disabled}
            getItemProps={box.getItemProps}
          />
        }
      />
      <PasteNote report={pasted.report} waiting={pasted.waiting} onClose={pasted.forgetReport} />
      {kept.length > 0 && <KeptNote values={keptValues} />}
    </>
  );
}

/** A typed value that no list has, where it is well formed, as a choice. */
function unlistedOption(typed: string, choices: Choices, items: FieldSchema | undefined): Option[] {
  if (choices.isLoading || !isWellFormed(typed, choices, items)) return [];
  return [{ value: typed, label: typed, detail: "Not in the list" }];
}
