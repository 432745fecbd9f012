import Typography from "@mui/material/Typography";
import { Theme } from "@rjsf/mui";
import type { WidgetProps } from "@rjsf/utils";
import type { ComponentType } from "react";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import { useInputAria } from "../formContext.ts";
import { KeptNote } from "./optionList.tsx";

/** The theme's own inputs, told to assistive technology as the label, help and errors around them stand. */

const theme = Theme.widgets as unknown as Record<
  "SelectWidget" | "CheckboxWidget" | "CheckboxesWidget",
  ComponentType<WidgetProps<JsonObject>>
>;

/** A choice from a short list. */
export function SelectWidget(props: WidgetProps<JsonObject>) {
  const { id, schema, required, options } = props;
  const aria = useInputAria({ id, schema, required });
  const rjsfSlotProps = { select: { labelId: `${id}-label`, SelectDisplayProps: aria } };
  const mui = { size: "small", fullWidth: true, rjsfSlotProps };
  return <theme.SelectWidget {...props} hideLabel options={{ ...options, mui }} />;
}

/** Yes or no, with its help below. */
export function CheckboxWidget(props: WidgetProps<JsonObject>) {
  const { id, schema, required, options } = props;
  const input = useInputAria({ id, schema, required });
  const mui = { rjsfSlotProps: { checkbox: { "aria-describedby": undefined, slotProps: { input } } } };
  return (
    <>
      {/* The theme would make a heading of the help. */}
      <theme.CheckboxWidget {...props} options={{ ...options, description: "", mui }} />
      {schema.description && (
        <Typography id={`${id}-help`} variant="body2" color="textSecondary">
          {schema.description}
        </Typography>
      )}
    </>
  );
}

/**
 * Many choices from a short list, all of them open. A value the list does not offer has a box too, and goes with its
 * tick. The group around them has the field's id, and says its help.
 */
export function CheckboxesWidget({ id, options, ...props }: WidgetProps<JsonObject>) {
  const { enumOptions: offered = [] } = options;
  const chosen = (props.value ?? []) as string[];
  const kept = chosen.filter((one) => offered.every(({ value }) => value !== one));
  const enumOptions = [...offered, ...kept.map((value) => ({ value, label: value }))];
  return (
    <>
      <theme.CheckboxesWidget
        {...props}
        id={`${id}-choices`}
        options={{ ...options, enumOptions, mui: openChoices(enumOptions.map(({ label }) => label)) }}
      />
      {kept.length > 0 && <KeptNote values={kept} />}
    </>
  );
}

/** Above so many letters a choice takes half a line, else a third. */
const SHORT_CHOICE = 28;

const openChoices = (labels: string[]) => ({
  sx: {
    display: "grid",
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${labels.some(({ length }) => length > SHORT_CHOICE) ? 260 : 180}px), 1fr))`,
    "& .MuiCheckbox-root": { py: 0.75 },
  },
  rjsfSlotProps: { checkbox: { slotProps: { root: { "aria-describedby": undefined } } } },
});
