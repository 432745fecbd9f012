import TextareaAutosize from "@mui/material/TextareaAutosize";
import type { ReactNode } from "react";
import type { InputAria } from "../formScope.ts";
import { useTypedText } from "../typedText.ts";
import { boxClass } from "./boxClass.ts";

interface TextInputProps {
  id: string;
  name: string;
  value: string | undefined;
  aria: InputAria;
  type?: string;
  /** Which keys a phone offers. */
  inputMode?: "decimal" | "numeric";
  disabled?: boolean | undefined;
  /** Lines shown at least; the input grows with its text. One line without. */
  rows?: number;
  endAdornment?: ReactNode;
  tidy?: (text: string) => string;
  onChange(value: string | undefined): void;
}

/** Whether the browser lets an input grow by itself; measuring a long text at every key is slow. */
const GROWS = typeof CSS !== "undefined" && CSS.supports?.("field-sizing", "content");

/** Text of one line or of many. */
export function TextInput({
  id,
  name,
  value,
  aria,
  type = "text",
  inputMode,
  disabled = false,
  rows,
  endAdornment,
  tidy,
  onChange,
}: TextInputProps) {
  const { text, onType, onLeave } = useTypedText(value ?? "", onChange, tidy);
  const shared = {
    ...aria,
    id,
    name,
    disabled,
    value: text,
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
    onBlur: onLeave,
  };
  return (
    <div className={boxClass({ disabled, isInvalid: aria["aria-invalid"] })}>
      {rows === undefined ? (
        <input className="box-text" type={type} inputMode={inputMode} {...shared} />
      ) : GROWS ? (
        <textarea className="box-text grows" style={{ minHeight: linesHigh(rows) }} {...shared} />
      ) : (
        <TextareaAutosize className="box-text" minRows={rows} {...shared} />
      )}
      {endAdornment}
    </div>
  );
}

/** So many lines and the space above and below them. */
const linesHigh = (rows: number) => `calc(${rows}lh + 17px)`;
