import VisibilityIcon from "@mui/icons-material/VisibilityOutlined";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOffOutlined";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import type { WidgetProps } from "@rjsf/utils";
import { useState } from "react";
import type { Bag } from "../../../contract/fields.ts";
import { useInputAria } from "../formScope.ts";
import { TextInput } from "../inputs/TextInput.tsx";

/** A password, hidden until its owner asks to see it. Nothing is trimmed: a space may belong to it. */
export function PasswordWidget({
  id,
  name,
  label,
  schema,
  value,
  required,
  disabled,
  onChange,
}: WidgetProps<Bag>) {
  const [isShown, setShown] = useState(false);
  const aria = useInputAria([name], Boolean(schema.description), required);
  const toggle = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        size="small"
        aria-label={`${isShown ? "Hide" : "Show"} ${label}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <TextInput
      id={id}
      name={name}
      value={value}
      aria={aria}
      type={isShown ? "text" : "password"}
      disabled={disabled}
      endAdornment={toggle}
      onChange={onChange}
    />
  );
}
