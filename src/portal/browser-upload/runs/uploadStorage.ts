import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import type { UploadTicket } from "../../../contract/generated/entities.ts";
import { messages } from "../../../contract/messages.ts";
import type { Correction } from "../../providers/calls/uploadCalls.ts";
import { createIndexedDbStore } from "../../providers/indexedDbStore.ts";
import { session } from "../../providers/session.ts";
import type { InterruptedModel } from "../worker/openModel.ts";

/** What an interrupted upload needs to continue. Its ticket grants one upload, as a downloaded script does. */
export interface StoredUpload extends InterruptedModel {
  username: string;
  recordId: string;
  title: string;
  ticket: UploadTicket;
  correction?: Correction | undefined;
  /** The files of the version to correct. */
  versionFiles?: UploadedFile[] | undefined;
  /** Chromium only. Other browsers ask for the folder again. */
  handle?: FileSystemHandle | undefined;
  /** With the files that the portal adds. */
  fileCount: number;
  bytes: number;
  /** The portal processes the zip. */
  hasArrived?: boolean;
}

const runRequest = createIndexedDbStore("flood-model-portal-uploads", "uploads");

const getKey = ({ username, recordId }: Pick<StoredUpload, "username" | "recordId">) => [username, recordId];

/** The server deletes the zip of an expired link after a day. */
const EXPIRED_KEPT_MS = 24 * 60 * 60_000;

/** Without IndexedDB, as in some private windows, an upload works but cannot be resumed after a reload. */
export const uploadStorage = {
  /** Returns whether the upload could be stored. */
  save: async (upload: StoredUpload): Promise<boolean> =>
    (await runRequest("readwrite", (store) => store.put(upload, getKey(upload)))) !== undefined,
  load: (key: Pick<StoredUpload, "username" | "recordId">): Promise<StoredUpload | undefined> =>
    runRequest<StoredUpload | undefined>("readonly", (store) => store.get(getKey(key))),
  remove: (key: Pick<StoredUpload, "username" | "recordId">): Promise<unknown> =>
    runRequest("readwrite", (store) => store.delete(getKey(key))),
  /** The uploads of all users. */
  list: async (): Promise<StoredUpload[]> =>
    (await runRequest<StoredUpload[]>("readonly", (store) => store.getAll())) ?? [],
  async removeAll(username: string): Promise<void> {
    const uploads = await uploadStorage.list();
    await removeEach(uploads.filter((upload) => upload.username === username));
  },
  /** Uploads whose links cannot be renewed. */
  async removeExpired(): Promise<void> {
    const uploads = await uploadStorage.list();
    const expiredBefore = Date.now() - EXPIRED_KEPT_MS;
    await removeEach(uploads.filter(({ ticket }) => Date.parse(ticket.expires) < expiredBefore));
  },
};

const removeEach = (uploads: StoredUpload[]) => Promise.all(uploads.map(uploadStorage.remove));

/**
 * Deletes the stored uploads of a user after a chosen logout in any tab. An expired session keeps them. Returns the
 * unsubscribe function.
 */
export function discardUploadsOnSignOut(): () => void {
  void uploadStorage.removeExpired();
  let account = session.getAccount();
  return session.subscribe(() => {
    const previous = account;
    account = session.getAccount();
    if (previous && !account && session.getStoredEndMessage() === messages.loggedOut)
      void uploadStorage.removeAll(previous.username);
  });
}
