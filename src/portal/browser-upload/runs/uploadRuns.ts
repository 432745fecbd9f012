import { ApiError } from "../../providers/calls/apiError.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { session } from "../../providers/session.ts";
import { runInWorker } from "./runInWorker.ts";
import type { UploadEntries } from "./uploadEntries.ts";
import { endWorker, getErrorText, toUploadView, type UploadEntry } from "./uploadEntry.ts";
import { handleUploadEnd, handleUploadEvent } from "./uploadEvents.ts";
import { getLockName, isLockHeld, QUEUE_LOCK, withLock } from "./uploadLocks.ts";
import { uploadStorage } from "./uploadStorage.ts";
import type { UploadEnd } from "../worker/uploadTask.ts";

export interface UploadServices {
  dataProvider: Pick<PortalDataProvider, "requestUpload" | "cancelUpload">;
  /** The base URL of the calls that need only the upload token. */
  middlewareBaseUrl: string;
}

interface RunContext {
  entries: UploadEntries;
  createWorker: () => Worker;
  getServices: () => UploadServices;
}

const RENEW_INTERVAL_MS = 60_000;

/** Runs uploads in workers, one after another. A lock per record keeps other tabs from running the same upload. */
export function createUploadRuns({ entries, createWorker, getServices }: RunContext) {
  const { update, save } = entries;

  const stop = (entry: UploadEntry) => entry.controller?.abort();

  /** Removes the upload from this tab. */
  function close(entry: UploadEntry): void {
    stop(entry);
    entries.remove(entry.stored.recordId);
    // The run ends with the worker's answer.
    void Promise.resolve(entry.lastRun).then(() => endWorker(entry));
  }

  /** Starts a run, which ends when the upload ends or is stopped. */
  function run(entry: UploadEntry): void {
    stop(entry);
    const controller = new AbortController();
    entry.controller = controller;
    update(entry, {
      phase: "preparing",
      ...{ texts: [], paths: [], warnings: [], prepared: 0 },
      ...{ waitingReason: undefined, history: undefined },
    });
    // The previous run must have released its lock.
    const { lastRun = Promise.resolve() } = entry;
    entry.lastRun = lastRun.then(() => runOnce(entry, controller.signal));
  }

  async function runOnce(entry: UploadEntry, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const isFree = await withLock(getLockName(entry.stored), { ifAvailable: true }, async () => {
        if (!(await adoptStored(entry, signal))) return;
        while (await runInTurn(entry, signal));
      });
      if (!isFree) update(entry, { phase: "running elsewhere" });
    } catch (error) {
      if (!signal.aborted) update(entry, { phase: "failed", texts: [getErrorText(error)] });
    }
  }

  /** Another tab may have started, continued or ended the upload since. Returns whether this tab continues it. */
  async function adoptStored(entry: UploadEntry, signal: AbortSignal): Promise<boolean> {
    const { stored, isSaved } = entry;
    const saved = await uploadStorage.load(stored);
    if (signal.aborted) return false;
    if (!saved) {
      if (isSaved) endElsewhere(entry);
      return !isSaved;
    }
    const hasArrived = saved.hasArrived === true;
    if (saved.ticket.uploadBatchId !== stored.ticket?.uploadBatchId) {
      endWorker(entry);
      Object.assign(entry, { stored: saved, isSaved: true });
      update(entry, toUploadView(saved, hasArrived ? "preparing" : "interrupted"));
      return hasArrived;
    }
    Object.assign(stored, { ticket: saved.ticket, hasArrived });
    await save(entry);
    return true;
  }

  /** Resume starts a new upload. */
  function endElsewhere(entry: UploadEntry): void {
    delete entry.stored.ticket;
    Object.assign(entry, { stored: { ...entry.stored, hasArrived: false }, isSaved: false });
    update(entry, { phase: "failed", texts: [ENDED_ELSEWHERE] });
  }

  /** Others may start as soon as this upload has arrived. Returns whether it must run again with a new link. */
  async function runInTurn(entry: UploadEntry, signal: AbortSignal): Promise<boolean> {
    let end: Promise<UploadEnd | undefined> = Promise.resolve(undefined);
    const mustWait = await isLockHeld(QUEUE_LOCK);
    if (mustWait && !signal.aborted) update(entry, { phase: "queued" });
    await withLock(QUEUE_LOCK, { signal }, async () => {
      if (signal.aborted) return;
      update(entry, { phase: "preparing" });
      const hasTicket = await requestTicket(entry);
      if (signal.aborted || !hasTicket) return;
      await new Promise<void>((resolve) => {
        end = startWorker(entry, signal, resolve).finally(resolve);
      });
    });
    const result = await end;
    if (!result || signal.aborted) return false;
    if (result.type === "link expired") return renewLink(entry, result.message);
    if (result.type === "done" || result.type === "rejected") endWorker(entry);
    await handleUploadEnd(entries, entry, result);
    return false;
  }

  /** Returns false if the vendor must sign in first. */
  async function requestTicket(entry: UploadEntry): Promise<boolean> {
    const { stored, expiredToken } = entry;
    if (stored.ticket && stored.ticket.uploadToken !== expiredToken) return true;
    if (!isSignedIn(entry)) {
      update(entry, { phase: "signed out" });
      return false;
    }
    try {
      stored.ticket = await getServices().dataProvider.requestUpload(stored.recordId, stored.correction);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      // First, because the upload continues if another tab has renewed the session.
      update(entry, { phase: "signed out" });
      session.expire();
      return false;
    }
    await save(entry);
    return true;
  }

  const startWorker = (entry: UploadEntry, signal: AbortSignal, onArrived: () => void) =>
    runInWorker((entry.worker ??= createWorker()), {
      ...{ entry, signal, middlewareBaseUrl: getServices().middlewareBaseUrl },
      onEvent(event) {
        if (event.type === "arrived") onArrived();
        handleUploadEvent(entries, entry, event);
      },
    });

  /** A new link continues the upload of the expired one. Returns false if there is none. */
  async function renewLink(entry: UploadEntry, message: string): Promise<boolean> {
    const { ticket, hasArrived } = entry.stored;
    if (entry.isSaved && !(await uploadStorage.load(entry.stored))) {
      endElsewhere(entry);
      return false;
    }
    if (hasArrived || Date.now() - (entry.renewedAt ?? 0) < RENEW_INTERVAL_MS) {
      update(entry, { phase: "failed", texts: [message] });
      return false;
    }
    entry.renewedAt = Date.now();
    entry.expiredToken = ticket!.uploadToken;
    return true;
  }

  return { run, stop, close };
}

const ENDED_ELSEWHERE =
  "This upload has ended or was canceled in another tab. Resume it to send the model again.";

const isSignedIn = ({ stored }: UploadEntry) => session.getAccount()?.username === stored.username;
