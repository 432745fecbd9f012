import CloseIcon from "@mui/icons-material/Close";
import MenuIcon from "@mui/icons-material/Menu";
import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useState, type ReactNode } from "react";
import { PHONE, widths } from "../theme.ts";
import { Brand } from "./Brand.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { SkipLink } from "./SkipLink.tsx";

const MAIN = "main";

/** What surrounds every screen: the side menu, or on a phone a bar whose menu slides in. */
export function Shell({ children }: { children: ReactNode }) {
  const isPhone = useMediaQuery(PHONE, { noSsr: true });
  return (
    <Box sx={{ minHeight: "100dvh", display: "flex", flexDirection: isPhone ? "column" : "row" }}>
      <SkipLink to={MAIN} />
      {isPhone ? <TopBar /> : <Side />}
      <Box
        component="main"
        id={MAIN}
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, px: { xs: 2, sm: 3, md: 5 }, py: { xs: 3, md: 6 }, outline: "none" }}
      >
        {children}
      </Box>
    </Box>
  );
}

function Side() {
  return (
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
}

function TopBar() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Box
      component="header"
      sx={{
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
      }}
    >
      <Brand />
      <IconButton aria-label="Menu" aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      <Drawer
        open={open}
        onClose={close}
        anchor="right"
        slotProps={{ paper: { "aria-label": "Menu", sx: { width: `min(${widths.menu}px, 86vw)` } } }}
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
