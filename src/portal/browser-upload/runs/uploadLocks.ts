import type { StoredUpload } from "./uploadStorage.ts";

/** Held by the upload that sends, of all uploads of this browser. */
export const QUEUE_LOCK = "flood-model-portal.browser-upload";

/** Held by the tab that runs the upload of a record. */
export const getLockName = ({ username, recordId }: Pick<StoredUpload, "username" | "recordId">) =>
  `${QUEUE_LOCK}.${username}.${recordId}`;

const getLocks = () => (navigator as Partial<Pick<Navigator, "locks">>).locks;

export async function isLockHeld(name: string): Promise<boolean> {
  const { held = [] } = (await getLocks()?.query()) ?? {};
  return held.some((lock) => lock.name === name);
}

/** Shared by all tabs. Returns false if the lock is held and `ifAvailable` is set. Pages without HTTPS have no locks. */
export async function withLock(
  name: string,
  options: LockOptions,
  callback: () => Promise<void>,
): Promise<boolean> {
  const locks = getLocks();
  if (!locks) {
    await callback();
    return true;
  }
  return locks.request(name, options, async (lock) => {
    if (!lock) return false;
    await callback();
    return true;
  });
}
