import VisibilityIcon from "@mui/icons-material/VisibilityOutlined";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOffOutlined";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import type { WidgetProps } from "@rjsf/utils";
import Typography from "@mui/material/Typography";
import { useCallback, useState, useSyncExternalStore, type ComponentProps, type RefObject } from "react";
import { LONGEST_TEXT } from "../../../contract/schema/defaultLimits.ts";
import type { Bag, FieldSchema } from "../../../contract/schema/fields.ts";
import { numberIn } from "../../../contract/wire/typedValues.ts";
import { useInputAria } from "../formContext.ts";
import { useBufferedText } from "../useBufferedText.ts";

/** What a browser knows of the text from the field's role: which keys a phone offers, what can be filled in. */
const INPUT_TYPES: Partial<Record<string, string>> = { email: "email", phone: "tel" };

/** Text of one line, or a number. Spaces around it go when the field is left. */
export function TextWidget(props: WidgetProps<Bag>) {
  const { schema } = props;
  const type = [schema.type].flat()[0];
  if (type !== "number" && type !== "integer") {
    const role = (schema as FieldSchema)["x-role"] ?? "";
    return <TextBox {...props} htmlInput={{ type: INPUT_TYPES[role] ?? "text" }} />;
  }
  // What says no number is kept as it is, for the rules to name the fault.
  const read = (text: string) => numberIn(text) ?? text;
  return (
    <TextBox {...props} read={read} htmlInput={{ inputMode: type === "integer" ? "numeric" : "decimal" }} />
  );
}

/** Text of many lines; Enter makes a new one, and the input grows with it. */
export const LongTextWidget = (props: WidgetProps<Bag>) => (
  <TextBox
    {...props}
    // A plain textarea: MUI's own measures its height at each key.
    inputComponent="textarea"
    htmlInput={{
      rows: 4,
      style: { fieldSizing: "content", minHeight: "6lh", resize: "vertical", height: "auto" } as object,
    }}
  />
);

/** A password, hidden until its owner asks to see it. Nothing is trimmed: a space may belong to it. */
export function PasswordWidget(props: WidgetProps<Bag>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextBox
      {...props}
      tidy={String}
      htmlInput={{ type: isShown ? "text" : "password" }}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            size="small"
            aria-label={`${isShown ? "Hide" : "Show"} ${props.label}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}

interface TextLook {
  htmlInput: Omit<ComponentProps<"input">, "ref"> & { rows?: number };
  inputComponent?: "textarea";
  endAdornment?: ComponentProps<typeof InputAdornment>["children"];
}

interface TextBoxProps extends WidgetProps<Bag>, TextLook {
  tidy?: (text: string) => string;
  read?: (text: string) => unknown;
}

function TextBox({ tidy, read, ...props }: TextBoxProps) {
  const { htmlName: path = "", schema, value, onChange } = props;
  const text = value === undefined || value === null ? "" : String(value);
  const { input } = useBufferedText({ path, text, onChange, tidy, read });
  return (
    <>
      <TextInput {...props} input={input} />
      <Length inputRef={input.inputRef} own={schema.maxLength} />
    </>
  );
}

interface TextInputProps extends WidgetProps<Bag>, TextLook {
  input: ReturnType<typeof useBufferedText>["input"];
}

/** An input that keeps its text to itself until the form takes it in. */
export function TextInput(props: TextInputProps) {
  const { id, htmlName, schema, required, disabled, input, htmlInput, inputComponent, endAdornment } = props;
  const aria = useInputAria({ id, schema, required });
  return (
    <TextField
      {...input}
      id={id}
      name={htmlName ?? ""}
      hiddenLabel
      fullWidth
      size="small"
      disabled={disabled ?? false}
      error={aria["aria-invalid"]}
      slotProps={{
        input: { ...(inputComponent && { inputComponent }), endAdornment },
        htmlInput: { ...htmlInput, ...aria },
      }}
    />
  );
}

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
