import { CacheProvider } from "@emotion/react";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { Fragment, useState, type ComponentType, type ReactNode } from "react";
import { CanAccess, CoreAdmin, CustomRoutes, Resource } from "react-admin";
import { createBrowserRouter, Navigate, Route, useLocation, useParams } from "react-router";
import { RouterProvider } from "react-router/dom";
import { formTitleAt, NamedFormOutline } from "./FormOutline.tsx";
import type { PortalConfig } from "./providers/calls/portalConfig.ts";
import { session } from "./providers/session.ts";
import { BASE_PATH, recordPath, routes } from "./routes.ts";
import { screens, type ScreenName } from "./screens.ts";
import { Layout } from "./shell/Layout.tsx";
import { useIsOthers } from "./shell/useIsOthers.ts";
import { useProviders } from "./shell/useProviders.ts";
import { createStyleCache, theme } from "./theme.ts";
import { Loading } from "./ui/states.tsx";
import { PortalConfigContext, usePortalConfig } from "./usePortalConfig.ts";

const RESOURCES = ["records", "contacts", "reviews", "collections", "agencies", "software", "contact-roles"];

const styles = createStyleCache();

/**
 * The portal of a signed-in user: react-admin, at the paths that the specification gives the screens. The router can be
 * asked to wait at the browser's Back.
 */
export function App({ config }: { config: PortalConfig }) {
  const [router] = useState(() =>
    createBrowserRouter([{ path: "*", element: <Admin /> }], { basename: BASE_PATH }),
  );
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <PortalConfigContext value={config}>
          <RouterProvider router={router} />
        </PortalConfigContext>
      </ThemeProvider>
    </CacheProvider>
  );
}

function Admin() {
  const providers = useProviders(usePortalConfig());
  return (
    <CoreAdmin
      {...providers}
      loginPage={SignedIn}
      dashboard={SignedIn}
      layout={Layout}
      catchAll={Elsewhere}
      disableTelemetry
    >
      {RESOURCES.map((name) => (
        <Resource key={name} name={name} list={Elsewhere} />
      ))}
      <CustomRoutes>
        {screens.map(({ name, path, Screen }) => {
          const Guard = guards[name] ?? Fragment;
          const element = (
            <Guard>
              <Screen />
            </Guard>
          );
          return <Route key={name} path={path} element={element} />;
        })}
      </CustomRoutes>
    </CoreAdmin>
  );
}

const ToHome = () => <Navigate to={routes.home} replace />;

/** A path that is no screen's leads Home from within, and to the sign-in from without. */
const Elsewhere = () =>
  useLocation().pathname.startsWith(routes.home) ? <ToHome /> : <Navigate to={routes.login} replace />;

/** Home has one address: with its slash. */
const AtItsAddress = ({ children }: { children: ReactNode }) =>
  useLocation().pathname === routes.home ? children : <ToHome />;

/** Another vendor's record is only looked at: its form could not save, nor its instructions send anything. */
function OwnRecord({ children }: { children: ReactNode }) {
  const { recordId = "" } = useParams();
  const isOthers = useIsOthers(recordId);
  if (isOthers === undefined) return <Opening />;
  return isOthers ? <Navigate to={recordPath("view", recordId)} replace /> : children;
}

/** Until it is known whose record it is. */
function Opening() {
  const title = formTitleAt(BASE_PATH + useLocation().pathname);
  const label = "Loading the record";
  return title === undefined ? <Loading label={label} /> : <NamedFormOutline title={title} label={label} />;
}

const AdminsOnly = ({ children }: { children: ReactNode }) => (
  <CanAccess resource="reviews" action="list" accessDenied={<ToHome />}>
    {children}
  </CanAccess>
);

/** Screens that are not everybody's, by name. */
const guards: Partial<Record<ScreenName, ComponentType<{ children: ReactNode }>>> = {
  home: AtItsAddress,
  form: OwnRecord,
  instructions: OwnRecord,
  review: AdminsOnly,
};

/** What the sign-in page's address remembers of where its user wanted to be. */
interface Wanted {
  nextPathname?: string;
  nextSearch?: string;
  nextHash?: string;
  /** Whose place it is; anybody's where nobody was signed in. */
  username?: string;
}

/**
 * Who is signed in is led on from the portal's address and from the sign-in page, which stands before all this (see
 * Root): to where they wanted to be, else the agency's admins to what waits for them and vendors to their records.
 */
function SignedIn() {
  const { nextPathname, nextSearch = "", nextHash = "", username } = (useLocation().state ?? {}) as Wanted;
  const isOwn = username === undefined || username === session.current()?.username;
  if (nextPathname !== undefined && isOwn)
    return <Navigate to={{ pathname: nextPathname, search: nextSearch, hash: nextHash }} replace />;
  return (
    <AdminsOnly>
      <Navigate to={routes.review} replace />
    </AdminsOnly>
  );
}
