import CloseIcon from "@mui/icons-material/Close";
import MenuIcon from "@mui/icons-material/Menu";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import {
  Suspense,
  useState,
  useSyncExternalStore,
  type DragEvent,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { Notification } from "react-admin";
import { useLocation } from "react-router";
import { ErrorBoundary } from "../ErrorBoundary.tsx";
import { retryNotice } from "../providers/calls/fetchWithRetry.ts";
import { preloadScreen } from "../screens.ts";
import { PHONE, widths } from "../theme.ts";
import { Loading } from "../ui/states.tsx";
import { SessionEndAlert } from "./SessionEndAlert.tsx";
import { Brand, SideMenu } from "./SideMenu.tsx";

const MAIN_ID = "main";

export function Layout({ children }: { children: ReactNode }) {
  const isPhone = useMediaQuery(PHONE, { noSsr: true });
  const { pathname } = useLocation();
  return (
    <Box
      onPointerOver={preloadLinkedScreen}
      onFocus={preloadLinkedScreen}
      onDragOver={preventFileNavigation}
      onDrop={preventFileNavigation}
      sx={{ minHeight: "100dvh", display: "flex", flexDirection: isPhone ? "column" : "row" }}
    >
      <SkipLink />
      {isPhone ? <TopBar /> : <Sidebar />}
      <Box component="main" id={MAIN_ID} tabIndex={-1} sx={mainStyles}>
        <RetryAlert />
        <SessionEndAlert />
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </Box>
      <Toasts />
    </Box>
  );
}

/** Loads a link's screen on hover or focus, before the click. */
function preloadLinkedScreen({ target }: SyntheticEvent): void {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link?.href && link.origin === location.origin) preloadScreen(link.pathname);
}

/** A file dropped outside a drop zone would replace the page and lose typed text. */
function preventFileNavigation(event: DragEvent): void {
  if (event.isDefaultPrevented() || !event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}

const mainStyles = {
  flex: 1,
  minWidth: 0,
  px: { xs: 2, sm: 3, md: 5 },
  py: { xs: 3, md: 6 },
  outline: "none",
};

const SkipLink = () => (
  <Box
    component="a"
    className="not-printed"
    href={`#${MAIN_ID}`}
    onClick={(event) => {
      event.preventDefault();
      document.getElementById(MAIN_ID)?.focus();
    }}
    sx={{
      position: "fixed",
      top: 8,
      left: 8,
      zIndex: "tooltip",
      px: 2,
      py: 1,
      bgcolor: "background.paper",
      color: "primary.main",
      border: "1px solid",
      borderRadius: 1,
      transform: "translateY(-200%)",
      "&:focus": { transform: "none" },
    }}
  >
    Skip to content
  </Box>
);

const Sidebar = () => (
  <Box
    component="header"
    sx={{
      width: widths.menu,
      flexShrink: 0,
      height: "100dvh",
      position: "sticky",
      top: 0,
      overflowY: "auto",
      bgcolor: "background.paper",
      borderRight: "1px solid",
      borderColor: "divider",
    }}
  >
    <SideMenu />
  </Box>
);

function TopBar() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Box component="header" sx={topBarStyles}>
      <Brand />
      <IconButton aria-label="Menu" aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      <Drawer
        open={open}
        onClose={close}
        anchor="right"
        slotProps={{
          // Otherwise a dialog opened during the closing transition is hidden from screen readers.
          root: { closeAfterTransition: false },
          paper: { "aria-label": "Menu", sx: { width: `min(${widths.menu}px, 86vw)` } },
        }}
      >
        <IconButton
          aria-label="Close menu"
          onClick={close}
          sx={{ position: "absolute", top: 30, right: 12, zIndex: 1 }}
        >
          <CloseIcon />
        </IconButton>
        <SideMenu onNavigate={close} />
      </Drawer>
    </Box>
  );
}

const topBarStyles = {
  position: "sticky",
  top: 0,
  zIndex: "appBar",
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  px: 1,
  py: 1,
  bgcolor: "background.paper",
  borderBottom: "1px solid",
  borderColor: "divider",
} as const;

function RetryAlert() {
  const message = useSyncExternalStore(retryNotice.subscribe, retryNotice.getMessage);
  return (
    <div role="status">
      {message && (
        <Alert severity="info" sx={{ maxWidth: widths.content, mx: "auto", mb: 3 }}>
          {message}
        </Alert>
      )}
    </div>
  );
}

export const Toasts = () => (
  // A landmark: messages can contain links.
  <section aria-label="Notifications">
    <Notification
      autoHideDuration={3000}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      // 128 pixels from the bottom, as on the login page: above the action bar that a page may have.
      sx={{ mb: { xs: 15, sm: 13 } }}
      slotProps={{ clickAwayListener: { mouseEvent: false, touchEvent: false } }}
    />
  </section>
);
