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
import { startingUp } from "../providers/calls/startingUp.ts";
import { preloadScreen } from "../screens.ts";
import { PHONE, widths } from "../theme.ts";
import { Loading } from "../ui/states.tsx";
import { SessionEndNote } from "./SessionEndNote.tsx";
import { Brand, SideMenu } from "./SideMenu.tsx";

const MAIN = "main";

/** What surrounds every screen: the side menu, or on a phone a bar whose menu slides in, and the short news. */
export function Layout({ children }: { children: ReactNode }) {
  const isPhone = useMediaQuery(PHONE, { noSsr: true });
  const { pathname } = useLocation();
  return (
    <Box
      onPointerOver={preloadLinked}
      onFocus={preloadLinked}
      onDragOver={keepPage}
      onDrop={keepPage}
      sx={{ minHeight: "100dvh", display: "flex", flexDirection: isPhone ? "column" : "row" }}
    >
      <SkipLink />
      {isPhone ? <TopBar /> : <Side />}
      <Box component="main" id={MAIN} tabIndex={-1} sx={mainLook}>
        <StartingNote />
        <SessionEndNote />
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </Box>
      <Toasts />
    </Box>
  );
}

/** Begins to fetch the screen that a link leads to once it is pointed at or focused: when clicked, it is there. */
function preloadLinked({ target }: SyntheticEvent): void {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link?.href && link.origin === location.origin) preloadScreen(link.pathname);
}

/** A file that is dropped beside where one is wanted would take the place of the page, and of what was typed there. */
function keepPage(event: DragEvent): void {
  if (event.isDefaultPrevented() || !event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}

const mainLook = { flex: 1, minWidth: 0, px: { xs: 2, sm: 3, md: 5 }, py: { xs: 3, md: 6 }, outline: "none" };

/** Lets keyboard users pass the menu; seen only while it has the focus. */
const SkipLink = () => (
  <Box
    component="a"
    className="not-printed"
    href={`#${MAIN}`}
    onClick={(event) => {
      event.preventDefault();
      document.getElementById(MAIN)?.focus();
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

const Side = () => (
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
    <Box component="header" sx={topBarLook}>
      <Brand />
      <IconButton aria-label="Menu" aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      <Drawer
        open={open}
        onClose={close}
        anchor="right"
        slotProps={{
          // A question that opens while the menu still slides away would be hidden from screen readers with the page.
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

const topBarLook = {
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

/** In the first seconds of the services: what the page asks for waits for them, and comes by itself. */
function StartingNote() {
  const words = useSyncExternalStore(startingUp.subscribe, startingUp.current);
  return (
    <div role="status">
      {words && (
        <Alert severity="info" sx={{ maxWidth: widths.content, mx: "auto", mb: 3 }}>
          {words}
        </Alert>
      )}
    </div>
  );
}

/** Short news at the bottom right, announced by screen readers, gone after three seconds. */
export const Toasts = () => (
  <Notification
    autoHideDuration={3000}
    anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
    // A page may have its buttons in a bar at its foot; the news must not lie on them.
    sx={{ mb: 13 }}
    slotProps={{ clickAwayListener: { mouseEvent: false, touchEvent: false } }}
  />
);
