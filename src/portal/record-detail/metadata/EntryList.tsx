import Box from "@mui/material/Box";
import { useState } from "react";
import { MoreButton } from "./MoreButton.tsx";

/** A longer list opens with so many of its entries. */
const AT_FIRST = 12;

/** Entries no longer than this stand side by side. */
const SHORT = 24;

/** A list's entries; a long one at first with its beginning. */
export function EntryList({ entries, label }: { entries: string[]; label: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const isLong = entries.length > AT_FIRST + 3;
  return (
    <>
      <Columns entries={isLong && !showsAll ? entries.slice(0, AT_FIRST) : entries} />
      {isLong && (
        <MoreButton isOpen={showsAll} about={label} onToggle={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show all ${entries.length.toLocaleString("en-US")}`}
        </MoreButton>
      )}
    </>
  );
}

/** Entries below one another; many short ones in as many columns as there is room for. */
export function Columns({ entries }: { entries: string[] }) {
  const isNarrow = entries.length > 4 && entries.every((entry) => entry.length <= SHORT);
  return (
    <Box component="ul" sx={{ ...list, ...(isNarrow && columns) }}>
      {entries.map((entry, index) => (
        <Box component="li" key={index} sx={{ breakInside: "avoid" }}>
          <bdi>{entry}</bdi>
        </Box>
      ))}
    </Box>
  );
}

const list = { m: 0, pl: 2.25, whiteSpace: "pre-line", fontVariantNumeric: "tabular-nums" };
const columns = { columnWidth: 150, columnGap: 3 };
