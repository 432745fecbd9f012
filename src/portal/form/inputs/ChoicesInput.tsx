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
  onChange,
}: ChoicesInputProps) {
  const { shown: value, change, changeNow, pass } = useAheadValue(known, onChange);
  const pasted = usePastedChoices({ chosen: value, choices, items, onChange: changeNow });
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
    filterOptions: (_, { inputValue }) => foundOptions(inputValue, choices, isOpen ? items : undefined),
    getOptionKey: ({ value: key }) => key,
    getOptionDisabled: isMore,
    isOptionEqualToValue: (a, b) => a.value === b.value,
    onChange: (_, next) => change(next.map((option) => option.value)),
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
        onBlur={pass}
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

/**
 * The choices that the typed words find. Where they find none, the words themselves, if a value may be so.
 *
 * @param items the rules of a value that the list does not offer; undefined where it must be one of them
 */
function foundOptions(typed: string, choices: Choices, items: FieldSchema | undefined): Option[] {
  const found = matchesOf(choices.offered, typed);
  const value = typed.trim();
  if (found.length > 0 || !items || choices.isLoading || !isWellFormed(value, choices, items)) return found;
  return [{ value, label: value, detail: "Not in the list" }];
}
