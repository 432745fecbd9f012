import { Navigate, Route, Routes, useLocation } from "react-router";
import { ErrorBoundary } from "../ErrorBoundary.tsx";
import { routes } from "../routes.ts";
import { isAdminHere } from "./isAdminHere.ts";
import { LoadedScreen } from "./LoadedScreen.tsx";
import type { ScreenRoute } from "./screenCode.ts";

interface Screen {
  path: ScreenRoute;
  /** For the agency's admins alone. */
  forAdmins?: boolean;
}

const screens: Screen[] = [
  { path: routes.home },
  { path: routes.newRecord },
  { path: routes.form },
  { path: routes.view },
  { path: routes.instructions },
  { path: routes.review, forAdmins: true },
  { path: routes.settings },
  { path: routes.about },
  { path: routes.support },
  { path: routes.dictionary },
];

/**
 * The screen of the current path. That somebody is signed in is the root's to know, which shows none of this
 * otherwise. The login, and a path nobody knows, lead Home.
 */
export function Screens() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Routes>
        {screens.map((screen) => (
          <Route key={screen.path} path={screen.path} element={<Guarded {...screen} />} />
        ))}
        <Route path="*" element={<ToHome />} />
      </Routes>
    </ErrorBoundary>
  );
}

function Guarded({ path, forAdmins = false }: Screen) {
  const { pathname } = useLocation();
  // Home has one address: with its slash.
  const isOtherwiseHome = path === routes.home && pathname !== routes.home;
  if (isOtherwiseHome || (forAdmins && !isAdminHere())) return <ToHome />;
  return <LoadedScreen route={path} />;
}

const ToHome = () => <Navigate to={routes.home} replace />;
