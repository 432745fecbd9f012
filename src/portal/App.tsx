import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { CanAccess, CoreAdmin, CustomRoutes, Resource } from "react-admin";
import { BrowserRouter, Navigate, Route, useLocation, useParams } from "react-router";
import type { PortalConfig } from "./providers/portalConfig.ts";
import { BASE_PATH, recordPath, routes } from "./routes.ts";
import { Layout } from "./shell/Layout.tsx";
import * as screens from "./shell/screens.ts";
import { useIsOthers } from "./shell/useIsOthers.ts";
import { useProviders } from "./shell/useProviders.ts";
import { theme } from "./theme.ts";
import { Loading } from "./ui/Loading.tsx";
import { PortalConfigContext } from "./usePortalConfig.ts";

const RESOURCES = ["records", "contacts", "reviews", "collections", "agencies", "software", "contact-roles"];

/** The portal of a signed-in user: react-admin, at the paths that the specification gives the screens. */
export function App({ config }: { config: PortalConfig }) {
  const providers = useProviders(config);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <PortalConfigContext value={config}>
        <BrowserRouter basename={BASE_PATH}>
          <CoreAdmin
            {...providers}
            requireAuth
            loginPage={SignedIn}
            layout={Layout}
            catchAll={ToHome}
            disableTelemetry
          >
            {RESOURCES.map((name) => (
              <Resource key={name} name={name} list={ToHome} />
            ))}
            <CustomRoutes>
              <Route path={routes.home} element={<Home />} />
              <Route path={routes.newRecord} element={<screens.FormScreen />} />
              <Route path={routes.form} element={<Form />} />
              <Route path={routes.view} element={<screens.ViewScreen />} />
              <Route path={routes.instructions} element={<screens.InstructionsScreen />} />
              <Route path={routes.review} element={<Review />} />
              <Route path={routes.settings} element={<screens.SettingsScreen />} />
              <Route path={routes.about} element={<screens.AboutScreen />} />
              <Route path={routes.support} element={<screens.SupportScreen />} />
              <Route path={routes.dictionary} element={<screens.DictionaryScreen />} />
              <Route path={routes.guide} element={<screens.GuideScreen />} />
            </CustomRoutes>
          </CoreAdmin>
        </BrowserRouter>
      </PortalConfigContext>
    </ThemeProvider>
  );
}

const ToHome = () => <Navigate to={routes.home} replace />;

/** Home has one address: with its slash. */
const Home = () => (useLocation().pathname === routes.home ? <screens.HomeScreen /> : <ToHome />);

/** Another vendor's record is only looked at: its form could not save. */
function Form() {
  const { recordId = "" } = useParams();
  const isOthers = useIsOthers(recordId);
  if (isOthers === undefined) return <Loading label="Loading the record" />;
  return isOthers ? <Navigate to={recordPath("view", recordId)} replace /> : <screens.FormScreen />;
}

const Review = () => (
  <CanAccess resource="reviews" action="list" accessDenied={<ToHome />}>
    <screens.ReviewScreen />
  </CanAccess>
);

/** What the sign-in page's address remembers of where its user wanted to be. */
interface Wanted {
  nextPathname?: string;
  nextSearch?: string;
}

/**
 * Who is signed in is led on from the sign-in page, which stands before all this (see Root): to where they wanted to
 * be, else the agency's admins to what waits for them and vendors to their records.
 */
function SignedIn() {
  const { nextPathname, nextSearch } = (useLocation().state ?? {}) as Wanted;
  if (nextPathname !== undefined)
    return <Navigate to={{ pathname: nextPathname, search: nextSearch ?? "" }} replace />;
  return (
    <CanAccess resource="reviews" action="list" accessDenied={<ToHome />}>
      <Navigate to={routes.review} replace />
    </CanAccess>
  );
}
