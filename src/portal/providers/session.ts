import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { Account } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";

const SESSION_KEY = "flood-model-portal.session";
/** Lets other tabs show why the session ended. */
const END_MESSAGE_KEY = "flood-model-portal.session-ended";

let currentAccount = readStoredAccount();
let endMessage: string | undefined;
const listeners = new Set<() => void>();
const beforeEndListeners = new Set<() => unknown>();

/** The signed-in user, shared by all tabs through local storage. */
export const session = {
  getAccount: (): Account | undefined => currentAccount,

  /** Returns false if the browser blocks storage. */
  start(account: Account): boolean {
    endMessage = undefined;
    const isStored = tryOrUndefined(() => {
      localStorage.removeItem(END_MESSAGE_KEY);
      localStorage.setItem(SESSION_KEY, JSON.stringify(account));
      return true;
    });
    if (isStored) setAccount(account);
    return isStored ?? false;
  },

  /** The login page shows `message`. */
  end(message?: string) {
    endMessage = message;
    // First, because another tab reads it as soon as the session is gone. Full storage must not prevent the logout.
    tryOrUndefined(() => localStorage.setItem(END_MESSAGE_KEY, message ?? ""));
    localStorage.removeItem(SESSION_KEY);
    setAccount(undefined);
  },

  /** After expiry or a 401. If another tab has changed the session since, that change wins. */
  expire() {
    if (readStoredAccount()?.accessToken === currentAccount?.accessToken)
      session.end(messages.sessionExpired);
    else syncFromStorage();
  },

  getStoredEndMessage: (): string | undefined => localStorage.getItem(END_MESSAGE_KEY) || undefined,

  /** Only if the session ended while this page was open. */
  getEndMessage: (): string | undefined => endMessage,

  isExpired: (now = Date.now()): boolean =>
    currentAccount !== undefined && now / 1000 >= currentAccount.expirationTime,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Called while the page is still mounted. */
  onBeforeEnd(listener: () => unknown): () => void {
    beforeEndListeners.add(listener);
    return () => beforeEndListeners.delete(listener);
  },
};

window.addEventListener("storage", ({ key }) => {
  if (key === SESSION_KEY || key === null) syncFromStorage();
});

function syncFromStorage() {
  const account = readStoredAccount();
  if (currentAccount && !account) endMessage = session.getStoredEndMessage();
  setAccount(account);
}

function setAccount(account: Account | undefined) {
  if (currentAccount && !account) for (const listener of beforeEndListeners) listener();
  currentAccount = account;
  for (const listener of listeners) listener();
}

/** Deletes an unreadable session, so that it cannot lock the user out. */
function readStoredAccount(): Account | undefined {
  const stored = tryOrUndefined<unknown>(() => JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null"));
  if (isAccount(stored)) return stored;
  tryOrUndefined(() => localStorage.removeItem(SESSION_KEY));
  return undefined;
}

function isAccount(stored: unknown): stored is Account {
  const { username, accessToken, roles, expirationTime } = Object(stored) as Partial<Account>;
  const hasTexts = typeof username === "string" && typeof accessToken === "string";
  return hasTexts && Array.isArray(roles) && typeof expirationTime === "number";
}
