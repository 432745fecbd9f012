import type { FieldSchema } from "../../../contract/fields.ts";
import { useController, useInputAria } from "../formScope.ts";
import { idOf } from "../formState.ts";
import { DateInput } from "./DateInput.tsx";
import { FieldFrame } from "./FieldFrame.tsx";

interface PeriodDateProps {
  path: string[];
  field: FieldSchema | undefined;
  value: string | undefined;
  disabled?: boolean | undefined;
  onChange(day: string | undefined): void;
}

/** One end of a period, with its own label and error. */
export function PeriodDate({ path, field, value, disabled, onChange }: PeriodDateProps) {
  const id = idOf(useController().idPrefix, path);
  const aria = useInputAria(path, false);
  const label = field?.title ?? "";
  return (
    <FieldFrame path={path} label={label}>
      <DateInput id={id} label={label} value={value} aria={aria} disabled={disabled} onChange={onChange} />
    </FieldFrame>
  );
}
