import ArrowBack from "@mui/icons-material/ArrowBack";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { Link } from "react-router";
import { PRODUCT_NAME } from "../../productName.ts";
import { clampLines, widths } from "../../theme.ts";

interface PageFrameProps {
  title: string;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** For a page with columns. */
  isWide?: boolean;
  children: ReactNode;
}

const LONG_TITLE_LENGTH = 100;

export function PageFrame({ title, back, actions, isWide = false, children }: PageFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} | ${PRODUCT_NAME}`;
  }, [title]);
  // A layout effect, so that `useHashTarget` can move the focus afterwards.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  useFocusFallback(heading);
  return (
    <Box sx={{ width: "100%", maxWidth: isWide ? widths.wideContent : widths.content, mx: "auto" }}>
      {back && (
        <Button component={Link} to={back.to} startIcon={<ArrowBack />} sx={{ ml: -2, mb: 1 }}>
          {back.label}
        </Button>
      )}
      <Stack
        direction="row"
        sx={{ flexWrap: "wrap", gap: 2, mb: 3, alignItems: "center", justifyContent: "space-between" }}
      >
        <Typography
          ref={heading}
          component="h1"
          dir="auto"
          variant="h1"
          tabIndex={-1}
          title={title.length > LONG_TITLE_LENGTH ? title : undefined}
          sx={{ ...clampLines(4), outline: "none", minWidth: 0 }}
        >
          {title}
        </Typography>
        {actions && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            {actions}
          </Stack>
        )}
      </Stack>
      {children}
    </Box>
  );
}

/**
 * Moves the focus to `fallback` if the focused element was removed, for example with an alert. Tracks `focusin`,
 * because a disabled button loses the focus before it is removed.
 */
function useFocusFallback(fallback: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let lastFocused: EventTarget | null = null;
    const handleFocusIn = ({ target }: FocusEvent) => (lastFocused = target);
    const observer = new MutationObserver(() => {
      if (
        !(lastFocused instanceof Element) ||
        lastFocused.isConnected ||
        document.activeElement !== document.body
      )
        return;
      lastFocused = null;
      fallback.current?.focus({ preventScroll: true });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", handleFocusIn);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", handleFocusIn);
    };
  }, [fallback]);
}
