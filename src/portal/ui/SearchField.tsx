import Search from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useEffect, useRef } from "react";
import { useDebouncedEvent, useListContext } from "react-admin";

interface SearchFieldProps extends Pick<TextFieldProps, "value" | "defaultValue" | "inputRef"> {
  onChange: (value: string) => void;
  label: string;
  maxLength?: number | undefined;
}

export function SearchField({ onChange, label, maxLength, ...field }: SearchFieldProps) {
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
        // Otherwise the placeholder is cut off on phones.
        "& ::placeholder": { fontSize: { xs: "0.8125rem", sm: "inherit" } },
      }}
      slotProps={{
        htmlInput: { "aria-label": label, maxLength },
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

const SEARCH_DEBOUNCE_MS = 150;

interface ListSearchFieldProps {
  label?: string;
  maxLength?: number;
}

/** An uncontrolled input, so that a key press renders nothing else. The URL filter `q` holds the query. */
export function ListSearchField({ label = "Search by name or ID", maxLength }: ListSearchFieldProps) {
  const { filterValues, setFilters } = useListContext();
  const urlQuery = String((filterValues as { q?: string }).q ?? "");
  const input = useRef<HTMLInputElement>(null);
  // The URL follows with a delay; until then it still holds the previous query.
  const sentQuery = useRef(urlQuery);
  const previousUrlQuery = useRef(urlQuery);
  const previousLength = useRef(urlQuery.length);
  useEffect(() => {
    // The query was changed elsewhere: browser Back or "Show all records".
    if (previousUrlQuery.current === sentQuery.current && urlQuery !== sentQuery.current) {
      sentQuery.current = urlQuery;
      previousLength.current = urlQuery.length;
      input.current!.value = urlQuery;
    }
    previousUrlQuery.current = urlQuery;
  }, [urlQuery]);
  const submitSearch = (text: string) => {
    // Pasted text may contain NUL, which the server rejects.
    const q = text.replace(/\p{Cc}/gu, " ").trim();
    if (q === sentQuery.current) return;
    sentQuery.current = q;
    setFilters({ ...filterValues, q });
  };
  const submitSearchDebounced = useDebouncedEvent(
    () => submitSearch(input.current!.value),
    SEARCH_DEBOUNCE_MS,
  );
  const handleChange = (text: string) => {
    // Pasted or cleared text is complete, so search at once.
    if (Math.abs(text.length - previousLength.current) > 1) submitSearch(text);
    else submitSearchDebounced();
    previousLength.current = text.length;
  };
  return (
    <SearchField
      inputRef={input}
      defaultValue={urlQuery}
      onChange={handleChange}
      label={label}
      maxLength={maxLength}
    />
  );
}
