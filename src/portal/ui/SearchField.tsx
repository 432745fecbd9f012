import Search from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
}

const SEARCH = "Search by name or ID";

/** The search over a list of records. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      size="small"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder={SEARCH}
      sx={{ flex: "1 1 260px", bgcolor: "background.paper" }}
      slotProps={{
        htmlInput: { "aria-label": SEARCH },
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
