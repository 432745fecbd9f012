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
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useQueryClient } from "@tanstack/react-query";
import { CanAccess, useGetIdentity, useGetOne, useLogout } from "react-admin";
import { useState, type MouseEvent, type ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { runningUploads } from "../browser-upload/runs/runningUploads.ts";
import { uploadStorage } from "../browser-upload/runs/uploadStorage.ts";
import { PRODUCT_NAME } from "../productName.ts";
import { getContactName, type ContactRow } from "../providers/resources/contactRow.ts";
import { deviceDrafts } from "../providers/deviceDrafts.ts";
import { flushDrafts } from "../drafts/flushDrafts.ts";
import { session } from "../providers/session.ts";
import { isBulkRunning } from "../review-queue/bulkRunState.ts";
import { routes } from "../routes.ts";
import { UNREAD_RECORDS_KEY, useVendorQuery } from "../providers/useVendorQuery.ts";
import { formatQuantity } from "../ui/format.ts";
import { Pill } from "../ui/status/StatusBadge.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { useHomePath } from "../ui/page/useHomePath.ts";
import { usePortalConfig } from "../providers/usePortalConfig.ts";
import { BulkProgress } from "./BulkProgress.tsx";
import { RunningUploads } from "./RunningUploads.tsx";

export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const logout = useLogout();
  const queryClient = useQueryClient();
  const { documentationUrl } = usePortalConfig();
  const [unsavedWork, setUnsavedWork] = useState<UnsavedWork>();
  const handleLogout = async (event: MouseEvent) => {
    // Keeps the phone menu open, because the dialog is inside it.
    event.stopPropagation();
    const isPageUnsaved = !(await Promise.race([flushDrafts(), waitForFlush()]));
    const username = session.getAccount()?.username ?? "";
    const draftCount = new Set(deviceDrafts.list(username).map(({ key }) => key)).size;
    const uploadCount = await countUnfinishedUploads(username);
    const isProcessingRecords = isBulkRunning(queryClient);
    if (isPageUnsaved || draftCount > 0 || uploadCount > 0 || isProcessingRecords)
      setUnsavedWork({ isPageUnsaved, draftCount, uploadCount, isProcessingRecords });
    else void logout();
  };
  return (
    <Box
      component="nav"
      aria-label="Main"
      sx={{ height: "100%", display: "flex", flexDirection: "column", px: 3, py: 4, gap: 4 }}
    >
      <Brand onClick={onNavigate} />
      <Box component="ul" onClick={onNavigate} sx={menuStyles}>
        <HomeLink />
        <CanAccess resource="reviews" action="list">
          <ReviewLink />
        </CanAccess>
        <BulkProgress />
        <RunningUploads />
        <MenuLink to={routes.settings} Icon={SettingsOutlined} label="Settings" />
        {documentationUrl ? (
          <li>
            <a href={documentationUrl} target="_blank" rel="noreferrer">
              <ArticleOutlined fontSize="small" />
              <span>Documentation</span>
              <OpenInNew titleAccess="opens in a new tab" sx={{ fontSize: 16, color: "text.secondary" }} />
            </a>
          </li>
        ) : (
          <MenuLink to={routes.guide} Icon={ArticleOutlined} label="Documentation" />
        )}
        <MenuLink to={routes.about} Icon={HelpOutlineOutlined} label="About" />
        <MenuLink to={routes.support} Icon={MailOutlined} label="Support" />
        <li role="presentation" aria-hidden className="line" />
        <li>
          <button type="button" onClick={(event) => void handleLogout(event)}>
            <LogoutOutlined fontSize="small" />
            <span>Logout</span>
          </button>
        </li>
      </Box>
      {unsavedWork && (
        <LogoutDialog
          {...unsavedWork}
          onStay={() => setUnsavedWork(undefined)}
          onLeave={() => void logout()}
        />
      )}
      <SignedInUser />
    </Box>
  );
}

/** For agency admins, the Review link is the one marked as current. */
function HomeLink() {
  const path = useHomePath();
  return (
    <MenuLink
      to={path}
      Icon={HomeOutlined}
      label="Home"
      {...(path === routes.review && { "aria-current": false })}
    />
  );
}

function ReviewLink() {
  const { refreshInterval } = usePortalConfig();
  const { data: unread = 0 } = useVendorQuery(
    UNREAD_RECORDS_KEY,
    (dataProvider) => dataProvider.countUnreadRecords(),
    { refetchInterval: refreshInterval },
  );
  return (
    <MenuLink to={routes.review} Icon={FactCheckOutlined} label="Review">
      {unread > 0 && (
        <Pill state="info">
          <span aria-hidden>{unread} unread</span>
          <Box component="span" sx={visuallyHidden}>
            {formatQuantity(unread, "record")} with unread messages
          </Box>
        </Pill>
      )}
    </MenuLink>
  );
}

const MAX_FLUSH_MS = 5000;

/** A server that does not answer must not block the logout: what it has not confirmed is on this device. */
const waitForFlush = () => new Promise<true>((resolve) => setTimeout(() => resolve(true), MAX_FLUSH_MS));

interface UnsavedWork {
  isPageUnsaved: boolean;
  draftCount: number;
  uploadCount: number;
  isProcessingRecords: boolean;
}

/** Running uploads and those that this browser can continue. What has arrived needs no browser. */
async function countUnfinishedUploads(username: string): Promise<number> {
  const stored = (await uploadStorage.list()).filter((upload) => upload.username === username);
  const running = runningUploads.get().filter(({ state }) => state !== "stopped");
  const unfinished = [...stored.filter(({ hasArrived }) => !hasArrived), ...running];
  return new Set(unfinished.map(({ recordId }) => recordId)).size;
}

interface LogoutDialogProps extends UnsavedWork {
  onStay: () => void;
  onLeave: () => void;
}

function LogoutDialog(props: LogoutDialogProps) {
  const { isPageUnsaved, draftCount, uploadCount, isProcessingRecords, onStay, onLeave } = props;
  const places = [
    isPageUnsaved && "on this page",
    draftCount > 0 && `in ${formatQuantity(draftCount, "record")}`,
  ];
  const changes = places.filter(Boolean).join(" and ");
  const [title, confirmLabel] = changes
    ? ["Log out with unsaved changes?", "Log out and discard the changes"]
    : uploadCount > 0
      ? ["Log out before the upload is finished?", "Log out and stop uploading"]
      : ["Log out before all selected records are processed?", "Log out and stop processing"];
  return (
    <ConfirmDialog
      title={title}
      cancelLabel="Stay signed in"
      onCancel={onStay}
      confirmLabel={confirmLabel}
      isDestructive
      onConfirm={onLeave}
    >
      {changes && (
        <p>
          You have unsaved changes {changes}. Logging out discards them. To keep them, stay signed in and save
          first.
        </p>
      )}
      {uploadCount > 0 && (
        <p>
          {uploadCount === 1 ? "1 upload is" : `${uploadCount} uploads are`} not finished. If you log out, you
          must start {uploadCount === 1 ? "it" : "them"} again.
        </p>
      )}
      {isProcessingRecords && (
        <p>
          The records that you selected in the review list are still being processed. If you log out, the rest
          are not processed.
        </p>
      )}
    </ConfirmDialog>
  );
}

export const Brand = ({ onClick }: { onClick?: (() => void) | undefined }) => (
  <Stack
    component={Link}
    to={useHomePath()}
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

interface MenuLinkProps {
  to: string;
  Icon: SvgIconComponent;
  label: string;
  children?: ReactNode;
  "aria-current"?: "page" | false;
}

const MenuLink = ({ to, Icon, label, children, "aria-current": current = "page" }: MenuLinkProps) => (
  <li>
    <NavLink to={to} end aria-current={current}>
      <Icon fontSize="small" />
      <span>{label}</span>
      {children}
    </NavLink>
  </li>
);

/** Shows the contact's name once it is loaded. */
function SignedInUser() {
  const { identity } = useGetIdentity();
  const id = identity ? String(identity.id) : "";
  const { data } = useGetOne<ContactRow>(
    "contacts",
    { id },
    { enabled: id !== "", staleTime: Infinity, retry: false },
  );
  if (!identity) return null;
  const name = data ? getContactName(data) : "";
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
 * One style object for the whole menu: as MUI list items it took as long to render as the page. The current link has a
 * bar and bold text, so that color is not the only cue.
 */
const menuStyles = {
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
  "& a > span:first-of-type, & button > span": { flexGrow: 1 },
  "& a:hover, & button:hover": { bgcolor: "action.hover" },
  "& button:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
  "& [aria-current=page]": { color: "primary.main", bgcolor: "action.hover", fontWeight: 650 },
  "& [aria-current=page]::before": {
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
