import type { SvgIconComponent } from "@mui/icons-material";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import HelpOutlineOutlined from "@mui/icons-material/HelpOutlineOutlined";
import HomeOutlined from "@mui/icons-material/HomeOutlined";
import MailOutlined from "@mui/icons-material/MailOutlined";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import { routes } from "../routes.ts";

export interface MenuEntry {
  label: string;
  Icon: SvgIconComponent;
  /** A screen of the portal; without one, the installation's documentation. */
  to?: string;
  /** Shown to the agency's admins alone. */
  forAdmins?: boolean;
}

/** The side menu in its order. Signing out stands below, for it is an action and no place. */
export const menuEntries: MenuEntry[] = [
  { label: "Home", Icon: HomeOutlined, to: routes.home },
  { label: "Review", Icon: FactCheckOutlined, to: routes.review, forAdmins: true },
  { label: "Settings", Icon: SettingsOutlined, to: routes.settings },
  { label: "Documentation", Icon: ArticleOutlined },
  { label: "About", Icon: HelpOutlineOutlined, to: routes.about },
  { label: "Support", Icon: MailOutlined, to: routes.support },
];
