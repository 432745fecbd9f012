import Search from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useDebouncedEvent, useListContext } from "react-admin";

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
      sx={{
        flex: "1 1 200px",
        bgcolor: "background.paper",
        // Beside other buttons on a phone, it would be cut.
        "& ::placeholder": { fontSize: { xs: "0.8125rem", sm: "inherit" } },
      }}
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

/** Milliseconds between the last key and the search: the list is not drawn at each. */
const PAUSE = 150;

/** The search over a list of records, which the address holds as its filter's `q`. */
export function ListSearch() {
  const { filterValues, setFilters } = useListContext();
  const known = String((filterValues as { q?: string }).q ?? "");
  const [text, setText] = useState(known);
  // What the address will say; until it has followed, it says what was searched for before.
  const [sent, setSent] = useState(known);
  const [seen, setSeen] = useState(known);
  if (seen !== known) {
    setSeen(known);
    // Changed elsewhere: by the browser's Back, or by showing all again.
    if (seen === sent) {
      setSent(known);
      setText(known);
    }
  }
  const search = (q: string) => {
    if (q === sent) return;
    setSent(q);
    setFilters({ ...filterValues, q });
  };
  const searchSoon = useDebouncedEvent(() => search(text.trim()), PAUSE);
  const change = (next: string) => {
    setText(next);
    // What is pasted or emptied at once is whole: no more is waited for.
    if (Math.abs(next.length - text.length) > 1) search(next.trim());
    else searchSoon();
  };
  return <SearchField value={text} onChange={change} />;
}
