import Autocomplete from "@mui/material/Autocomplete";
import type { WidgetProps } from "@rjsf/utils";
import { memo, useContext, useMemo } from "react";
import type { JsonObject, FieldSchema } from "../../../contract/schema/fields.ts";
import { isAmbiguous, readTyped } from "../../../contract/schema/readEntry.ts";
import { foundOptions, useChoices, type Choices } from "../options/choices.ts";
import type { Option } from "../options/optionLists.ts";
import { CardContext } from "../templates/ListTemplate.tsx";
import { KeptNote, LIST_PROPS } from "./optionList.tsx";
import { useEntries } from "./useEntries.tsx";

const WITHOUT_CLEAR = { ...LIST_PROPS.slotProps, clearIndicator: { style: { display: "none" } } };

interface ChoiceInputProps extends WidgetProps<JsonObject> {
  choices: Choices;
}

/** One choice from a list, found by typing. A value the list does not offer is kept, and marked. */
export function ChoiceWidget(props: WidgetProps<JsonObject>) {
  const choices = useChoices(props.schema as FieldSchema, props.options["source"] as string | undefined);
  return <ChoiceInput {...props} choices={choices} />;
}

/** Drawn anew for its own choices only, not for every list that comes. */
const ChoiceInput = memo(function ChoiceInput({ choices, ...props }: ChoiceInputProps) {
  const field = props.schema as FieldSchema;
  const reading = { choices, rules: field, isOpen: field["x-options"]?.open ?? false };
  const { shown, show, change, input } = useEntries(props, {
    labelOf: (value) => choices.optionOf(value).label,
    isLoading: choices.isLoading,
    isAmbiguous: (text) => isAmbiguous(text, reading),
    take(text, isMeant) {
      const read = readTyped(text.trim(), reading, isMeant);
      return "value" in read
        ? { taken: [read.value], rest: "" }
        : { taken: [], rest: text, fault: read.fault };
    },
  });
  // On a card another is chosen in its place: what the keyboard clears there is told with an Undo all the same.
  const isOnCard = useContext(CardContext).title !== "";
  const [value] = shown;
  const isKept = value !== undefined && !choices.isOffered(value);
  const label = value === undefined ? "" : choices.optionOf(value).label;
  // The same object while it says the same, though its list has come anew: another one is taken for another choice.
  const chosen = useMemo(() => (value === undefined ? null : { value, label }), [value, label]);
  return (
    <>
      <Autocomplete<Option>
        {...LIST_PROPS}
        {...input}
        loading={choices.isLoading}
        slotProps={isOnCard ? WITHOUT_CLEAR : LIST_PROPS.slotProps}
        options={
          chosen === null || (!choices.isLoading && !isKept) ? choices.offered : [...choices.offered, chosen]
        }
        value={chosen}
        filterOptions={(_, { inputValue }) => foundOptions(inputValue, reading)}
        onChange={(_, next) => {
          // Said here: of a choice that reads as what was typed, its input hears nothing.
          show("");
          change(next ? [next.value] : []);
        }}
      />
      {isKept && <KeptNote values={[value]} />}
    </>
  );
});
