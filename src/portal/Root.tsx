import { Suspense, use, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { messages } from "../contract/messages.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { FormPageSkeleton, getFormTitle } from "./FormSkeleton.tsx";
import { LoginPage } from "./login/LoginPage.tsx";
import { plainPageStyles } from "./palette.ts";
import { listPrefetchRequests } from "./providers/calls/prefetchRequests.ts";
import { loadPortalConfig } from "./providers/calls/portalConfig.ts";
import { session } from "./providers/session.ts";
import { retryNotice } from "./providers/calls/fetchWithRetry.ts";
import { prefetchCalls } from "./providers/calls/vendorCall.ts";
import { ApiError } from "./providers/calls/apiError.ts";
import { BASE_PATH, routes } from "./routes.ts";
import { preloadScreen } from "./screens.ts";

export function Root() {
  const account = useSyncExternalStore(session.subscribe, session.getAccount);
  useSessionExpiry();
  const lastUsername = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!account) replaceUrlWithLogin(lastUsername.current);
    lastUsername.current = account?.username;
  }, [account]);
  if (!account)
    return (
      <LoginPage
        endMessage={session.getEndMessage()}
        hasMemoryOnlyDrafts={session.hasMemoryOnlyDrafts()}
        onPreload={preloadPortal}
      />
    );
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

/** Runs each part in its own task, because one long task would block a phone. */
async function loadCode() {
  // Paint the form skeleton before anything competes with it.
  if (getFormTitle(location.pathname) !== undefined) await waitForFirstPaint();
  void import("./theme.ts").catch(() => undefined);
  const app = loadApp();
  preloadScreen(location.pathname);
  return app;
}

/** A hidden window never paints. */
const waitForFirstPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS);
  });

const FIRST_PAINT_TIMEOUT_MS = 1000;

const loadCodeAndConfig = () => Promise.all([loadCode(), loadConfigAndPrefetch()]);

async function loadConfigAndPrefetch() {
  const config = await loadPortalConfig();
  const token = session.getAccount()?.accessToken;
  if (token !== undefined) prefetchCalls(config, token, listPrefetchRequests(location.pathname));
  return config;
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

const OPENING_LABEL = "Opening the portal";

function OpeningScreen() {
  const retryMessage = useSyncExternalStore(retryNotice.subscribe, retryNotice.getMessage);
  const title = getFormTitle(location.pathname);
  if (title !== undefined) return <FormPageSkeleton title={title} label={retryMessage ?? OPENING_LABEL} />;
  return (
    <main className="plain plain-notice" style={plainPageStyles}>
      <h1 role="status" style={{ font: "inherit" }}>
        {retryMessage ?? `${OPENING_LABEL}…`}
      </h1>
    </main>
  );
}

/**
 * Replaces the URL with the login path. The router state remembers the location and its user, except after a chosen
 * logout.
 */
function replaceUrlWithLogin(username: string | undefined): void {
  const { pathname, search, hash } = location;
  const isInside = `${pathname}/`.startsWith(`${BASE_PATH}/app/`);
  const previousState: unknown = (history.state as { usr?: unknown } | null)?.usr;
  const currentLocation = {
    nextPathname: pathname.slice(BASE_PATH.length),
    nextSearch: search,
    nextHash: hash,
    username,
  };
  const redirectState = isInside ? currentLocation : previousState;
  const isLogout = session.getEndMessage() === messages.loggedOut;
  history.replaceState({ usr: isLogout ? undefined : redirectState }, "", BASE_PATH + routes.login);
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
