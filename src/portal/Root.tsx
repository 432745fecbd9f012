import { Suspense, use, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { messages } from "../contract/messages.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { LoginPage } from "./login/LoginPage.tsx";
import { plainPageStyles } from "./palette.ts";
import { loadPortalConfig } from "./providers/calls/portalConfig.ts";
import { returnLocation } from "./providers/returnLocation.ts";
import { session } from "./providers/session.ts";
import { retryNotice } from "./providers/calls/fetchWithRetry.ts";
import { ApiError } from "./providers/calls/apiError.ts";
import { BASE_PATH, routes } from "./routes.ts";
import { preloadScreen } from "./screens.ts";
import { startPageCalls } from "./shell/startPageCalls.ts";

export function Root() {
  const account = useSyncExternalStore(session.subscribe, session.getAccount);
  useSessionExpiry();
  const lastUsername = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!account) replaceUrlWithLogin(lastUsername.current);
    lastUsername.current = account?.username;
  }, [account]);
  if (!account) return <LoginPage endMessage={session.getEndMessage()} onPreload={preloadPortal} />;
  return (
    <ErrorBoundary onRetry={retryLoadingPortal} loadErrorTitle="The portal could not be opened" isWholePage>
      <Suspense fallback={<OpeningScreen />}>
        <Portal key={account.username} />
      </Suspense>
    </ErrorBoundary>
  );
}

let isCodeMissing = false;

const loadApp = () =>
  import("./App.tsx").catch((cause: unknown) => {
    isCodeMissing = true;
    throw new ApiError(messages.networkFailed, 0, {}, { cause });
  });

async function loadConfig() {
  const config = await loadPortalConfig();
  startPageCalls(config, location.pathname);
  return config;
}

function loadCodeAndConfig() {
  preloadScreen(location.pathname);
  return Promise.all([loadApp(), loadConfig()]);
}

let portalPromise: ReturnType<typeof loadCodeAndConfig> | undefined;

/** Loads code and configuration: while the login page is idle or in use, or when needed. */
export function preloadPortal() {
  if (!portalPromise) {
    portalPromise = loadCodeAndConfig();
    // `use` in Portal reports the error.
    portalPromise.catch(() => undefined);
  }
  return portalPromise;
}

/** Some browsers do not retry a failed import until the page is reloaded. */
function retryLoadingPortal(): void {
  portalPromise = undefined;
  if (isCodeMissing) location.reload();
}

function Portal() {
  const [{ App }, config] = use(preloadPortal());
  return <App config={config} />;
}

function OpeningScreen() {
  const retryMessage = useSyncExternalStore(retryNotice.subscribe, retryNotice.getMessage);
  return (
    <main className="plain plain-notice" style={plainPageStyles}>
      <h1 role="status" style={{ font: "inherit" }}>
        {retryMessage ?? "Opening the portal…"}
      </h1>
    </main>
  );
}

/** No router is mounted yet, or any more. */
function replaceUrlWithLogin(username: string | undefined): void {
  const { pathname, search, hash } = location;
  if (session.getEndMessage() === messages.loggedOut) returnLocation.clear();
  else if (`${pathname}/`.startsWith(`${BASE_PATH}/app/`))
    returnLocation.store({ path: pathname.slice(BASE_PATH.length) + search + hash, username });
  history.replaceState(null, "", BASE_PATH + routes.login);
}

const EXPIRY_CHECK_INTERVAL_MS = 1000;

function useSessionExpiry(): void {
  useEffect(() => {
    const check = () => {
      if (session.isExpired()) session.expire();
    };
    // Also at once: a browser opened the next day holds an expired session.
    check();
    const timer = setInterval(check, EXPIRY_CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
}
