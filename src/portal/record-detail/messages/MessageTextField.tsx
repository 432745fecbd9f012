import TextField, { type TextFieldProps } from "@mui/material/TextField";

interface MessageTextFieldProps extends Pick<
  TextFieldProps,
  "autoFocus" | "error" | "helperText" | "inputRef"
> {
  value: string;
  onType: (text: string) => void;
}

export const MessageTextField = ({ onType, ...props }: MessageTextFieldProps) => (
  <TextField
    {...props}
    label="Message"
    fullWidth
    multiline
    minRows={3}
    maxRows={12}
    onChange={(event) => onType(event.target.value)}
  />
);
