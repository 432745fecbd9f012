import { attempt } from "../../contract/attempt.ts";
import type { Account } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";

const STORAGE_NAME = "flood-model-portal.session";
/** Why the session ended, for the other tabs, which only see that it is gone. */
const REASON_NAME = "flood-model-portal.session-ended";

let current = read();
let farewell: string | undefined;
let isWorkAtRisk = false;
const listeners = new Set<() => void>();
const leavers = new Set<() => unknown>();

/** The signed-in user of this browser, kept in local storage; every open tab follows it. */
export const session = {
  current: (): Account | undefined => current,

  /** True once the session runs; false where the browser keeps nothing for this site. */
  start(account: Account): boolean {
    farewell = undefined;
    const isKept = attempt(() => {
      localStorage.removeItem(REASON_NAME);
      localStorage.setItem(STORAGE_NAME, JSON.stringify(account));
      return true;
    });
    if (isKept) replace(account);
    return isKept ?? false;
  },

  /** Forgets the user. `words` are what the sign-in page says about it. */
  end(words?: string) {
    farewell = words;
    // First: another tab asks for it as soon as it sees the session gone. A full storage keeps nobody signed in.
    attempt(() => localStorage.setItem(REASON_NAME, words ?? ""));
    localStorage.removeItem(STORAGE_NAME);
    replace(undefined);
  },

  /** Its time has passed, or the services refused it. What another tab did while this one slept goes before. */
  expire() {
    if (read()?.accessToken === current?.accessToken) session.end(messages.sessionExpired);
    else follow();
  },

  /** Why the last session ended, whichever tab ended it. */
  endedBy: (): string | undefined => localStorage.getItem(REASON_NAME) || undefined,

  /** Why the last session ended, if it ended while this page was open. */
  farewell: (): string | undefined => farewell,

  /** What was typed in the last session stands in this page alone: closed or reloaded, it takes that along. */
  isWorkAtRisk: (): boolean => isWorkAtRisk,

  isExpired: (now = Date.now()): boolean => current !== undefined && now / 1000 >= current.expirationTime,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /**
   * Calls the listener while the session is about to end and all that it shows still stands. It answers false where
   * typed work could not be kept, and only this page holds it.
   */
  beforeEnd(listener: () => unknown): () => void {
    leavers.add(listener);
    return () => leavers.delete(listener);
  },
};

window.addEventListener("storage", ({ key }) => {
  if (key === STORAGE_NAME || key === null) follow();
});

/** Takes over what another tab did: it began a session, or renewed or ended this one. */
function follow() {
  const account = read();
  // The tab that ended it has written down why: every other tab says the same.
  if (current && !account) farewell = session.endedBy();
  replace(account);
}

function replace(account: Account | undefined) {
  if (current && !account) isWorkAtRisk = [...leavers].map((leaver) => leaver()).includes(false);
  current = account;
  for (const listener of listeners) listener();
}

/** The saved session; what is none is forgotten, so that it locks nobody out. */
function read(): Account | undefined {
  const stored = attempt<unknown>(() => JSON.parse(localStorage.getItem(STORAGE_NAME) ?? "null"));
  if (isAccount(stored)) return stored;
  attempt(() => localStorage.removeItem(STORAGE_NAME));
  return undefined;
}

function isAccount(stored: unknown): stored is Account {
  const { username, accessToken, roles, expirationTime } = Object(stored) as Partial<Account>;
  const areTexts = typeof username === "string" && typeof accessToken === "string";
  return areTexts && Array.isArray(roles) && typeof expirationTime === "number";
}
