import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { JsonObject } from "../../contract/json.ts";
import { messages } from "../../contract/messages.ts";
import { session } from "./session.ts";

export interface DraftContent {
  values: JsonObject;
  /** Values in the contact dialog, keyed by what the dialog was opened for. */
  contactDialogValues?: Record<string, JsonObject> | undefined;
}

export interface Draft extends DraftContent {
  /** One per opened form, so that two tabs never overwrite each other's draft. */
  id: string;
  savedAt: string;
  /** Revision of the record that was edited. */
  etag?: string | undefined;
  /** The record's values at that revision: the base for merging later changes. */
  baseValues?: JsonObject | undefined;
  /** Of a new record, so that repeating the create makes no second record. */
  idempotencyKey?: string | undefined;
}

const flushListeners = new Set<() => boolean>();

/** Saves the input of open forms as drafts now. False if some of it could not be saved. */
export const flushDrafts = (): boolean => [...flushListeners].map((listener) => listener()).every(Boolean);

/** The listener saves its input and returns false if it cannot. */
export function onFlushDrafts(listener: () => boolean): () => void {
  flushListeners.add(listener);
  return () => void flushListeners.delete(listener);
}

window.addEventListener("pagehide", flushDrafts);
document.addEventListener("visibilitychange", flushDrafts);
session.onBeforeEnd(() => {
  flushDrafts();
  return memoryDrafts.size === 0;
});
// Registered here, not in the form: after an expired session the login page replaces the form.
window.addEventListener("beforeunload", (event) => {
  if (memoryDrafts.size > 0) event.preventDefault();
});

/** Form id of a record that was never saved. */
export const NEW_RECORD = "new";

// Not in react-admin's store, which logout clears.
const KEY_PREFIX = "flood-model-portal.draft/";

const buildKeyPrefix = (...parts: string[]) =>
  KEY_PREFIX + parts.map((part) => `${encodeURIComponent(part)}/`).join("");

/** Drafts that did not fit in storage, by key. Closing the page loses them. */
const memoryDrafts = new Map<string, string>();

/** `form` is a record's id or NEW_RECORD. */
export const draftStore = {
  /** Newest first. */
  list(username: string, form: string): Draft[] {
    const prefix = buildKeyPrefix(username, form);
    return listKeys(prefix)
      .flatMap((key) => readDraft(key, key.slice(prefix.length)) ?? [])
      .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
  },

  listForms(username: string): string[] {
    const prefix = buildKeyPrefix(username);
    const forms = listKeys(prefix).map((key) => key.slice(prefix.length).split("/")[0] ?? "");
    return [...new Set(forms.map(decodeURIComponent))];
  },

  /** False if storage is full or blocked, or if the user has signed out. */
  save(username: string, form: string, { id, ...content }: Draft): boolean {
    if (session.getAccount()?.username !== username) return false;
    const [key, text] = [buildKeyPrefix(username, form) + id, JSON.stringify(content)];
    clearCachedKeys();
    const isSaved = tryOrUndefined(() => {
      localStorage.setItem(key, text);
      return true;
    });
    if (isSaved) memoryDrafts.delete(key);
    else memoryDrafts.set(key, text);
    return isSaved ?? false;
  },

  discard(username: string, form: string, id: string): void {
    removeKey(buildKeyPrefix(username, form) + id);
  },

  /** Turns the drafts of a deleted record into drafts of a new one. Returns false if there are none. */
  moveToNewRecord(username: string, form: string): boolean {
    const drafts = draftStore.list(username, form);
    for (const { values, contactDialogValues, id, savedAt } of drafts) {
      // Discard first: full storage has room for only one copy.
      draftStore.discard(username, form, id);
      draftStore.save(username, NEW_RECORD, { values, contactDialogValues, id, savedAt });
    }
    return drafts.length > 0;
  },

  /** Of one form or, without `form`, of the user. Also deletes unreadable drafts. */
  discardAll(username: string, ...form: string[]): void {
    listKeys(buildKeyPrefix(username, ...form)).forEach(removeKey);
  },
};

/** Read once per task: a list of thousands of records looks up the drafts of each. */
let cachedKeys: string[] | undefined;

const clearCachedKeys = () => {
  cachedKeys = undefined;
};

function listKeys(prefix: string): string[] {
  if (!cachedKeys) {
    const stored =
      tryOrUndefined(() => Object.keys(localStorage).filter((key) => key.startsWith(KEY_PREFIX))) ?? [];
    cachedKeys = [...new Set([...stored, ...memoryDrafts.keys()])];
    queueMicrotask(clearCachedKeys);
  }
  return cachedKeys.filter((key) => key.startsWith(prefix));
}

function readDraft(key: string, id: string): Draft | undefined {
  const text = memoryDrafts.get(key) ?? tryOrUndefined(() => localStorage.getItem(key));
  const { values, savedAt, ...content } = Object(
    tryOrUndefined<unknown>(() => JSON.parse(text ?? "")),
  ) as Partial<Draft>;
  const isValid = typeof values === "object" && values !== null && typeof savedAt === "string";
  return isValid ? { ...content, values, savedAt, id } : undefined;
}

function removeKey(key: string): void {
  clearCachedKeys();
  memoryDrafts.delete(key);
  tryOrUndefined(() => localStorage.removeItem(key));
}

/** Missing on pages without TLS. */
const getLockManager = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/**
 * Web locks mark the drafts that are open in any tab. The browser releases them even if the page crashes. Without web
 * locks, no draft counts as open.
 */
export const draftLocks = {
  acquire(id: string): () => void {
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    void getLockManager()
      ?.request(KEY_PREFIX + id, () => released)
      .catch(() => undefined);
    return release;
  },

  runIfFree(id: string, onFree: () => void): void {
    const manager = getLockManager();
    if (!manager) onFree();
    void manager?.request(KEY_PREFIX + id, { ifAvailable: true }, (lock) => lock && onFree());
  },

  runWhenFree(id: string, onFree: () => void): () => void {
    const manager = getLockManager();
    if (!manager) onFree();
    const abortController = new AbortController();
    void manager
      ?.request(KEY_PREFIX + id, { mode: "shared", signal: abortController.signal }, () => {
        if (!abortController.signal.aborted) onFree();
      })
      .catch(() => undefined);
    return () => abortController.abort();
  },
};

/**
 * Discards drafts after a chosen logout in any tab. An expired session keeps them. Returns the unsubscribe function.
 */
export function discardDraftsOnSignOut(): () => void {
  let account = session.getAccount();
  return session.subscribe(() => {
    const previous = account;
    account = session.getAccount();
    if (!previous || account || session.getStoredEndMessage() !== messages.loggedOut) return;
    draftStore.discardAll(previous.username);
    // The paths typed on the instructions page.
    tryOrUndefined(() => sessionStorage.clear());
  });
}
