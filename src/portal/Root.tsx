import { useSyncExternalStore } from "react";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { LoginPage } from "./features/login/LoginPage.tsx";
import { session } from "./providers/session.ts";
import { appCode, useAppCode } from "./shell/appCode.ts";
import { Opening } from "./shell/Opening.tsx";
import { useSessionAddress } from "./shell/useSessionAddress.ts";
import { useSessionExpiry } from "./shell/useSessionExpiry.ts";

/** The sign-in page to those who are signed out, the portal to those who are in. */
export function Root() {
  const account = useSyncExternalStore(session.subscribe, session.current);
  const { ready, farewell } = useSessionAddress(account);
  const { App } = useAppCode();
  useSessionExpiry();
  if (!account) return <LoginPage farewell={farewell} onLikelySignIn={appCode.load} />;
  if (!App || !ready) return <Opening />;
  return (
    <ErrorBoundary>
      <App key={account.accessToken} />
    </ErrorBoundary>
  );
}
