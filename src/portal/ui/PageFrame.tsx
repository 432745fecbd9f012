import ArrowBack from "@mui/icons-material/ArrowBack";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { Link } from "react-router";
import { PRODUCT_NAME } from "../productName.ts";
import { widths } from "../theme.ts";

interface PageFrameProps {
  /** The page's name: its one h1, and the window's title. */
  title: string;
  /** Where the page goes back to, shown above its name. */
  back?: { to: string; label: string };
  /** Buttons beside the name. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * One page: its name, the way back, its actions and its content. Opening it moves the focus to its name, and so does
 * the end of what had the focus.
 */
export function PageFrame({ title, back, actions, children }: PageFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} | ${PRODUCT_NAME}`;
  }, [title]);
  // Before any place on the page that the address leads to takes it.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  useCaughtFocus(heading);
  return (
    <Box sx={{ width: "100%", maxWidth: widths.content, mx: "auto" }}>
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
          sx={{ outline: "none", minWidth: 0 }}
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
 * Gives the focus to an element when what had it is gone and nothing has taken it, as a note that goes once its button
 * has done its work; also where it went before, when that button was disabled. The page stays where it is scrolled to.
 */
function useCaughtFocus(catcher: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => (last = target);
    const observer = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      catcher.current?.focus({ preventScroll: true });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", remember);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, [catcher]);
}
