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
import { LONGEST_TEXT } from "../../../contract/schema/defaultLimits.ts";
import type { JsonObject, FieldSchema } from "../../../contract/schema/fields.ts";
import { numberIn } from "../../../contract/wire/typedValues.ts";
import { useInputAria } from "../formContext.ts";
import { useBufferedText } from "../useBufferedText.ts";

/** What a browser knows of the text from the field's role: which keys a phone offers, what can be filled in. */
const INPUT_TYPES: Partial<Record<string, string>> = { email: "email", phone: "tel" };

/** A plain textarea that grows with its text: MUI's own measures its height at each key. */
const MANY_LINES = {
  rows: 3,
  style: { fieldSizing: "content", minHeight: "3lh", resize: "vertical", height: "auto" } as object,
};

/** The input of RJSF's widgets for text of one line or many, for numbers and for passwords. */
export function BaseInputTemplate(props: BaseInputTemplateProps<JsonObject> & { multiline?: boolean }) {
  const { htmlName: path = "", label, schema, value, multiline, onChange, ...given } = props;
  const [isRevealed, setRevealed] = useState(false);
  const isSecret = given.type === "password";
  const isNumber = schema.type === "number" || schema.type === "integer";
  const type = isSecret && isRevealed ? "text" : given.type;
  const { input } = useBufferedText({
    path,
    text: value === undefined || value === null ? "" : String(value),
    onChange,
    // Nothing is taken off a password: a space may belong to it.
    tidy: isSecret ? String : undefined,
    // What says no number is kept as it is, for the rules to name the fault.
    read: isNumber ? (text) => numberIn(text) ?? text : undefined,
  });
  return (
    <>
      <TextInput
        {...props}
        input={input}
        {...(multiline
          ? { inputComponent: "textarea", htmlInput: MANY_LINES }
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
      <Length inputRef={input.inputRef} own={schema.maxLength} />
    </>
  );
}

interface TextInputProps extends WidgetProps<JsonObject> {
  input: ReturnType<typeof useBufferedText>["input"];
  htmlInput: Omit<ComponentProps<"input">, "ref"> & { rows?: number };
  inputComponent?: "textarea";
  endAdornment?: ReactNode;
}

/** An input that keeps its text to itself until the form takes it in. */
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

/** The input of a text field, without the label and the help that our frame has, and without a notch for a label. */
export const Input = (props: OutlinedInputProps) => (
  <OutlinedInput {...props} fullWidth size="small" slots={{ notchedOutline: Outline }} />
);

const Outline = ({ className }: { className: string }) => <span aria-hidden="true" className={className} />;

interface LengthProps {
  inputRef: RefObject<HTMLInputElement | null>;
  /** The field's own limit; what holds for every text is told only to those who come near it. */
  own: number | undefined;
}

/** How long a text is, and may be. Drawn at each key only where it says something, and nothing with it. */
function Length({ inputRef, own }: LengthProps) {
  const most = own ?? LONGEST_TEXT;
  const hear = useCallback(
    (onTyped: () => void) => {
      const input = inputRef.current;
      input?.addEventListener("input", onTyped);
      return () => input?.removeEventListener("input", onTyped);
    },
    [inputRef],
  );
  const length = useSyncExternalStore(hear, () => {
    const text = inputRef.current?.value ?? "";
    const isFarOff = own === undefined && text.length < 0.9 * most;
    return isFarOff ? undefined : [...text].length;
  });
  if (length === undefined) return null;
  const isOver = length > most;
  return (
    <Typography variant="body2" color={isOver ? "error" : "textSecondary"} sx={{ mt: 0.5, textAlign: "end" }}>
      {length.toLocaleString("en-US")} of {most.toLocaleString("en-US")} characters
    </Typography>
  );
}
