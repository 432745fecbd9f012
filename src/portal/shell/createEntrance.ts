import { messages } from "../../contract/messages.ts";
import { session } from "../providers/session.ts";
import { BASE_PATH, routes } from "../routes.ts";

/** How the portal stands to its user. */
export interface Entrance {
  /** True once the address is one of a signed-in user's. */
  ready: boolean;
  /** Why the last session ended, if it did. */
  farewell?: string | undefined;
}

/** What the sign-in page's history entry remembers. */
interface SignedOut {
  wanted?: string;
}

/**
 * Moves the address with the session: to the login while signed out, remembering where the user was or wanted to be,
 * and back there after signing in. A user who signs out by choice starts from Home next time.
 */
export function createEntrance() {
  let current: Entrance = { ready: false };
  const listeners = new Set<() => void>();
  const become = (next: Entrance) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter() {
      const { wanted } = (history.state ?? {}) as SignedOut;
      if (!isInside(location.pathname))
        history.replaceState(null, "", wanted && isInside(wanted) ? wanted : BASE_PATH + routes.home);
      become({ ready: true });
    },
    leave() {
      const farewell = session.takeFarewell();
      const entry = farewell === messages.loggedOut ? {} : remembered();
      history.replaceState(entry, "", BASE_PATH + routes.login);
      become({ ready: false, farewell });
    },
  };
}

function remembered(): SignedOut {
  if (isInside(location.pathname)) return { wanted: location.pathname + location.search };
  return (history.state ?? {}) as SignedOut;
}

const INSIDE = `${BASE_PATH}/app`;
const isInside = (path: string) => path === INSIDE || path.startsWith(`${INSIDE}/`);
