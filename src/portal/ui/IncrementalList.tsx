import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { SxProps, Theme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from "react";

export const ROWS_PER_STEP = 48;

/** About one window of rows, painted before the rest of the first step. */
const FIRST_PAINT_ROWS = 12;

/** The next step is added while the end of the list is this far below the window. */
const LOAD_MARGIN = "900px";

interface IncrementalListProps<Row> {
  rows: Row[];
  renderRow: (row: Row) => ReactNode;
  pluralNoun: string;
  sx: SxProps<Theme>;
  /** List items before the rows. */
  leadingItems?: ReactNode;
  /** Called with the number of rows that are rendered; `ROWS_PER_STEP` at first. */
  onCountChange?: (count: number) => void;
}

/** Renders thousands of rows as fast as dozens. Rendered rows stay, so scrolling back and the browser's search work. */
export function IncrementalList<Row>(props: IncrementalListProps<Row>) {
  const { rows, renderRow, pluralNoun, sx, leadingItems, onCountChange } = props;
  const [requestedCount, setRequestedCount] = useState(ROWS_PER_STEP);
  const renderedCount = useDeferredValue(requestedCount, FIRST_PAINT_ROWS);
  const showMore = () => setRequestedCount((count) => count + ROWS_PER_STEP);
  useEffect(() => onCountChange?.(requestedCount), [onCountChange, requestedCount]);
  const endRef = useRef<HTMLDivElement>(null);
  const hasMore = rows.length > renderedCount;
  const isRendered = renderedCount === requestedCount;
  useEffect(() => {
    const element = endRef.current;
    // Wait for the pending rows: rendering them moves the end down.
    if (!element || !isRendered || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && showMore(),
      { rootMargin: `0px 0px ${LOAD_MARGIN} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
    // A new observer after each step reports again if the end is still near.
  }, [hasMore, renderedCount, isRendered]);
  return (
    <>
      <Box component="ul" sx={sx}>
        {leadingItems}
        {rows.slice(0, renderedCount).map(renderRow)}
      </Box>
      {hasMore && (
        <Stack ref={endRef} sx={{ alignItems: "center", gap: 1, py: 3 }}>
          <Typography variant="body2" color="textSecondary">
            {`${renderedCount.toLocaleString("en-US")} of ${rows.length.toLocaleString("en-US")} ${pluralNoun} shown`}
          </Typography>
          <Button variant="outlined" onClick={showMore}>
            Show more
          </Button>
        </Stack>
      )}
    </>
  );
}
