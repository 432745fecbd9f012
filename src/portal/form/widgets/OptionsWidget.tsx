import type { WidgetProps } from "@rjsf/utils";
import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import { useChoices } from "../choices.ts";
import { useInputAria } from "../formScope.ts";
import { useFaultyEntries } from "../faultyEntries.ts";
import { ChoiceInput } from "../inputs/ChoiceInput.tsx";
import { ChoicesInput } from "../inputs/ChoicesInput.tsx";

const NONE: string[] = [];

/** One or many choices, from the schema's own list or the one `x-options` names. */
export function OptionsWidget({ id, name, schema, value, required, disabled, onChange }: WidgetProps<Bag>) {
  const choices = useChoices(schema as FieldSchema);
  const aria = useInputAria([name], Boolean(schema.description), required);
  const faulty = useFaultyEntries(name);
  const shared = { id, choices, aria, disabled, onChange };
  if (schema.type === "array")
    return (
      <ChoicesInput
        {...shared}
        value={(value as string[] | undefined) ?? NONE}
        faulty={faulty}
        items={(schema as FieldSchema).items}
        isOpen={(schema as FieldSchema)["x-options"]?.open ?? false}
      />
    );
  return <ChoiceInput {...shared} value={value as string | undefined} />;
}
