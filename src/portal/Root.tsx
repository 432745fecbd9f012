import { Suspense, use, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { messages } from "../contract/messages.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { FormPageOutline, formTitleAt } from "./FormOutline.tsx";
import { LoginPage } from "./login/LoginPage.tsx";
import { paint } from "./palette.ts";
import { firstCalls } from "./providers/calls/firstCalls.ts";
import { portalConfig } from "./providers/calls/portalConfig.ts";
import { session } from "./providers/session.ts";
import { startingUp } from "./providers/calls/startingUp.ts";
import { callEarly } from "./providers/calls/vendorCall.ts";
import { VendorError } from "./providers/calls/vendorError.ts";
import { BASE_PATH, routes } from "./routes.ts";
import { preloadScreen } from "./screens.ts";

/** The sign-in page to those who are signed out, the portal to those who are in. */
export function Root() {
  const account = useSyncExternalStore(session.subscribe, session.current);
  useSessionExpiry();
  const last = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!account) leadToLogin(last.current);
    last.current = account?.username;
  }, [account]);
  if (!account)
    return (
      <LoginPage
        farewell={session.farewell()}
        isWorkAtRisk={session.isWorkAtRisk()}
        onLikelySignIn={openPortal}
      />
    );
  return (
    <ErrorBoundary onRetry={forgetPortal} notLoaded="The portal could not be opened" isWholePage>
      <Suspense fallback={<Opening />}>
        <Portal key={account.username} />
      </Suspense>
    </ErrorBoundary>
  );
}

let isCodeMissing = false;

const loadApp = () =>
  import("./App.tsx").catch((cause: unknown) => {
    isCodeMissing = true;
    throw new VendorError(messages.networkFailed, 0, {}, { cause });
  });

/** Each part runs as soon as it is there, in a task of its own: together they would keep a phone from answering. */
async function loadCode() {
  // A form's outline is read meanwhile: it is painted before anything competes with it.
  if (formTitleAt(location.pathname) !== undefined) await painted();
  void import("./theme.ts").catch(() => undefined);
  const app = loadApp();
  preloadScreen(location.pathname);
  return app;
}

/** Once something stands on the screen; a window that nobody looks at shows nothing. */
const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, PAINTS_WITHIN);
  });

const PAINTS_WITHIN = 1000;

const load = () => Promise.all([loadCode(), configured()]);

/** The configuration; once it is there, the page that was opened asks for what it will show. */
async function configured() {
  const config = await portalConfig();
  const token = session.current()?.accessToken;
  if (token !== undefined) callEarly(config, token, firstCalls(location.pathname));
  return config;
}

let opening: ReturnType<typeof load> | undefined;

/** Fetches everything behind the sign-in: while its page is idle or typed in, or when it is needed. */
export function openPortal() {
  if (!opening) {
    opening = load();
    // Whoever waits for it hears of a failure; if nobody does yet, it is tried again then.
    opening.catch(() => undefined);
  }
  return opening;
}

/** Before another try. Some browsers give up code they could not fetch for as long as the page stays. */
function forgetPortal(): void {
  opening = undefined;
  if (isCodeMissing) location.reload();
}

function Portal() {
  const [{ App }, config] = use(openPortal());
  return <App config={config} />;
}

const OPENING = "Opening the portal";

/** Stands in until the portal's code is there: on the way to a form, by what that begins with. Plain elements: light. */
function Opening() {
  const awaited = useSyncExternalStore(startingUp.subscribe, startingUp.current);
  const title = formTitleAt(location.pathname);
  if (title !== undefined) return <FormPageOutline title={title} label={awaited ?? OPENING} />;
  return (
    <main className="plain plain-notice" style={paint}>
      <h1 role="status" style={{ font: "inherit" }}>
        {awaited ?? `${OPENING}…`}
      </h1>
    </main>
  );
}

/**
 * Puts the sign-in page's address in place of the current one. Where the user was or wanted to be is remembered in
 * the state that the router reads, with whose place it was; a user who signs out by choice starts anew next time.
 */
function leadToLogin(username: string | undefined): void {
  const { pathname, search, hash } = location;
  const isInside = `${pathname}/`.startsWith(`${BASE_PATH}/app/`);
  const earlier: unknown = (history.state as { usr?: unknown } | null)?.usr;
  const place = {
    nextPathname: pathname.slice(BASE_PATH.length),
    nextSearch: search,
    nextHash: hash,
    username,
  };
  const wanted = isInside ? place : earlier;
  const isByChoice = session.farewell() === messages.loggedOut;
  history.replaceState({ usr: isByChoice ? undefined : wanted }, "", BASE_PATH + routes.login);
}

const CHECK_INTERVAL = 1000;

/** Ends the session once its token's time has passed. */
function useSessionExpiry(): void {
  useEffect(() => {
    const check = () => {
      if (session.isExpired()) session.expire();
    };
    // At once too: a browser opened the next day holds a session that is over.
    check();
    const timer = setInterval(check, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, []);
}
