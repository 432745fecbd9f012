import type { WidgetProps } from "@rjsf/utils";
import type { Bag } from "../../../contract/fields.ts";
import { useInputAria } from "../formScope.ts";
import { DateInput } from "../inputs/DateInput.tsx";

/** One day. */
export function DateWidget({
  id,
  name,
  label,
  schema,
  value,
  required,
  disabled,
  onChange,
}: WidgetProps<Bag>) {
  const aria = useInputAria([name], Boolean(schema.description), required);
  return (
    <DateInput id={id} label={label} value={value} aria={aria} disabled={disabled} onChange={onChange} />
  );
}
