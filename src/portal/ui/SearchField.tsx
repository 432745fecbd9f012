import Search from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** What is searched by, in words. */
  label?: string;
}

const BY_RECORD = "Search by name or ID";

/** The search over a list; of records unless it says otherwise. */
export function SearchField({ value, onChange, label = BY_RECORD }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      size="small"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder={label}
      sx={{ flex: "1 1 200px", bgcolor: "background.paper" }}
      slotProps={{
        htmlInput: { "aria-label": label },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
