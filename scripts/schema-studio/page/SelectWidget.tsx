import { Widgets } from "@rjsf/mui";
import type { WidgetProps } from "@rjsf/utils";

const MuiSelectWidget = Widgets.SelectWidget!;

/** Names the entry that clears the choice. */
export const SelectWidget = (props: WidgetProps) => (
  <MuiSelectWidget {...props} placeholder={props.required ? "Choose" : "None"} />
);
