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

const trim = (text: string) => text.trim();
const asTyped = (text: string) => text;

/** What a browser knows of the text from the field's role: which keys a phone offers, what can be filled in. */
const INPUT_TYPES: Partial<Record<string, string>> = { email: "email", phone: "tel" };

/** Text of one line, or a number. Spaces around it go when the field is left. */
export function TextWidget(props: WidgetProps<Bag>) {
  const { schema } = props;
  const type = [schema.type].flat()[0];
  if (type !== "number" && type !== "integer") {
    const role = (schema as FieldSchema)["x-role"] ?? "";
    return (
      <TextBox {...props} tidy={trim} read={asTyped} htmlInput={{ type: INPUT_TYPES[role] ?? "text" }} />
    );
  }
  // What says no number is kept as it is, for the rules to name the fault.
  const read = (text: string) => numberIn(text) ?? text;
  return (
    <TextBox
      {...props}
      tidy={trim}
      read={read}
      htmlInput={{ inputMode: type === "integer" ? "numeric" : "decimal" }}
    />
  );
}

/** Text of many lines; Enter makes a new one, and the input grows with it. */
export const LongTextWidget = (props: WidgetProps<Bag>) => (
  <TextBox
    {...props}
    tidy={trim}
    read={asTyped}
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
      tidy={asTyped}
      read={asTyped}
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

interface TextBoxProps extends WidgetProps<Bag> {
  tidy(text: string): string;
  read(text: string): unknown;
  htmlInput: Omit<ComponentProps<"input">, "ref"> & { rows?: number };
  inputComponent?: "textarea";
  endAdornment?: ComponentProps<typeof InputAdornment>["children"];
}

function TextBox({ tidy, read, htmlInput, inputComponent, endAdornment, ...props }: TextBoxProps) {
  const { id, htmlName: path = "", schema, value, required, disabled, onChange } = props;
  const aria = useInputAria({ id, schema, required });
  const text = value === undefined || value === null ? "" : String(value);
  const {
    inputRef,
    defaultValue,
    onChange: onType,
    onBlur,
  } = useBufferedText({ path, text, onChange, tidy, read });
  return (
    <>
      <TextField
        id={id}
        name={path}
        hiddenLabel
        fullWidth
        size="small"
        disabled={disabled ?? false}
        error={aria["aria-invalid"]}
        inputRef={inputRef}
        defaultValue={defaultValue}
        onChange={onType}
        onBlur={onBlur}
        slotProps={{
          input: { ...(inputComponent && { inputComponent }), endAdornment },
          htmlInput: { ...htmlInput, ...aria },
        }}
      />
      <Length inputRef={inputRef} own={schema.maxLength} />
    </>
  );
}

interface LengthProps {
  inputRef: RefObject<HTMLInputElement | null>;
  /** The field's own limit; what holds for every text is told only to those who come near it. */
  own: number | undefined;
}

/** How long a text is, and may be. Drawn at each key, and nothing with it. */
function Length({ inputRef, own }: LengthProps) {
  const hear = useCallback(
    (onTyped: () => void) => {
      const input = inputRef.current;
      input?.addEventListener("input", onTyped);
      return () => input?.removeEventListener("input", onTyped);
    },
    [inputRef],
  );
  const length = useSyncExternalStore(hear, () => [...(inputRef.current?.value ?? "")].length);
  const most = own ?? LONGEST_TEXT;
  if (own === undefined && length < 0.9 * most) return null;
  const isOver = length > most;
  return (
    <Typography variant="body2" color={isOver ? "error" : "textSecondary"} sx={{ mt: 0.5, textAlign: "end" }}>
      {length.toLocaleString("en-US")} of {most.toLocaleString("en-US")} characters
    </Typography>
  );
}
