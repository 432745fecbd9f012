import type { JsonObject } from "../../contract/json.ts";
import { messages } from "../../contract/messages.ts";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { Draft } from "./draft.ts";
import { createIndexedDbStore } from "./indexedDbStore.ts";
import { session } from "./session.ts";

/** What one window has typed and the services have not confirmed. Without the draft calls, this is the only copy. */
export interface DeviceDraft extends Draft {
  /** The draft's values when this window last exchanged it with the services: the base for merging. */
  exchangedValues?: JsonObject | undefined;
}

// Not in react-admin's store, which logout clears.
const KEY_PREFIX = "flood-model-portal.draft/";

/**
 * A second copy: Chromium writes IndexedDB to disk at once, but local storage up to a minute late, and loses the rest when
 * it is killed. Local storage is needed too, because a page that closes does not wait for IndexedDB.
 */
const runBackupRequest = createIndexedDbStore("flood-model-portal-drafts", "drafts");

interface Backup {
  name: string;
  draft: DeviceDraft;
}

/** Each window has its own copy, so that windows never overwrite each other's. */
const buildKey = (username: string, ...parts: string[]) =>
  KEY_PREFIX + [username, ...parts].map(encodeURIComponent).join("/");

export const deviceDrafts = {
  /** The last saved first. Without `key`, of all records. */
  list(username: string, ...key: string[]): DeviceDraft[] {
    const prefix = `${buildKey(username, ...key)}/`;
    return listStorageKeys(prefix)
      .flatMap((name) => readDraft(name) ?? [])
      .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
  },

  /** What this window has stored. */
  find: (username: string, key: string, windowId: string): DeviceDraft | undefined =>
    readDraft(buildKey(username, key, windowId)),

  /** Returns false if storage is full or blocked. */
  save(username: string, draft: DeviceDraft): boolean {
    const backup: Backup = { name: buildKey(username, draft.key, draft.windowId), draft };
    const isSaved = tryOrUndefined(() => {
      localStorage.setItem(backup.name, JSON.stringify(draft));
      return true;
    });
    void runBackupRequest("readwrite", (store) => store.put(backup, backup.name));
    return isSaved ?? false;
  },

  remove(username: string, { key, windowId }: Pick<Draft, "key" | "windowId">): void {
    const name = buildKey(username, key, windowId);
    tryOrUndefined(() => localStorage.removeItem(name));
    void runBackupRequest("readwrite", (store) => store.delete(name));
  },

  /** Also deletes unreadable drafts, and second copies that local storage had no room for. */
  removeAll(username: string, ...key: string[]): void {
    const prefix = `${buildKey(username, ...key)}/`;
    for (const name of listStorageKeys(prefix)) tryOrUndefined(() => localStorage.removeItem(name));
    void runBackupRequest("readwrite", (store) => store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
  },

  /** Brings back what a killed browser had not written to local storage. */
  async restore(): Promise<void> {
    const backups = await runBackupRequest<Backup[]>("readonly", (store) => store.getAll());
    for (const { name, draft } of backups ?? [])
      if (draft.savedAt > (readDraft(name)?.savedAt ?? ""))
        tryOrUndefined(() => localStorage.setItem(name, JSON.stringify(draft)));
  },
};

const listStorageKeys = (prefix: string): string[] =>
  tryOrUndefined(() => Object.keys(localStorage).filter((name) => name.startsWith(prefix))) ?? [];

function readDraft(name: string): DeviceDraft | undefined {
  const draft = Object(
    tryOrUndefined<unknown>(() => JSON.parse(localStorage.getItem(name) ?? "")),
  ) as Partial<DeviceDraft>;
  const isValid = typeof draft.content?.values === "object" && typeof draft.savedAt === "string";
  return isValid ? (draft as DeviceDraft) : undefined;
}

/**
 * Discards this device's copies after a chosen logout in any tab. An expired session keeps them. Returns the unsubscribe
 * function.
 */
export function discardDraftsOnSignOut(): () => void {
  let account = session.getAccount();
  return session.subscribe(() => {
    const previous = account;
    account = session.getAccount();
    if (!previous || account || session.getStoredEndMessage() !== messages.loggedOut) return;
    deviceDrafts.removeAll(previous.username);
    // The paths typed on the instructions page.
    tryOrUndefined(() => sessionStorage.clear());
  });
}
