import type { WidgetProps } from "@rjsf/utils";
import type { Bag } from "../../../contract/fields.ts";
import { useInputAria } from "../formScope.ts";
import { TextInput } from "../inputs/TextInput.tsx";

const ROWS = 4;

const trim = (text: string) => text.trim();

/** Text of many lines; Enter makes a new one, and the input grows with it. */
export function LongTextWidget({ id, name, schema, value, required, disabled, onChange }: WidgetProps<Bag>) {
  const aria = useInputAria([name], Boolean(schema.description), required);
  return (
    <TextInput
      id={id}
      name={name}
      value={value}
      aria={aria}
      disabled={disabled}
      rows={ROWS}
      tidy={trim}
      onChange={onChange}
    />
  );
}
