import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { WidgetProps } from "@rjsf/utils";
import { useLayoutEffect, useRef } from "react";
import type { Bag, FieldSchema } from "../../../contract/fields.ts";
import { useController } from "../formScope.ts";
import { idOf } from "../formState.ts";
import { Card } from "../inputs/Card.tsx";
import { PeriodDate } from "../inputs/PeriodDate.tsx";
import { useFocusAfterDrawing } from "../rowFocus.ts";

interface Period {
  start?: string | undefined;
  end?: string | undefined;
}

/** Periods of time, each from a day to a day. */
export function PeriodsWidget({ id, name, schema, value, disabled, onChange }: WidgetProps<Bag>) {
  const controller = useController();
  const focus = useFocusAfterDrawing();
  const periods = (value as Period[] | undefined) ?? [];
  const { start, end } = (schema as FieldSchema).items?.properties ?? {};
  const addId = `${id}-add`;
  const idAt = (index: number) => idOf(controller.idPrefix, [name, String(index), "start"]);

  // Two dates may change before the first change is drawn: the second builds upon it.
  const latest = useRef(periods);
  useLayoutEffect(() => {
    latest.current = periods;
  });
  const change = (index: number, part: Period) => {
    latest.current = latest.current.map((period, at) => (at === index ? { ...period, ...part } : period));
    onChange(latest.current);
  };
  const add = () => {
    focus(idAt(periods.length));
    onChange([...periods, {}]);
  };
  const remove = (index: number) => {
    focus(addId);
    controller.untouchBelow([name]);
    onChange(periods.filter((_, at) => at !== index));
  };
  return (
    <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
      {periods.map((period, index) => (
        <Card key={index} title={`Period ${index + 1}`} disabled={disabled} onRemove={() => remove(index)}>
          <PeriodDate
            path={[name, String(index), "start"]}
            field={start}
            value={period.start}
            disabled={disabled}
            onChange={(day) => change(index, { start: day })}
          />
          <PeriodDate
            path={[name, String(index), "end"]}
            field={end}
            value={period.end}
            disabled={disabled}
            onChange={(day) => change(index, { end: day })}
          />
        </Card>
      ))}
      <Button id={addId} variant="outlined" size="small" disabled={disabled ?? false} onClick={add}>
        {periods.length === 0 ? "+ Add a time period" : "+ Add another time period"}
      </Button>
    </Stack>
  );
}
