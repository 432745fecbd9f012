import type { WidgetProps } from "@rjsf/utils";
import type { Bag } from "../../../contract/fields.ts";
import { numberIn } from "../../../contract/numberIn.ts";
import { useInputAria } from "../formScope.ts";
import { TextInput } from "../inputs/TextInput.tsx";

const trim = (text: string) => text.trim();

/** A number. What is typed and says none is kept as it is, for the rules to name the fault. */
export function NumberWidget({ id, name, schema, value, required, disabled, onChange }: WidgetProps<Bag>) {
  const aria = useInputAria([name], Boolean(schema.description), required);
  return (
    <TextInput
      id={id}
      name={name}
      value={value === undefined || value === null ? undefined : String(value)}
      aria={aria}
      inputMode={schema.type === "integer" ? "numeric" : "decimal"}
      disabled={disabled}
      tidy={trim}
      onChange={(text) => onChange(text === undefined ? undefined : (numberIn(text) ?? text))}
    />
  );
}
