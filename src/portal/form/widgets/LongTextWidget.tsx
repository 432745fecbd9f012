import type { WidgetProps } from "@rjsf/utils";
import type { Bag } from "../../../contract/fields.ts";
import { TextWidget } from "./TextWidget.tsx";

const ROWS = 4;

/** Text of many lines; Enter makes a new one, and the input grows with it. */
export function LongTextWidget(props: WidgetProps<Bag>) {
  return <TextWidget {...props} rows={ROWS} />;
}
