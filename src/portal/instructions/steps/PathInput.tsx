import TextField from "@mui/material/TextField";

interface PathInputProps {
  label: string;
  example: string;
  value: string;
  onChange: (path: string) => void;
}

/** Takes a pasted path. Nothing about it is corrected or completed on the way. */
export function PathInput({ label, example, value, onChange }: PathInputProps) {
  return (
    <TextField
      fullWidth
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      helperText={`For example ${example}`}
      autoComplete="off"
      sx={{ "& .MuiOutlinedInput-root": { bgcolor: "background.paper" } }}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: "none", autoCorrect: "off" } }}
    />
  );
}
