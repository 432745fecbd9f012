import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import { useLogout } from "react-admin";
import { NavLink } from "react-router";
import { usePortalConfig } from "../usePortalConfig.ts";
import { Brand } from "./Brand.tsx";
import { isAdminHere } from "./isAdminHere.ts";
import { menuEntries, type MenuEntry } from "./menuEntries.ts";
import { SignedInAs } from "./SignedInAs.tsx";

/** The portal's places, who is signed in, and the way out. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const logout = useLogout();
  const entries = menuEntries.filter(({ forAdmins }) => !forAdmins || isAdminHere());
  return (
    <Box
      component="nav"
      aria-label="Main"
      sx={{ height: "100%", display: "flex", flexDirection: "column", px: 3, py: 4, gap: 4 }}
    >
      <Brand />
      <List disablePadding sx={{ display: "grid", gap: 0.5 }}>
        {entries.map((entry) => (
          <ListItem key={entry.label} disablePadding onClick={onNavigate}>
            {entry.to === undefined ? <Documentation {...entry} /> : <Place {...entry} to={entry.to} />}
          </ListItem>
        ))}
        <Divider component="li" role="presentation" aria-hidden sx={{ my: 1.5 }} />
        <ListItem disablePadding>
          <ListItemButton onClick={() => void logout()} sx={entryLook}>
            <ListItemIcon sx={{ minWidth: 40, color: "inherit" }}>
              <LogoutOutlined fontSize="small" />
            </ListItemIcon>
            <ListItemText primary="Logout" />
          </ListItemButton>
        </ListItem>
      </List>
      <SignedInAs />
    </Box>
  );
}

function Place({ label, Icon, to }: MenuEntry & { to: string }) {
  return (
    <ListItemButton component={NavLink} to={to} end sx={entryLook}>
      <ListItemIcon sx={{ minWidth: 40, color: "inherit" }}>
        <Icon fontSize="small" />
      </ListItemIcon>
      <ListItemText primary={label} />
    </ListItemButton>
  );
}

function Documentation({ label, Icon }: MenuEntry) {
  const { documentationUrl } = usePortalConfig();
  return (
    <ListItemButton component="a" href={documentationUrl} target="_blank" rel="noreferrer" sx={entryLook}>
      <ListItemIcon sx={{ minWidth: 40, color: "inherit" }}>
        <Icon fontSize="small" />
      </ListItemIcon>
      <ListItemText primary={label} />
      <OpenInNew titleAccess="opens in a new tab" sx={{ fontSize: 16, color: "text.secondary" }} />
    </ListItemButton>
  );
}

/** The place one is at is told by a bar and weight as well as by colour. */
const entryLook = {
  borderRadius: 1.5,
  minHeight: 44,
  position: "relative",
  "& .MuiListItemText-primary": { fontWeight: 500 },
  "&.active": { color: "primary.main", bgcolor: "action.hover" },
  "&.active .MuiListItemText-primary": { fontWeight: 650 },
  "&.active::before": {
    content: '""',
    position: "absolute",
    insetBlock: 10,
    left: 0,
    width: 3,
    borderRadius: 2,
    bgcolor: "primary.main",
  },
} as const;
