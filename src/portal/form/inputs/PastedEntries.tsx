import Button from "@mui/material/Button";
import { useId, useState } from "react";

/** More are named when asked for. */
const LIMIT = 10;

interface PastedEntriesProps {
  /** What became of them. */
  words: string;
  entries: string[];
}

/** Pasted entries of one fate, the first of them by name; all of them, one a line to be copied, on request. */
export function PastedEntries({ words, entries }: PastedEntriesProps) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  if (entries.length === 0) return null;
  const more = entries.length - LIMIT;
  return (
    <div>
      {words}: {entries.length.toLocaleString("en-US")} ({entries.slice(0, LIMIT).join(", ")}
      {more > 0 && ` and ${more.toLocaleString("en-US")} more`})
      {more > 0 && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={isWhole}
          aria-controls={isWhole ? id : undefined}
          aria-label={`${isWhole ? "Hide" : "Show all"}: ${words}`}
          onClick={() => setWhole(!isWhole)}
          sx={{ minHeight: 0, py: 0, px: 0.75, ml: 0.5 }}
        >
          {isWhole ? "Hide" : "Show all"}
        </Button>
      )}
      {isWhole && (
        <textarea
          id={id}
          className="pasted-entries"
          readOnly
          rows={8}
          aria-label={words}
          value={entries.join("\n")}
        />
      )}
    </div>
  );
}
