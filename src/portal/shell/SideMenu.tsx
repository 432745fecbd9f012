import type { SvgIconComponent } from "@mui/icons-material";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import HelpOutlineOutlined from "@mui/icons-material/HelpOutlineOutlined";
import HomeOutlined from "@mui/icons-material/HomeOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import MailOutlined from "@mui/icons-material/MailOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { CanAccess, useGetIdentity, useGetOne, useLogout } from "react-admin";
import { useState, type MouseEvent } from "react";
import { Link, NavLink } from "react-router";
import { schemaOf, textOf, type JsonObject } from "../../contract/schema/fields.ts";
import { PRODUCT_NAME } from "../productName.ts";
import type { ContactRow } from "../providers/resources/contactsDialect.ts";
import { draftStore, keepDraftsNow } from "../providers/drafts.ts";
import { session } from "../providers/session.ts";
import { routes } from "../routes.ts";
import { counted } from "../ui/format.ts";
import { Question } from "../ui/Question.tsx";
import { usePortalConfig } from "../usePortalConfig.ts";

/** The portal's places, who is signed in, and the way out. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const logout = useLogout();
  const { documentationUrl } = usePortalConfig();
  const [unsaved, setUnsaved] = useState<Unsaved>();
  const onLogout = (event: MouseEvent) => {
    // A phone's menu must not close: the question stands in it.
    event.stopPropagation();
    const isHere = !keepDraftsNow();
    const records = draftStore.forms(session.current()?.username ?? "").length;
    if (isHere || records > 0) setUnsaved({ isHere, records });
    else void logout();
  };
  return (
    <Box
      component="nav"
      aria-label="Main"
      sx={{ height: "100%", display: "flex", flexDirection: "column", px: 3, py: 4, gap: 4 }}
    >
      <Brand onClick={onNavigate} />
      <Box component="ul" onClick={onNavigate} sx={placesLook}>
        <Place to={routes.home} Icon={HomeOutlined} label="Home" />
        <CanAccess resource="reviews" action="list">
          <Place to={routes.review} Icon={FactCheckOutlined} label="Review" />
        </CanAccess>
        <Place to={routes.settings} Icon={SettingsOutlined} label="Settings" />
        {documentationUrl ? (
          <li>
            <a href={documentationUrl} target="_blank" rel="noreferrer">
              <ArticleOutlined fontSize="small" />
              <span>Documentation</span>
              <OpenInNew titleAccess="opens in a new tab" sx={{ fontSize: 16, color: "text.secondary" }} />
            </a>
          </li>
        ) : (
          <Place to={routes.guide} Icon={ArticleOutlined} label="Documentation" />
        )}
        <Place to={routes.about} Icon={HelpOutlineOutlined} label="About" />
        <Place to={routes.support} Icon={MailOutlined} label="Support" />
        <li role="presentation" aria-hidden className="line" />
        <li>
          <button type="button" onClick={onLogout}>
            <LogoutOutlined fontSize="small" />
            <span>Logout</span>
          </button>
        </li>
      </Box>
      {unsaved && (
        <UnsavedQuestion {...unsaved} onStay={() => setUnsaved(undefined)} onLeave={() => void logout()} />
      )}
      <SignedInAs />
    </Box>
  );
}

interface Unsaved {
  /** Whether something on the open page would be lost. */
  isHere: boolean;
  /** Of how many records this device keeps changes. */
  records: number;
}

interface UnsavedQuestionProps extends Unsaved {
  onStay: () => void;
  onLeave: () => void;
}

/** Logging out takes along what is not saved, so it asks while there is any. */
const UnsavedQuestion = ({ isHere, records, onStay, onLeave }: UnsavedQuestionProps) => (
  <Question
    title="Log out with unsaved changes?"
    cancel="Stay signed in"
    onCancel={onStay}
    confirm="Log out and discard them"
    isHarmful
    onConfirm={onLeave}
  >
    There are unsaved changes{" "}
    {[isHere && "on this page", records > 0 && `of ${counted(records, "record")}`]
      .filter(Boolean)
      .join(" and ")}
    . Logging out discards them. To keep them, stay signed in and save first.
  </Question>
);

/** The product's mark and name, leading Home. */
export const Brand = ({ onClick }: { onClick?: (() => void) | undefined }) => (
  <Stack
    component={Link}
    to={routes.home}
    onClick={onClick}
    direction="row"
    sx={{ alignItems: "center", gap: 1.5, px: 1, color: "text.primary", textDecoration: "none" }}
  >
    <Box component="img" src={`${import.meta.env.BASE_URL}icon.svg`} alt="" sx={{ width: 36, height: 36 }} />
    <Typography component="span" sx={{ fontWeight: 650, fontSize: "1.0625rem", letterSpacing: "-0.01em" }}>
      {PRODUCT_NAME}
    </Typography>
  </Stack>
);

interface PlaceProps {
  to: string;
  Icon: SvgIconComponent;
  label: string;
}

const Place = ({ to, Icon, label }: PlaceProps) => (
  <li>
    <NavLink to={to} end>
      <Icon fontSize="small" />
      <span>{label}</span>
    </NavLink>
  </li>
);

const contactSchema = schemaOf("contact");

/** Who is signed in: by the name of their contact once it is known, and by their user name. */
function SignedInAs() {
  const { identity } = useGetIdentity();
  const id = identity ? String(identity.id) : "";
  const { data } = useGetOne<ContactRow>(
    "contacts",
    { id },
    { enabled: id !== "", staleTime: Infinity, retry: false },
  );
  if (!identity) return null;
  const part = (field: string) => textOf(contactSchema, (data ?? {}) as JsonObject, field);
  const name = [part("firstName"), part("lastName")].filter(Boolean).join(" ");
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: "auto", px: 2 }}>
      Signed in as{" "}
      <strong>
        <bdi>{name || identity.fullName}</bdi>
      </strong>
      {name && ` (${identity.fullName ?? ""})`}
    </Typography>
  );
}

/**
 * Said once for all lines of the menu: as MUI's list items they took as long to draw as the page beside them. The place
 * one is at is told by a bar and weight as well as by colour.
 */
const placesLook = {
  listStyle: "none",
  m: 0,
  p: 0,
  display: "grid",
  gap: 0.5,
  "& a, & button": {
    position: "relative",
    display: "flex",
    alignItems: "center",
    gap: 2.5,
    width: "100%",
    minHeight: 48,
    px: 2,
    py: 1,
    border: 0,
    borderRadius: 1.5,
    bgcolor: "transparent",
    color: "inherit",
    font: "inherit",
    fontWeight: 500,
    textAlign: "left",
    textDecoration: "none",
    cursor: "pointer",
  },
  "& span": { flexGrow: 1 },
  "& a:hover, & button:hover": { bgcolor: "action.hover" },
  "& button:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
  "& .active": { color: "primary.main", bgcolor: "action.hover", fontWeight: 650 },
  "& .active::before": {
    content: '""',
    position: "absolute",
    insetBlock: 10,
    left: 0,
    width: 3,
    borderRadius: 2,
    bgcolor: "primary.main",
  },
  "& .line": { my: 1.5, borderTop: 1, borderColor: "divider" },
} as const;
