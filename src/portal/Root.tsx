import { useLayoutEffect, useSyncExternalStore } from "react";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { LoginPage } from "./login/LoginPage.tsx";
import { session } from "./providers/session.ts";
import { earlyCalls } from "./providers/earlyCalls.ts";
import { useAppCode } from "./shell/appCode.ts";
import { beginEarly } from "./shell/beginEarly.ts";
import { Opening } from "./shell/Opening.tsx";
import { loadLikelyCode } from "./shell/loadLikelyCode.ts";
import { useSessionAddress } from "./shell/useSessionAddress.ts";
import { useSessionExpiry } from "./shell/useSessionExpiry.ts";

/** The sign-in page to those who are signed out, the portal to those who are in. */
export function Root() {
  const account = useSyncExternalStore(session.subscribe, session.current);
  const { ready, farewell } = useSessionAddress(account);
  const { App } = useAppCode();
  useSessionExpiry();
  // Before the portal is drawn for the first time, which asks for the same.
  useLayoutEffect(() => (account ? beginEarly(account) : earlyCalls.forget()), [account]);
  if (!account) return <LoginPage farewell={farewell} onLikelySignIn={loadLikelyCode} />;
  if (!App || !ready) return <Opening />;
  return (
    <ErrorBoundary>
      <App key={account.accessToken} />
    </ErrorBoundary>
  );
}
