import Box from "@mui/material/Box";
import { useState, type FocusEvent, type ReactNode } from "react";
import { useVirtualRows } from "./useVirtualRows.ts";

interface VirtualListProps<Row> {
  /** What the rows are, in words. */
  label: string;
  rows: Row[];
  keyOf: (row: Row) => string | number;
  renderRow: (row: Row) => ReactNode;
  /** About how high a row is, in pixels. */
  estimate?: number;
  maxHeight?: number;
}

/** A list in a scrolling box of its own that shows ten thousand rows as quickly as ten. */
export function VirtualList<Row>({
  label,
  rows,
  keyOf,
  renderRow,
  estimate = 32,
  maxHeight = 320,
}: VirtualListProps<Row>) {
  const [focused, setFocused] = useState<number>();
  const {
    scrollRef,
    rows: inSight,
    listStyle,
  } = useVirtualRows({
    count: rows.length,
    estimate,
    keyOf: (index) => keyOf(rows[index]!),
    keep: focused,
  });
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest<HTMLElement>("[data-index]")?.dataset["index"];
    setFocused(index === undefined ? undefined : Number(index));
  };
  return (
    <Box
      ref={scrollRef}
      role="region"
      aria-label={label}
      tabIndex={0}
      onFocus={onFocus}
      sx={{ ...box, maxHeight }}
    >
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }} style={listStyle}>
        {inSight.map(({ index, key, measure, style }) => (
          <li
            key={key}
            ref={measure as React.Ref<HTMLLIElement>}
            data-index={index}
            style={style}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            {renderRow(rows[index]!)}
          </li>
        ))}
      </Box>
    </Box>
  );
}

const box = {
  overflowY: "auto",
  overscrollBehavior: "contain",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "background.paper",
  "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 1 },
} as const;
