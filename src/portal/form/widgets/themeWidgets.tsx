import Typography from "@mui/material/Typography";
import { Theme } from "@rjsf/mui";
import type { WidgetProps } from "@rjsf/utils";
import { useState, type ComponentType, type SyntheticEvent } from "react";
import type { JsonObject } from "../../../contract/json.ts";
import { useInputAria, type InputAria } from "../formContext.ts";
import { UnlistedValuesNote } from "./optionList.tsx";

/** The theme's inputs with ARIA attributes that match our field frame. */

const theme = Theme.widgets as unknown as Record<
  "SelectWidget" | "CheckboxWidget" | "CheckboxesWidget" | "RadioWidget",
  ComponentType<WidgetProps<JsonObject>>
>;

/** The theme colors an input by its errors, visible or not. */
const withVisibleErrors = (props: WidgetProps<JsonObject>, aria: InputAria): WidgetProps<JsonObject> =>
  aria["aria-invalid"] ? props : { ...props, rawErrors: [] };

export function SelectWidget(props: WidgetProps<JsonObject>) {
  const { id, schema, required, options } = props;
  const aria = useInputAria({ id, schema, required });
  const openState = useOpenOnPress();
  const rjsfSlotProps = { select: { labelId: `${id}-label`, SelectDisplayProps: aria, ...openState } };
  const mui = { size: "small", fullWidth: true, rjsfSlotProps };
  return <theme.SelectWidget {...withVisibleErrors(props, aria)} hideLabel options={{ ...options, mui }} />;
}

/**
 * MUI closes a select if the pointer is released elsewhere than it was pressed. The page can move in between, when the
 * error of the field before disappears, so the list stays open.
 */
function useOpenOnPress() {
  const [open, setOpen] = useState(false);
  return {
    open,
    onOpen: () => setOpen(true),
    onClose: ({ type }: SyntheticEvent) => type !== "mouseup" && setOpen(false),
  };
}

export function CheckboxWidget(props: WidgetProps<JsonObject>) {
  const { id, schema, required, options } = props;
  const input = useInputAria({ id, schema, required });
  const mui = { rjsfSlotProps: { checkbox: { "aria-describedby": undefined, slotProps: { input } } } };
  return (
    <>
      {/* The theme would render the description as a heading. */}
      <theme.CheckboxWidget
        {...withVisibleErrors(props, input)}
        options={{ ...options, description: "", mui }}
      />
      {schema.description && (
        <Typography id={`${id}-help`} variant="body2" color="textSecondary">
          {schema.description}
        </Typography>
      )}
    </>
  );
}

/** Saved values that are not offered get a checkbox too. The group around has the field's id and description. */
export function CheckboxesWidget({ id, options, ...props }: WidgetProps<JsonObject>) {
  const { enumOptions: offered = [] } = options;
  const selected = (props.value ?? []) as string[];
  const unlisted = selected.filter((entry) => offered.every(({ value }) => value !== entry));
  const enumOptions = [...offered, ...unlisted.map((value) => ({ value, label: value }))];
  return (
    <>
      <theme.CheckboxesWidget
        {...props}
        id={`${id}-choices`}
        options={{ ...options, enumOptions, mui: buildCheckboxGrid(enumOptions.map(({ label }) => label)) }}
      />
      {unlisted.length > 0 && <UnlistedValuesNote values={unlisted} />}
    </>
  );
}

/** The group around has the field's id, label and description. */
export function RadioWidget({ id, options, ...props }: WidgetProps<JsonObject>) {
  const group = { "aria-labelledby": `${id}-label`, "aria-required": props.required };
  const mui = { rjsfSlotProps: { radioGroup: group } };
  return <theme.RadioWidget {...props} id={`${id}-choices`} hideLabel options={{ ...options, mui }} />;
}

const MAX_SHORT_LABEL_LENGTH = 28;

const buildCheckboxGrid = (labels: string[]) => ({
  sx: {
    display: "grid",
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${labels.some(({ length }) => length > MAX_SHORT_LABEL_LENGTH) ? 260 : 180}px), 1fr))`,
    "& .MuiCheckbox-root": { py: 0.75 },
  },
  rjsfSlotProps: { checkbox: { slotProps: { root: { "aria-describedby": undefined } } } },
});
