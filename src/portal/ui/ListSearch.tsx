import { useEffect, useRef, useState } from "react";
import { useListContext } from "react-admin";
import { SearchField } from "./SearchField.tsx";

/** Milliseconds between the last key and the search: the list is not drawn at each. */
const PAUSE = 150;

/** The search over a list of records, which the address holds as its filter's `q`. */
export function ListSearch() {
  const { filterValues, setFilters } = useListContext();
  const known = String((filterValues as { q?: string }).q ?? "");
  const [text, setText] = useState(known);
  const [sent, setSent] = useState(known);
  const [seen, setSeen] = useState(known);
  if (seen !== known) {
    setSeen(known);
    // Changed elsewhere: by the browser's Back, or by showing all again.
    if (known !== sent) setText(known);
  }
  const search = useRef<(q: string) => void>(() => undefined);
  useEffect(() => {
    search.current = (q) => {
      setSent(q);
      setFilters({ ...filterValues, q });
    };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search.current(next.trim()), PAUSE);
  };
  return <SearchField value={text} onChange={change} />;
}
