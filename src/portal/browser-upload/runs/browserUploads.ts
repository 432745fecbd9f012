import { messages } from "../../../contract/messages.ts";
import { session } from "../../providers/session.ts";
import { isRunning, type BrowserUpload } from "./browserUpload.ts";
import type { InWorker } from "../openInWorker.ts";
import { createUploadWorker } from "../worker/createUploadWorker.ts";
import { createUploadEntries } from "./uploadEntries.ts";
import {
  createUploadEntry,
  endWorker,
  toUploadView,
  type NewUpload,
  type UploadEntry,
} from "./uploadEntry.ts";
import { getLockName, isLockHeld, withLock } from "./uploadLocks.ts";
import { createUploadRuns, type UploadServices } from "./uploadRuns.ts";
import { uploadStorage } from "./uploadStorage.ts";
import type { ModelSummary } from "../worker/openModel.ts";

/** Uploads go on while the vendor uses other screens. */
export function createBrowserUploads(createWorker: () => Worker) {
  const entries = createUploadEntries();
  const { update } = entries;
  let services: UploadServices | undefined;
  const { run, stop, close } = createUploadRuns({ entries, createWorker, getServices: () => services! });

  /** A chosen logout stops uploads; an expired session does not, because an upload has its own token. */
  function handleSession(): void {
    const account = session.getAccount();
    const hasLoggedOut = !account && session.getEndMessage() === messages.loggedOut;
    for (const entry of entries.list()) {
      const isOtherUser = account !== undefined && account.username !== entry.stored.username;
      if (hasLoggedOut || isOtherUser) close(entry);
      else if (account && entry.view.phase === "signed out") run(entry);
    }
  }

  const show = (entry: UploadEntry) => {
    entries.add(entry);
    if (entry.stored.hasArrived && entry.view.phase === "interrupted") run(entry);
  };

  async function refresh(recordId: string): Promise<void> {
    const entry = await loadEntry(recordId);
    if (entry) show(entry);
    else entries.remove(recordId);
  }

  session.subscribe(handleSession);
  window.addEventListener("beforeunload", (event) => {
    if (entries.listViews().some(isRunning)) event.preventDefault();
  });

  return {
    subscribe: entries.subscribe,
    get: (recordId: string): BrowserUpload | undefined => entries.get(recordId)?.view,

    setServices(next: UploadServices): void {
      services = next;
    },

    start(newUpload: NewUpload): void {
      const entry = createUploadEntry(newUpload, session.getAccount()!.username);
      entries.add(entry);
      run(entry);
    },

    /** Shows an upload of an earlier visit, so that it can be resumed. */
    async restore(recordId: string): Promise<void> {
      const entry = entries.get(recordId) ? undefined : await loadEntry(recordId);
      if (entry && !entries.get(recordId)) show(entry);
    },

    /** What is needed to plan the zip again after a reload. */
    getStored: (recordId: string): UploadEntry["stored"] | undefined => entries.get(recordId)?.stored,

    /** Continues with files that were opened again, or with those still open. */
    resume(recordId: string, model?: InWorker<ModelSummary>): void {
      const entry = entries.get(recordId);
      if (!entry) return;
      if (model) {
        const { worker, filesJson, fileCount, bytes } = model;
        endWorker(entry);
        entry.worker = worker;
        Object.assign(entry.stored, { filesJson, fileCount, bytes });
        update(entry, { fileCount, bytes });
      }
      if (entry.worker || entry.stored.hasArrived) run(entry);
      else update(entry, { phase: "interrupted" });
    },

    /** A browser without handles cannot open changed files again. */
    askForFiles(recordId: string): void {
      const entry = entries.get(recordId);
      if (entry) update(entry, { phase: "interrupted" });
    },

    /** Asks before changed files replace those that were chosen first. */
    askAboutChanges(recordId: string, paths: string[]): void {
      const entry = entries.get(recordId);
      if (entry) update(entry, { phase: "changed", paths });
    },

    leaveOut(recordId: string): void {
      const entry = entries.get(recordId);
      if (!entry) return;
      entry.stored.leftOutPaths = [...entry.stored.leftOutPaths, ...entry.view.paths];
      update(entry, { fileCount: entry.view.fileCount - entry.view.paths.length });
      run(entry);
    },

    pause(recordId: string): void {
      const entry = entries.get(recordId);
      if (!entry) return;
      stop(entry);
      update(entry, { phase: "paused" });
    },

    /**
     * Deletes what has arrived. Does nothing while another tab runs the upload.
     *
     * @throws ApiError if the server cannot be reached; the upload is then paused
     */
    async cancel(recordId: string): Promise<void> {
      const entry = entries.get(recordId);
      if (!entry) return;
      stop(entry);
      update(entry, { phase: "paused" });
      // The run must have released its lock.
      await entry.lastRun;
      const isFree = await withLock(getLockName(entry.stored), { ifAvailable: true }, async () => {
        const { stored, isSaved } = entry;
        const { ticket } = isSaved ? ((await uploadStorage.load(stored)) ?? {}) : stored;
        if (ticket) await services!.dataProvider.cancelUpload(ticket.uploadToken);
        await uploadStorage.remove(stored);
      });
      if (isFree) close(entry);
      else update(entry, { phase: "running elsewhere" });
    },

    /** Shows an upload of another tab as it is once that tab has ended or stopped it. The signal ends the wait. */
    async refreshAfterOtherTab(recordId: string, signal: AbortSignal): Promise<void> {
      for (;;) {
        const entry = entries.get(recordId);
        if (signal.aborted || entry?.view.phase !== "running elsewhere") return;
        await withLock(getLockName(entry.stored), { signal }, async () => undefined);
        if (!signal.aborted) await refresh(recordId);
      }
    },

    /** Removes an ended upload, so that another can be chosen. */
    dismiss(recordId: string): void {
      const entry = entries.get(recordId);
      if (entry) close(entry);
    },
  };
}

/** An upload that this browser has stored. */
async function loadEntry(recordId: string): Promise<UploadEntry | undefined> {
  const username = session.getAccount()?.username;
  const stored = username === undefined ? undefined : await uploadStorage.load({ username, recordId });
  if (!stored) return undefined;
  const isElsewhere = await isLockHeld(getLockName(stored));
  return {
    view: toUploadView(stored, isElsewhere ? "running elsewhere" : "interrupted"),
    stored,
    isSaved: true,
  };
}

export const browserUploads = createBrowserUploads(createUploadWorker);
