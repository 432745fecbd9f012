import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { SxProps, Theme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from "react";

const STEP = 48;

/** So many are painted before the rest of the first step: about what a window shows. */
const FIRST = 12;

/** How far below the window the end of the list may be when more is added. */
const AHEAD = "900px";

interface GrowingListProps<Row> {
  rows: Row[];
  /** Renders one row as a list item with a key. */
  renderRow: (row: Row) => ReactNode;
  /** What the rows are, in words. */
  noun: string;
  sx: SxProps<Theme>;
}

/**
 * A list that shows its first rows at once, and more when its end comes near: thousands of rows open as quickly as
 * dozens, and rows once shown stay, so that scrolling back and searching in the page work as ever.
 */
export function GrowingList<Row>({ rows, renderRow, noun, sx }: GrowingListProps<Row>) {
  const [wanted, setShown] = useState(STEP);
  const shown = useDeferredValue(wanted, FIRST);
  const more = () => setShown((count) => count + STEP);
  const end = useRef<HTMLDivElement>(null);
  const isCut = rows.length > shown;
  const isWhole = shown === wanted;
  useEffect(() => {
    const element = end.current;
    // What is still being drawn moves the end down by itself.
    if (!element || !isWhole || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && more(),
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
    // Observed anew after each step: an end that is still near calls again.
  }, [isCut, shown, isWhole]);
  return (
    <>
      <Box component="ul" sx={sx}>
        {rows.slice(0, shown).map(renderRow)}
      </Box>
      {isCut && (
        <Stack ref={end} sx={{ alignItems: "center", gap: 1, py: 3 }}>
          <Typography variant="body2" color="textSecondary">
            {`${shown.toLocaleString("en-US")} of ${rows.length.toLocaleString("en-US")} ${noun} shown`}
          </Typography>
          <Button variant="outlined" onClick={more}>
            Show more
          </Button>
        </Stack>
      )}
    </>
  );
}
