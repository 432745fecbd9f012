import VisibilityIcon from "@mui/icons-material/VisibilityOutlined";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOffOutlined";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput, { type OutlinedInputProps } from "@mui/material/OutlinedInput";
import Typography from "@mui/material/Typography";
import type { BaseInputTemplateProps, WidgetProps } from "@rjsf/utils";
import {
  useCallback,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from "react";
import { DEFAULT_MAX_LENGTH } from "../../../contract/schema/defaultLimits.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { FieldSchema } from "../../../contract/schema/fields.ts";
import { parseNumber } from "../../../contract/wire/parseValues.ts";
import { useInputAria } from "../formContext.ts";
import { useBufferedText } from "../useBufferedText.ts";

/** By the field's role: for the phone keyboard and autofill. */
const INPUT_TYPES: Partial<Record<string, string>> = { email: "email", phone: "tel" };

/** Grows by CSS: MUI's textarea measures its height at each key. */
const TEXTAREA_PROPS = {
  rows: 3,
  style: { fieldSizing: "content", minHeight: "3lh", resize: "vertical", height: "auto" } as object,
};

export function BaseInputTemplate(props: BaseInputTemplateProps<JsonObject> & { multiline?: boolean }) {
  const { htmlName: path = "", label, schema, value, multiline, onChange } = props;
  const [isRevealed, setRevealed] = useState(false);
  const isSecret = props.type === "password";
  const isNumber = schema.type === "number" || schema.type === "integer";
  const type = isSecret && isRevealed ? "text" : props.type;
  const { input } = useBufferedText({
    path,
    text: value === undefined || value === null ? "" : String(value),
    onChange,
    // A password may begin or end with a space.
    normalize: isSecret ? String : undefined,
    // Text that is not a number stays text, so that validation reports it.
    parse: isNumber ? (text) => parseNumber(text) ?? text : undefined,
  });
  return (
    <>
      <TextInput
        {...props}
        input={input}
        {...(multiline
          ? { inputComponent: "textarea", htmlInput: TEXTAREA_PROPS }
          : isNumber
            ? { htmlInput: { inputMode: schema.type === "integer" ? "numeric" : "decimal" } }
            : {
                htmlInput: { type: type ?? INPUT_TYPES[(schema as FieldSchema)["x-role"] ?? ""] ?? "text" },
              })}
        endAdornment={
          isSecret && (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                aria-label={`${isRevealed ? "Hide" : "Show"} ${label}`}
                onClick={() => setRevealed(!isRevealed)}
              >
                {isRevealed ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          )
        }
      />
      <LengthCounter inputRef={input.inputRef} fieldLimit={schema.maxLength} />
    </>
  );
}

interface TextInputProps extends WidgetProps<JsonObject> {
  input: ReturnType<typeof useBufferedText>["input"];
  htmlInput: Omit<ComponentProps<"input">, "ref"> & { rows?: number };
  inputComponent?: "textarea";
  endAdornment?: ReactNode;
}

export function TextInput(props: TextInputProps) {
  const { id, htmlName, schema, required, disabled, input, htmlInput, inputComponent, endAdornment } = props;
  const aria = useInputAria({ id, schema, required });
  return (
    <Input
      {...input}
      {...(inputComponent && { inputComponent })}
      id={id}
      name={htmlName ?? ""}
      disabled={disabled ?? false}
      error={aria["aria-invalid"]}
      endAdornment={endAdornment}
      slotProps={{ input: { ...htmlInput, ...aria } }}
    />
  );
}

/** Without label and notch: the field frame renders the label. */
export const Input = (props: OutlinedInputProps) => (
  <OutlinedInput {...props} fullWidth size="small" slots={{ notchedOutline: Outline }} />
);

const Outline = ({ className }: { className: string }) => <span aria-hidden="true" className={className} />;

interface LengthCounterProps {
  inputRef: RefObject<HTMLInputElement | null>;
  /** Undefined: the default limit applies and shows from 90 % on. */
  fieldLimit: number | undefined;
}

/** Subscribes to the input, so that typing re-renders only the counter. */
function LengthCounter({ inputRef, fieldLimit }: LengthCounterProps) {
  const limit = fieldLimit ?? DEFAULT_MAX_LENGTH;
  const subscribe = useCallback(
    (onTyped: () => void) => {
      const input = inputRef.current;
      input?.addEventListener("input", onTyped);
      return () => input?.removeEventListener("input", onTyped);
    },
    [inputRef],
  );
  const length = useSyncExternalStore(subscribe, () => {
    const text = inputRef.current?.value ?? "";
    const isBelowThreshold = fieldLimit === undefined && text.length < 0.9 * limit;
    return isBelowThreshold ? undefined : [...text].length;
  });
  if (length === undefined) return null;
  const isOver = length > limit;
  return (
    <Typography variant="body2" color={isOver ? "error" : "textSecondary"} sx={{ mt: 0.5, textAlign: "end" }}>
      {length.toLocaleString("en-US")} of {limit.toLocaleString("en-US")} characters
    </Typography>
  );
}
