import { CacheProvider } from "@emotion/react";
import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { Fragment, useState, type ComponentType, type ReactNode } from "react";
import { CanAccess, CoreAdmin, CustomRoutes, Resource } from "react-admin";
import { createBrowserRouter, Navigate, Route, useLocation, useParams } from "react-router";
import { RouterProvider } from "react-router/dom";
import { getFormTitle, TitledFormSkeleton } from "./FormSkeleton.tsx";
import type { PortalConfig } from "./providers/calls/portalConfig.ts";
import { session } from "./providers/session.ts";
import { BASE_PATH, getRecordPath, routes } from "./routes.ts";
import { screens, type ScreenName } from "./screens.ts";
import { Layout } from "./shell/Layout.tsx";
import { useIsOtherVendorsRecord } from "./shell/useIsOtherVendorsRecord.ts";
import { useProviders } from "./shell/useProviders.ts";
import { createStyleCache, theme } from "./theme.ts";
import { Loading } from "./ui/states.tsx";
import { PortalConfigContext, usePortalConfig } from "./usePortalConfig.ts";

const RESOURCES = ["records", "contacts", "reviews", "collections", "agencies", "software", "contact-roles"];

const styleCache = createStyleCache();

/** Uses a data router, because `useBlocker` (LeaveDialog) needs one. */
export function App({ config }: { config: PortalConfig }) {
  const [router] = useState(() =>
    createBrowserRouter([{ path: "*", element: <Admin /> }], { basename: BASE_PATH }),
  );
  return (
    <CacheProvider value={styleCache}>
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
      loginPage={SignedInRedirect}
      dashboard={SignedInRedirect}
      layout={Layout}
      catchAll={CatchAllRedirect}
      disableTelemetry
    >
      {RESOURCES.map((name) => (
        <Resource key={name} name={name} list={CatchAllRedirect} />
      ))}
      <CustomRoutes>
        {screens.map(({ name, path, Screen }) => {
          const Guard = routeGuards[name] ?? Fragment;
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

const HomeRedirect = () => <Navigate to={routes.home} replace />;

const CatchAllRedirect = () =>
  useLocation().pathname.startsWith(routes.home) ? <HomeRedirect /> : <Navigate to={routes.login} replace />;

const RequireTrailingSlash = ({ children }: { children: ReactNode }) =>
  useLocation().pathname === routes.home ? children : <HomeRedirect />;

/** Another vendor's record can only be viewed: saving and uploading would fail. */
function RequireOwnRecord({ children }: { children: ReactNode }) {
  const { recordId = "" } = useParams();
  const isOtherVendors = useIsOtherVendorsRecord(recordId);
  if (isOtherVendors === undefined) return <LoadingRecord />;
  return isOtherVendors ? <Navigate to={getRecordPath("view", recordId)} replace /> : children;
}

function LoadingRecord() {
  const title = getFormTitle(BASE_PATH + useLocation().pathname);
  const label = "Loading the record";
  return title === undefined ? <Loading label={label} /> : <TitledFormSkeleton title={title} label={label} />;
}

const RequireAdmin = ({ children }: { children: ReactNode }) => (
  <CanAccess resource="reviews" action="list" accessDenied={<HomeRedirect />}>
    {children}
  </CanAccess>
);

const routeGuards: Partial<Record<ScreenName, ComponentType<{ children: ReactNode }>>> = {
  home: RequireTrailingSlash,
  form: RequireOwnRecord,
  instructions: RequireOwnRecord,
  review: RequireAdmin,
};

/** Router state that Root stores with the login path. */
interface LoginLocationState {
  nextPathname?: string;
  nextSearch?: string;
  nextHash?: string;
  /** User of the stored location; undefined if no user was signed in. */
  username?: string;
}

/** Redirects to the stored location; otherwise agency admins to Review, vendors to Home. */
function SignedInRedirect() {
  const {
    nextPathname,
    nextSearch = "",
    nextHash = "",
    username,
  } = (useLocation().state ?? {}) as LoginLocationState;
  const isOwn = username === undefined || username === session.getAccount()?.username;
  if (nextPathname !== undefined && isOwn)
    return <Navigate to={{ pathname: nextPathname, search: nextSearch, hash: nextHash }} replace />;
  return (
    <RequireAdmin>
      <Navigate to={routes.review} replace />
    </RequireAdmin>
  );
}
