import { lazy, Suspense, useSyncExternalStore } from "react";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { LoginPage } from "./features/login/LoginPage.tsx";
import { session } from "./providers/session.ts";
import { useSessionAddress } from "./shell/useSessionAddress.ts";
import { useSessionExpiry } from "./shell/useSessionExpiry.ts";

const loadApp = () => import("./App.tsx");
const App = lazy(async () => ({ default: (await loadApp()).App }));

/** The sign-in page to those who are signed out, the portal to those who are in. */
export function Root() {
  const account = useSyncExternalStore(session.subscribe, session.current);
  const { ready, farewell } = useSessionAddress(account);
  useSessionExpiry();
  if (!account) return <LoginPage farewell={farewell} onLikelySignIn={loadApp} />;
  if (!ready) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <App key={account.accessToken} />
      </Suspense>
    </ErrorBoundary>
  );
}
