import type { WidgetProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import type { Bag } from "../../contract/fields.ts";
import { useController } from "./formScope.ts";

type Widget = (props: WidgetProps<Bag>) => ReactNode;

/** The same input, each change of which the form's controller hears of before RJSF takes it in. */
export const heardWidget = (Input: Widget): Widget =>
  function HeardWidget({ onChange, ...props }) {
    const { late } = useController();
    const { name } = props;
    return (
      <Input
        {...props}
        onChange={(value, ...rest) => {
          late.hear(name, value);
          onChange(value, ...rest);
        }}
      />
    );
  };
