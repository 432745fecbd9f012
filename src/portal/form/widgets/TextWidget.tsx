import type { WidgetProps } from "@rjsf/utils";
import type { Bag } from "../../../contract/fields.ts";
import { useInputAria } from "../formScope.ts";
import { TextInput } from "../inputs/TextInput.tsx";

const trim = (text: string) => text.trim();

interface TextWidgetProps extends WidgetProps<Bag> {
  /** Lines shown at least; without it the text is of one line. */
  rows?: number;
}

/** Text. Spaces around it go when the field is left. */
export function TextWidget({ id, name, schema, value, required, disabled, onChange, rows }: TextWidgetProps) {
  const aria = useInputAria([name], Boolean(schema.description), required);
  return (
    <TextInput
      id={id}
      name={name}
      value={value}
      aria={aria}
      disabled={disabled}
      {...(rows !== undefined && { rows })}
      tidy={trim}
      onChange={onChange}
    />
  );
}
