import type { Account } from "../../contract/generated/entities.ts";

const STORAGE_NAME = "flood-model-portal.session";

let current = read();
let farewell: string | undefined;
const listeners = new Set<() => void>();

/** The signed-in user of this browser, kept in local storage; every open tab follows it. */
export const session = {
  current: (): Account | undefined => current,

  start(account: Account) {
    farewell = undefined;
    localStorage.setItem(STORAGE_NAME, JSON.stringify(account));
    replace(account);
  },

  /** Forgets the user. `words` are what the sign-in page says about it. */
  end(words?: string) {
    farewell = words;
    localStorage.removeItem(STORAGE_NAME);
    replace(undefined);
  },

  /** Why the last session ended, while nobody has said it yet. */
  farewell: (): string | undefined => farewell,

  /** Why the last session ended, said once. */
  takeFarewell(): string | undefined {
    const words = farewell;
    farewell = undefined;
    return words;
  },

  isExpired: (now = Date.now()): boolean => current !== undefined && now / 1000 >= current.expirationTime,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

window.addEventListener("storage", ({ key }) => {
  if (key === STORAGE_NAME || key === null) replace(read());
});

function replace(account: Account | undefined) {
  current = account;
  for (const listener of listeners) listener();
}

function read(): Account | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_NAME) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
