import Search from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useEffect, useRef } from "react";
import { useDebouncedEvent, useListContext } from "react-admin";

interface SearchFieldProps extends Pick<TextFieldProps, "value" | "defaultValue" | "inputRef"> {
  onChange: (value: string) => void;
  /** What is searched by, in words. */
  label?: string;
}

const BY_RECORD = "Search by name or ID";

/** The search over a list; of records unless it says otherwise. */
export function SearchField({ onChange, label = BY_RECORD, ...field }: SearchFieldProps) {
  return (
    <TextField
      {...field}
      type="search"
      size="small"
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

/** The search over a list of records, which the address holds as its filter's `q`; a key draws nothing but itself. */
export function ListSearch() {
  const { filterValues, setFilters } = useListContext();
  const known = String((filterValues as { q?: string }).q ?? "");
  const input = useRef<HTMLInputElement>(null);
  // What the address will say; until it has followed, it says what was searched for before.
  const sent = useRef(known);
  const seen = useRef(known);
  const length = useRef(known.length);
  useEffect(() => {
    // Changed elsewhere: by the browser's Back, or by showing all again.
    if (seen.current === sent.current && known !== sent.current) {
      sent.current = known;
      length.current = known.length;
      input.current!.value = known;
    }
    seen.current = known;
  }, [known]);
  const search = (text: string) => {
    const q = text.trim();
    if (q === sent.current) return;
    sent.current = q;
    setFilters({ ...filterValues, q });
  };
  const searchSoon = useDebouncedEvent(() => search(input.current!.value), PAUSE);
  const change = (text: string) => {
    // What is pasted or emptied at once is whole: no more is waited for.
    if (Math.abs(text.length - length.current) > 1) search(text);
    else searchSoon();
    length.current = text.length;
  };
  return <SearchField inputRef={input} defaultValue={known} onChange={change} />;
}
