import TextField from "@mui/material/TextField";
import { ariaDescribedByIds, type WidgetProps } from "@rjsf/utils";
import { useState } from "react";

/** The input of a list of texts: one on each line. */
export function LinesWidget({ id, label, value, required, rawErrors = [], onChange }: WidgetProps) {
  const [text, setText] = useState(() => ((value ?? []) as string[]).join("\n"));
  const handleChange = (typed: string) => {
    setText(typed);
    const lines = typed.split("\n").flatMap((line) => line.trim() || []);
    onChange(lines.length > 0 ? lines : undefined);
  };
  return (
    <TextField
      id={id}
      name={id}
      label={label}
      required={required ?? false}
      error={rawErrors.length > 0}
      multiline
      minRows={2}
      maxRows={12}
      value={text}
      onChange={({ target }) => handleChange(target.value)}
      slotProps={{ htmlInput: { "aria-describedby": ariaDescribedByIds(id) } }}
    />
  );
}
