import type { ComponentType } from "react";
import { Authenticated } from "react-admin";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { ErrorBoundary } from "../ErrorBoundary.tsx";
import { routes } from "../routes.ts";
import { Loading } from "../ui/Loading.tsx";
import { isAdminHere } from "./isAdminHere.ts";
import { LoadedScreen } from "./LoadedScreen.tsx";

type Load = () => Promise<ComponentType>;

const home: Load = async () => (await import("../features/records/RecordsPage.tsx")).RecordsPage;
const form: Load = async () => (await import("../features/record-form/RecordFormPage.tsx")).RecordFormPage;
const view: Load = async () => (await import("./RecordView.tsx")).RecordView;
const instructions: Load = async () =>
  (await import("../features/instructions/InstructionsPage.tsx")).InstructionsPage;
const review: Load = async () => (await import("../features/review/ReviewPage.tsx")).ReviewPage;
const settings: Load = async () => (await import("../features/settings/SettingsPage.tsx")).SettingsPage;
const about: Load = async () => (await import("../features/about/AboutPage.tsx")).AboutPage;
const support: Load = async () => (await import("../features/support/SupportPage.tsx")).SupportPage;

interface Screen {
  path: string;
  load: Load;
  /** For the agency's admins alone. */
  forAdmins?: boolean;
}

const screens: Screen[] = [
  { path: routes.home, load: home },
  { path: routes.newRecord, load: form },
  { path: routes.form, load: form },
  { path: routes.view, load: view },
  { path: routes.instructions, load: instructions },
  { path: routes.review, load: review, forAdmins: true },
  { path: routes.settings, load: settings },
  { path: routes.about, load: about },
  { path: routes.support, load: support },
];

/** The screen of the current path, to signed-in users only. The login, and a path nobody knows, lead them Home. */
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

function Guarded({ path, load, forAdmins = false }: Screen) {
  const { pathname } = useLocation();
  // Home has one address: with its slash.
  const isOtherwiseHome = path === routes.home && pathname !== routes.home;
  if (isOtherwiseHome || (forAdmins && !isAdminHere())) return <ToHome />;
  return (
    <Authenticated loading={<Loading />}>
      <LoadedScreen name={path} load={load} />
    </Authenticated>
  );
}

const ToHome = () => <Navigate to={routes.home} replace />;
