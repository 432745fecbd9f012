import type { Choices } from "../choices.ts";
import { useController, useInputAria } from "../formScope.ts";
import { idOf } from "../formState.ts";
import { ChoiceInput } from "./ChoiceInput.tsx";
import { FieldFrame } from "./FieldFrame.tsx";

interface RowChoiceProps {
  path: string[];
  label: string;
  value: string | undefined;
  choices: Choices;
  disabled?: boolean | undefined;
  onChange(value: string | undefined): void;
}

/** A required choice inside a card, with its own label and error. */
export function RowChoice({ path, label, value, choices, disabled, onChange }: RowChoiceProps) {
  const aria = useInputAria(path, false, true);
  return (
    <FieldFrame path={path} label={label} required>
      <ChoiceInput
        id={idOf(useController().idPrefix, path)}
        value={value}
        choices={choices}
        aria={aria}
        disabled={disabled}
        onChange={onChange}
      />
    </FieldFrame>
  );
}
