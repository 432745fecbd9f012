import type { WidgetProps } from "@rjsf/utils";
import type { Bag } from "../../../contract/fields.ts";
import { useInputAria } from "../formScope.ts";
import { TextInput } from "../inputs/TextInput.tsx";

const trim = (text: string) => text.trim();

/** One line of text. Spaces around it go when the field is left. */
export function TextWidget({ id, name, schema, value, required, disabled, onChange }: WidgetProps<Bag>) {
  const aria = useInputAria([name], Boolean(schema.description), required);
  return (
    <TextInput
      id={id}
      name={name}
      value={value}
      aria={aria}
      disabled={disabled}
      tidy={trim}
      onChange={onChange}
    />
  );
}
