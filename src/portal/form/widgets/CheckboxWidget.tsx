import type { WidgetProps } from "@rjsf/utils";
import type { Bag } from "../../../contract/fields.ts";
import { CheckboxInput } from "../inputs/CheckboxInput.tsx";

/** Yes or no. */
export function CheckboxWidget({ id, label, schema, value, required, disabled, onChange }: WidgetProps<Bag>) {
  return (
    <CheckboxInput
      id={id}
      label={label}
      help={schema.description}
      checked={value === true}
      required={required}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
