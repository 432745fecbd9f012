import Autocomplete from "@mui/material/Autocomplete";
import type { FieldSchema } from "../../../contract/fields.ts";
import type { Choices } from "../choices.ts";
import type { InputAria } from "../formScope.ts";
import { isMore, matchesOf } from "../matches.ts";
import type { Option } from "../optionLists.ts";
import { usePastedChoices } from "../usePastedChoices.ts";
import { ChoiceOption } from "./ChoiceOption.tsx";
import { ChoiceText, LIST } from "./ChoiceText.tsx";
import { EntryChip } from "./EntryChip.tsx";
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
  onChange(value: string[]): void;
}

/**
 * Many choices from a list, shown as chips. Values the list does not offer are kept, and marked. A pasted column of
 * entries is taken in at once.
 */
export function ChoicesInput({
  id,
  value,
  choices,
  aria,
  disabled,
  faulty,
  items,
  onChange,
}: ChoicesInputProps) {
  const { report, onPaste, forgetReport } = usePastedChoices({ chosen: value, choices, items, onChange });
  const chosen = value.map((one) => choices.optionOf(one));
  const kept = chosen.filter((option) => !choices.isOffered(option.value));
  const unlisted = choices.isLoading ? chosen : kept;
  return (
    <>
      <Autocomplete<Option, true>
        id={id}
        multiple
        disableCloseOnSelect
        onPaste={onPaste}
        value={chosen}
        options={unlisted.length === 0 ? choices.offered : [...choices.offered, ...unlisted]}
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
        onChange={(_, next) => onChange(next.map((option) => option.value))}
        renderOption={({ key, ...props }, option, { selected }) => (
          <ChoiceOption key={key} option={option} isChosen={selected} {...props} />
        )}
        renderValue={(options, itemProps) =>
          options.map((option, index) => {
            const { key, ...props } = itemProps({ index });
            const mark = faulty.has(index) ? "faulty" : kept.includes(option) ? "kept" : undefined;
            return <EntryChip key={key} label={option.label} mark={mark} {...props} />;
          })
        }
        renderInput={(params) => <ChoiceText params={params} aria={aria} />}
      />
      <PasteNote report={report} onClose={forgetReport} />
      {kept.length > 0 && <KeptNote values={kept.map((option) => option.value)} />}
    </>
  );
}
