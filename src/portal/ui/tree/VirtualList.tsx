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
import { useIsPrinting } from "../page/useIsPrinting.ts";

interface VirtualListProps<Row> {
  label: string;
  rows: Row[];
  renderRow: (row: Row) => ReactNode;
  estimatedHeightPx?: number;
  maxHeight?: number;
}

export function VirtualList<Row extends { path: string }>({
  label,
  rows,
  renderRow,
  estimatedHeightPx = 32,
  maxHeight = 320,
}: VirtualListProps<Row>) {
  const [focused, setFocused] = useState<number>();
  const {
    scrollRef,
    rows: visibleRows,
    listStyle,
  } = useVirtualRows({
    count: rows.length,
    estimatedHeightPx,
    getKey: (index) => rows[index]!.path,
    pinnedIndex: focused,
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
      sx={{ ...boxStyles, maxHeight }}
    >
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }} style={listStyle}>
        {visibleRows.map(({ index, key, measure, style }) => (
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

const boxStyles = {
  overflowY: "auto",
  overscrollBehavior: "contain",
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "background.paper",
  "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 1 },
} as const;

/** Up to this count all rows are rendered, so the browser's search finds them. */
const MIN_VIRTUAL_ROWS = 100;

const OVERSCAN = 10;

interface VirtualRowsOptions {
  count: number;
  estimatedHeightPx: number;
  getKey: (index: number) => string;
  /** Index of a row that stays rendered, such as the focused one. */
  pinnedIndex?: number | undefined;
}

interface VirtualRow {
  index: number;
  key: string;
  /** Ref for the row's element, together with `data-index`. */
  measure: Ref<HTMLElement> | undefined;
  style: CSSProperties | undefined;
}

/** `scrollRef` goes to the scrolling box, `listStyle` to the element around the rows. Rows may differ in height. */
export function useVirtualRows({ count, estimatedHeightPx, getKey, pinnedIndex }: VirtualRowsOptions) {
  const scrollRef = useRef<HTMLDivElement>(null);
  // A printed page cannot scroll.
  const isPrinting = useIsPrinting();
  const isLong = count > MIN_VIRTUAL_ROWS && !isPrinting;
  const virtualizer = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => estimatedHeightPx,
    getItemKey: getKey,
    overscan: OVERSCAN,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const visibleIndexes = defaultRangeExtractor(range);
        if (pinnedIndex === undefined || pinnedIndex >= range.count || visibleIndexes.includes(pinnedIndex))
          return visibleIndexes;
        return [...visibleIndexes, pinnedIndex].sort((a, b) => a - b);
      },
      [pinnedIndex],
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
        key: getKey(index),
        measure: undefined,
        style: undefined,
      }));
  const listStyle: CSSProperties | undefined = isLong
    ? { position: "relative", height: virtualizer.getTotalSize() }
    : undefined;
  return { scrollRef, rows, listStyle };
}
