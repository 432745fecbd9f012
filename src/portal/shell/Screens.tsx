import { lazy, Suspense, type ComponentType } from "react";
import { Authenticated } from "react-admin";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { ErrorBoundary } from "../ErrorBoundary.tsx";
import { routes } from "../routes.ts";
import { Loading } from "../ui/Loading.tsx";

type Load = () => Promise<ComponentType>;

const home: Load = async () => (await import("../features/records/RecordsPage.tsx")).RecordsPage;
const form: Load = async () => (await import("../features/record-form/RecordFormPage.tsx")).RecordFormPage;
const view: Load = async () =>
  (await import("../features/record-detail/RecordDetailPage.tsx")).RecordDetailPage;
const instructions: Load = async () =>
  (await import("../features/instructions/InstructionsPage.tsx")).InstructionsPage;
const settings: Load = async () => (await import("../features/settings/SettingsPage.tsx")).SettingsPage;
const about: Load = async () => (await import("../features/about/AboutPage.tsx")).AboutPage;
const support: Load = async () => (await import("../features/support/SupportPage.tsx")).SupportPage;

/** Each screen's code is fetched when it is first opened. */
const asScreen = (load: Load) => lazy(async () => ({ default: await load() }));

const screens: [path: string, Screen: ComponentType][] = [
  [routes.home, asScreen(home)],
  [routes.newRecord, asScreen(form)],
  [routes.form, asScreen(form)],
  [routes.view, asScreen(view)],
  [routes.instructions, asScreen(instructions)],
  [routes.settings, asScreen(settings)],
  [routes.about, asScreen(about)],
  [routes.support, asScreen(support)],
];

/** The screen of the current path, to signed-in users only. The login, and a path nobody knows, lead them Home. */
export function Screens() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>
        <Routes>
          {screens.map(([path, Screen]) => (
            <Route key={path} path={path} element={<Guarded Screen={Screen} />} />
          ))}
          <Route path="*" element={<Navigate to={routes.home} replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

const Guarded = ({ Screen }: { Screen: ComponentType }) => (
  <Authenticated loading={<Loading />}>
    <Screen />
  </Authenticated>
);
