import OutlinedInput from "@mui/material/OutlinedInput";
import type { ReactNode } from "react";
import type { InputAria } from "../formScope.ts";
import { useTypedText } from "../typedText.ts";

interface TextInputProps {
  id: string;
  name: string;
  value: string | undefined;
  aria: InputAria;
  type?: string;
  disabled?: boolean | undefined;
  /** Lines shown at least; the input grows with its text. One line without. */
  rows?: number;
  endAdornment?: ReactNode;
  tidy?: (text: string) => string;
  onChange(value: string | undefined): void;
}

/** Text of one line or of many. */
export function TextInput({
  id,
  name,
  value,
  aria,
  type,
  disabled,
  rows,
  endAdornment,
  tidy,
  onChange,
}: TextInputProps) {
  const { text, onType, onLeave } = useTypedText(value ?? "", onChange, tidy);
  return (
    <OutlinedInput
      id={id}
      name={name}
      fullWidth
      size="small"
      value={text}
      disabled={disabled ?? false}
      error={aria["aria-invalid"]}
      onChange={(event) => onType(event.target.value)}
      onBlur={onLeave}
      slotProps={{ input: { ...aria } }}
      {...(type && { type })}
      {...(endAdornment !== undefined && { endAdornment })}
      {...(rows !== undefined && { multiline: true, minRows: rows })}
    />
  );
}
