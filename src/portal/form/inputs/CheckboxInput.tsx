import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { RequiredMark } from "./RequiredMark.tsx";

interface CheckboxInputProps {
  id: string;
  label: string;
  help?: string | undefined;
  checked: boolean;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  onChange(checked: boolean): void;
}

/** Yes or no, with its label beside it and its help under the label. */
export function CheckboxInput({
  id,
  label,
  help,
  checked,
  required,
  disabled,
  onChange,
}: CheckboxInputProps) {
  return (
    <>
      <FormControlLabel
        disabled={disabled ?? false}
        control={
          <Checkbox
            id={id}
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{ input: { "aria-describedby": help ? `${id}-help` : undefined } }}
          />
        }
        label={
          <>
            {label}
            {required && <RequiredMark />}
          </>
        }
      />
      {help && (
        <Typography id={`${id}-help`} variant="body2" color="textSecondary" sx={{ ml: 4 }}>
          {help}
        </Typography>
      )}
    </>
  );
}
