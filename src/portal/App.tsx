import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { Fragment, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { CanAccess, CoreAdmin, CustomRoutes } from "react-admin";
import { createBrowserRouter, Navigate, Route, useLocation, useParams } from "react-router";
import { RouterProvider } from "react-router/dom";
import type { PortalConfig } from "./providers/calls/portalConfig.ts";
import { returnLocation } from "./providers/returnLocation.ts";
import { session } from "./providers/session.ts";
import { BASE_PATH, getRecordPath, routes } from "./routes.ts";
import { screens, type ScreenName } from "./screens.ts";
import { Layout } from "./shell/Layout.tsx";
import { useIsOtherVendorsRecord } from "./shell/useIsOtherVendorsRecord.ts";
import { useProviders } from "./shell/useProviders.ts";
import { theme } from "./theme.ts";
import { Loading } from "./ui/states.tsx";
import { PortalConfigContext, usePortalConfig } from "./providers/usePortalConfig.ts";

/**
 * Uses a data router, because `useBlocker` (LeaveDialog) needs one. Without transitions, since react-admin computes the next
 * list parameters from the rendered location: a sort order chosen during a transition would remove the search.
 */
export function App({ config }: { config: PortalConfig }) {
  const [router] = useState(() =>
    createBrowserRouter([{ path: "*", element: <Admin /> }], { basename: BASE_PATH }),
  );
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <PortalConfigContext value={config}>
        <RouterProvider router={router} useTransitions={false} />
      </PortalConfigContext>
    </ThemeProvider>
  );
}

/** Custom routes only: the spec's paths differ from those of react-admin's Resource. */
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
  useLocation().pathname.startsWith(routes.home) ? <StartRedirect /> : <Navigate to={routes.login} replace />;

const RequireTrailingSlash = ({ children }: { children: ReactNode }) =>
  useLocation().pathname === routes.home ? children : <HomeRedirect />;

/** Another vendor's record can only be viewed: saving and uploading would fail. */
function RequireOwnRecord({ children }: { children: ReactNode }) {
  const { recordId = "" } = useParams();
  const isOtherVendors = useIsOtherVendorsRecord(recordId);
  if (isOtherVendors === undefined) return <Loading label="Loading the record" />;
  return isOtherVendors ? <Navigate to={getRecordPath("view", recordId)} replace /> : children;
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

/** Agency admins start at Review, vendors at Home. */
const StartRedirect = () => (
  <RequireAdmin>
    <Navigate to={routes.review} replace />
  </RequireAdmin>
);

/** Continues where the user's last session ended. */
function SignedInRedirect() {
  const [stored] = useState(returnLocation.read);
  useEffect(() => returnLocation.clear(), []);
  const isOwn = stored?.username === undefined || stored.username === session.getAccount()?.username;
  if (stored && isOwn) return <Navigate to={stored.path} replace />;
  return <StartRedirect />;
}
