import Box from "@mui/material/Box";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  useCallback,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  type Ref,
} from "react";
import { useIsPrinting } from "../printing.ts";

interface VirtualListProps<Row> {
  /** What the rows are, in words. */
  label: string;
  rows: Row[];
  renderRow: (row: Row) => ReactNode;
  /** About how high a row is, in pixels. */
  estimate?: number;
  maxHeight?: number;
}

/** A list of files in a scrolling box of its own that shows ten thousand rows as quickly as ten. */
export function VirtualList<Row extends { path: string }>({
  label,
  rows,
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
    keyOf: (index) => rows[index]!.path,
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

/** So many rows are simply all there: the browser's own search finds them. */
const PLAIN = 100;

const OVERSCAN = 10;

interface VirtualRowsOptions {
  count: number;
  /** About how high a row is, in pixels. */
  estimate: number;
  keyOf: (index: number) => string;
  /** A row that stays rendered wherever one scrolls, such as the one that has the focus. */
  keep?: number | undefined;
}

/** Where a rendered row stands. */
interface VirtualRow {
  index: number;
  key: string;
  /** Goes to the row's element, together with `data-index`. */
  measure: Ref<HTMLElement> | undefined;
  style: CSSProperties | undefined;
}

/**
 * The rows of a long list that need to be rendered: those in sight of its scrolling box, which `scrollRef` takes. The
 * element around the rows has `listStyle`. Rows may be of any height.
 */
export function useVirtualRows({ count, estimate, keyOf, keep }: VirtualRowsOptions) {
  const scrollRef = useRef<HTMLDivElement>(null);
  // On paper, too: there is nothing to scroll.
  const isPrinting = useIsPrinting();
  const isLong = count > PLAIN && !isPrinting;
  const virtualizer = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const inSight = defaultRangeExtractor(range);
        if (keep === undefined || keep >= range.count || inSight.includes(keep)) return inSight;
        return [...inSight, keep].sort((a, b) => a - b);
      },
      [keep],
    ),
  });
  const rows: VirtualRow[] = isLong
    ? virtualizer.getVirtualItems().map(({ index, key, start }) => ({
        index,
        key: key as string,
        measure: virtualizer.measureElement,
        style: { position: "absolute", top: 0, left: 0, right: 0, transform: `translateY(${start}px)` },
      }))
    : Array.from({ length: count }, (_, index) => ({
        index,
        key: keyOf(index),
        measure: undefined,
        style: undefined,
      }));
  const listStyle: CSSProperties | undefined = isLong
    ? { position: "relative", height: virtualizer.getTotalSize() }
    : undefined;
  return { scrollRef, rows, listStyle };
}
