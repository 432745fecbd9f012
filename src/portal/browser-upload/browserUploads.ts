import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { metadataFileName } from "../../contract/model-folder/modelFolderNames.ts";
import { endpoints } from "../../contract/wire/endpoints.ts";
import { isPathOrParentIn } from "../../contract/uploads/correction.ts";
import { messages } from "../../contract/messages.ts";
import { ApiError } from "../providers/calls/apiError.ts";
import type { Correction } from "../providers/calls/uploadCalls.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { session } from "../providers/session.ts";
import { updateTransferHistory } from "../ui/status/transferProgress.ts";
import type { AddedFiles, ChosenModel } from "./chosenModel.ts";
import { addChecksums } from "./rememberedFiles.ts";
import {
  isRunning,
  needsAttention,
  toRunningUpload,
  type BrowserUpload,
  type UploadPhase,
} from "./browserUpload.ts";
import { runningUploads } from "./runningUploads.ts";
import { getLockName, isLockHeld, QUEUE_LOCK, withLock } from "./uploadLocks.ts";
import { uploadStorage, type StoredUpload } from "./uploadStorage.ts";
import type { UploadEnd, UploadEvent } from "./uploadTask.ts";
import type { WorkerRequest } from "./uploadWorker.ts";

interface Entry {
  view: BrowserUpload;
  stored: Omit<StoredUpload, "ticket"> & Partial<Pick<StoredUpload, "ticket">>;
  chosen?: ChosenModel | undefined;
  /** Ends the running worker. */
  controller?: AbortController | undefined;
  lastRun?: Promise<void>;
  /** The browser has stored it. */
  isSaved?: boolean;
  /** The token of the link that must be renewed. */
  expiredToken?: string;
  /** Prevents endless renewal of a link that the store refuses for another reason. */
  renewedAt?: number;
}

export interface UploadServices {
  dataProvider: Pick<PortalDataProvider, "requestUpload" | "cancelUpload">;
  /** The base URL of the calls that need only the upload token. */
  middlewareBaseUrl: string;
}

export interface NewUpload {
  recordId: string;
  title: string;
  chosen: ChosenModel;
  added?: AddedFiles | undefined;
  correction?: Correction | undefined;
  versionFiles?: UploadedFile[] | undefined;
  handle?: FileSystemHandle | undefined;
}

const RENEW_INTERVAL_MS = 60_000;
const MEMBERS_PER_MESSAGE = 500;

/** Uploads go on while the vendor uses other screens. Each runs in a worker, one after another. */
export function createBrowserUploads(createWorker: () => Worker) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let snapshot: BrowserUpload[] = [];
  let services: UploadServices | undefined;

  const notify = () => {
    snapshot = [...entries.values()].map(({ view }) => view);
    const listed = snapshot.filter((upload) => isRunning(upload) || needsAttention(upload));
    runningUploads.set(listed.map(toRunningUpload));
    for (const listener of listeners) listener();
  };

  const update = (entry: Entry, change: Partial<BrowserUpload>) => {
    entry.view = { ...entry.view, ...change };
    if (entries.get(entry.view.recordId) === entry) notify();
  };

  const save = async (entry: Entry) => {
    const { stored } = entry;
    const isCurrent = entries.get(stored.recordId) === entry;
    if (isCurrent && stored.ticket)
      entry.isSaved = await uploadStorage.save({ ...stored, ticket: stored.ticket });
  };

  const stop = (entry: Entry) => entry.controller?.abort();

  /** Starts a run, which ends when the upload ends or is stopped. */
  function run(entry: Entry): void {
    stop(entry);
    const controller = new AbortController();
    entry.controller = controller;
    update(entry, {
      phase: "queued",
      ...{ texts: [], paths: [], warnings: [], prepared: 0 },
      ...{ waitingReason: undefined, history: undefined },
    });
    // The previous run must have released its lock.
    const { lastRun = Promise.resolve() } = entry;
    entry.lastRun = lastRun.then(() => runOnce(entry, controller.signal));
  }

  async function runOnce(entry: Entry, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const isFree = await withLock(getLockName(entry.stored), { ifAvailable: true }, async () => {
        if (!(await adoptStored(entry, signal))) return;
        while (await runInTurn(entry, signal));
      });
      if (!isFree) update(entry, { phase: "running elsewhere" });
    } catch (error) {
      if (!signal.aborted) update(entry, { phase: "failed", texts: [getFailureText(error)] });
    }
  }

  /** Another tab may have started, continued or ended the upload since. Returns whether this tab continues it. */
  async function adoptStored(entry: Entry, signal: AbortSignal): Promise<boolean> {
    const { stored, isSaved } = entry;
    const saved = await uploadStorage.load(stored);
    if (signal.aborted) return false;
    if (!saved) {
      if (isSaved) endElsewhere(entry);
      return !isSaved;
    }
    const hasArrived = saved.hasArrived === true;
    if (saved.ticket.uploadBatchId !== stored.ticket?.uploadBatchId) {
      Object.assign(entry, { stored: saved, isSaved: true, chosen: undefined });
      update(entry, toView(saved, hasArrived ? "queued" : "interrupted"));
      return hasArrived;
    }
    Object.assign(stored, { ticket: saved.ticket, hasArrived });
    await save(entry);
    return true;
  }

  /** Resume starts a new upload. */
  function endElsewhere(entry: Entry): void {
    delete entry.stored.ticket;
    Object.assign(entry, { stored: { ...entry.stored, hasArrived: false }, isSaved: false });
    update(entry, { phase: "failed", texts: [ENDED_ELSEWHERE] });
  }

  /** Others may start as soon as this upload has arrived. Returns whether it must run again with a new link. */
  async function runInTurn(entry: Entry, signal: AbortSignal): Promise<boolean> {
    let end: Promise<UploadEnd | undefined> = Promise.resolve(undefined);
    await withLock(QUEUE_LOCK, { signal }, async () => {
      if (signal.aborted) return;
      update(entry, { phase: "preparing" });
      const hasTicket = await requestTicket(entry);
      if (signal.aborted || !hasTicket) return;
      await new Promise<void>((resolve) => {
        end = runWorker(entry, signal, resolve).finally(resolve);
      });
    });
    const result = await end;
    if (!result || signal.aborted) return false;
    if (result.type === "link expired") return renewLink(entry, result.message);
    await handleEnd(entry, result);
    return false;
  }

  /** Returns false if the vendor must sign in first. */
  async function requestTicket(entry: Entry): Promise<boolean> {
    const { stored, expiredToken } = entry;
    if (stored.ticket && stored.ticket.uploadToken !== expiredToken) return true;
    if (!isSignedIn(entry)) {
      update(entry, { phase: "signed out" });
      return false;
    }
    try {
      stored.ticket = await services!.dataProvider.requestUpload(stored.recordId, stored.correction);
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

  function runWorker(
    entry: Entry,
    signal: AbortSignal,
    onArrived: () => void,
  ): Promise<UploadEnd | undefined> {
    const worker = createWorker();
    return new Promise<UploadEnd | undefined>((resolve) => {
      worker.addEventListener("message", ({ data }: MessageEvent<UploadEvent>) => {
        if (signal.aborted) return;
        if (isEnd(data)) return resolve(data);
        if (data.type === "arrived") onArrived();
        handleEvent(entry, data);
      });
      worker.addEventListener("error", () =>
        resolve({
          type: "failed",
          message: "The upload stopped because of an error. Resume it to continue.",
        }),
      );
      signal.addEventListener("abort", () => resolve(undefined), { once: true });
      postTask(worker, entry, signal).catch((error: unknown) =>
        resolve({ type: "failed", message: getFailureText(error) }),
      );
    }).finally(() => worker.terminate());
  }

  async function postTask(worker: Worker, { stored, chosen }: Entry, signal: AbortSignal): Promise<void> {
    const post = (request: WorkerRequest) => worker.postMessage(request);
    const leftOut = new Set(stored.leftOutPaths);
    const members = addChecksums(chosen?.members ?? [], stored.files).filter(
      ({ path }) => !leftOut.has(path),
    );
    for (let first = 0; first < members.length; first += MEMBERS_PER_MESSAGE) {
      post({ type: "members", members: members.slice(first, first + MEMBERS_PER_MESSAGE) });
      // Lets the page respond in between.
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return;
    }
    const { prefix, query, blobName, uploadToken } = stored.ticket!;
    const baseUrl = new URL(services!.middlewareBaseUrl, location.href).href;
    post({
      type: "start",
      task: {
        zip: chosen?.zip,
        fileName: chosen?.zip?.name ?? blobName,
        versionFiles: stored.versionFiles,
        hasArrived: stored.hasArrived,
        blobUrl: `${prefix.replace(/\/*$/, "/")}${encodeURIComponent(blobName)}?${query.replace(/^\?/, "")}`,
        uploadToken,
        checkUrl: baseUrl + endpoints.checkUpload.path,
        completeUrl: baseUrl + endpoints.uploadComplete.path,
      },
    });
  }

  function handleEvent(entry: Entry, event: Exclude<UploadEvent, UploadEnd>): void {
    switch (event.type) {
      case "preparing":
        return update(entry, { phase: "preparing", prepared: event.bytes / Math.max(1, event.totalBytes) });
      case "prepared":
        rememberChecksums(entry, event.checksums);
        return update(entry, {
          ...{ fileCount: event.fileCount, bytes: event.bytes, unchangedFileCount: event.unchangedFileCount },
        });
      case "prechecking":
        return update(entry, { phase: "prechecking" });
      case "warnings":
        return update(entry, { warnings: event.texts });
      case "sending": {
        const { files, bytes, totalBytes, sentBytes } = event;
        const zip = { uploadBatchId: entry.view.recordId, size: totalBytes, arrivedBytes: bytes };
        // Blocks that the store already has take no time, so they must not count for the rate.
        const previous = sentBytes === 0 ? undefined : entry.view.history;
        const history = updateTransferHistory(previous, zip, Date.now());
        return update(entry, { phase: "sending", sent: { files, bytes, totalBytes }, history });
      }
      case "waiting":
        return update(entry, { waitingReason: event.reason });
      case "arrived":
        entry.stored.hasArrived = true;
        void save(entry);
        return update(entry, { phase: "arrived", hasArrived: true });
      case "processing":
        return update(entry, { phase: "arrived", stage: event.stage });
    }
  }

  function rememberChecksums(entry: Entry, checksums: { path: string; crc32: number }[]): void {
    const known = new Map(checksums.map(({ path, crc32 }) => [path, crc32]));
    entry.stored.files = entry.stored.files.map((file) => ({
      ...file,
      crc32: known.get(file.path) ?? file.crc32,
    }));
    void save(entry);
  }

  async function handleEnd(entry: Entry, end: Exclude<UploadEnd, { type: "link expired" }>): Promise<void> {
    switch (end.type) {
      case "done":
        await uploadStorage.remove(entry.stored);
        return update(entry, { phase: "done", texts: end.messages });
      case "rejected":
        await uploadStorage.remove(entry.stored);
        return update(entry, { phase: "rejected", texts: end.errors, hasArrived: end.hasArrived });
      case "unreadable":
      case "changed":
        forgetChecksums(entry, end.paths);
        return update(entry, { phase: end.type, paths: end.paths });
      case "failed":
        return update(entry, { phase: "failed", texts: [end.message] });
    }
  }

  function forgetChecksums(entry: Entry, paths: string[]): void {
    const affected = new Set(paths);
    entry.stored.files = entry.stored.files.map((file) =>
      affected.has(file.path) ? { ...file, crc32: undefined } : file,
    );
  }

  /** A new link continues the upload of the expired one. Returns false if there is none. */
  async function renewLink(entry: Entry, message: string): Promise<boolean> {
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

  /** A chosen logout stops uploads; an expired session does not, because an upload has its own token. */
  function handleSession(): void {
    const account = session.getAccount();
    const hasLoggedOut = !account && session.getEndMessage() === messages.loggedOut;
    for (const [recordId, entry] of entries) {
      const isOtherUser = account !== undefined && account.username !== entry.stored.username;
      if (hasLoggedOut || isOtherUser) {
        stop(entry);
        entries.delete(recordId);
      } else if (account && entry.view.phase === "signed out") run(entry);
    }
    notify();
  }

  session.subscribe(handleSession);
  window.addEventListener("beforeunload", (event) => {
    if (snapshot.some(isRunning)) event.preventDefault();
  });

  const toView = (
    { recordId, title, kind, handle, fileCount, bytes }: Entry["stored"],
    phase: UploadPhase,
  ): BrowserUpload => ({
    ...{ recordId, title, kind, phase, prepared: 0, warnings: [], texts: [], paths: [], hasArrived: false },
    ...{ fileCount, bytes },
    hasHandle: handle !== undefined,
  });

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: (recordId: string): BrowserUpload | undefined => entries.get(recordId)?.view,

    setServices(next: UploadServices): void {
      services = next;
    },

    start({ recordId, title, chosen, added, correction, versionFiles, handle }: NewUpload): void {
      const stored: Entry["stored"] = {
        ...{
          username: session.getAccount()!.username,
          recordId,
          title,
          kind: chosen.kind,
          handle,
          correction,
        },
        versionFiles: versionFiles && listReusableFiles(versionFiles, recordId, correction),
        ...{ metadataFile: added?.metadataFile, coverageFile: added?.coverageFile },
        ...{ files: chosen.files, fileCount: chosen.fileCount, bytes: chosen.bytes, leftOutPaths: [] },
      };
      const entry: Entry = { view: toView(stored, "queued"), stored, chosen };
      entries.set(recordId, entry);
      run(entry);
    },

    /** Shows an upload of an earlier visit, so that it can be resumed. */
    async restore(recordId: string): Promise<void> {
      const username = session.getAccount()?.username;
      if (username === undefined || entries.has(recordId)) return;
      const stored = await uploadStorage.load({ username, recordId });
      if (!stored || entries.has(recordId)) return;
      const isElsewhere = await isLockHeld(getLockName(stored));
      const entry: Entry = {
        view: toView(stored, isElsewhere ? "running elsewhere" : "interrupted"),
        stored,
        isSaved: true,
      };
      if (entries.has(recordId)) return;
      entries.set(recordId, entry);
      notify();
      if (stored.hasArrived && !isElsewhere) run(entry);
    },

    /** What is needed to plan the zip again after a reload. */
    getStored: (recordId: string): Entry["stored"] | undefined => entries.get(recordId)?.stored,

    /** Continues with files that were opened again, or with those still open. */
    resume(recordId: string, chosen?: ChosenModel): void {
      const entry = entries.get(recordId);
      if (!entry) return;
      if (chosen) {
        const known = new Map(entry.stored.files.map((file) => [file.path, file]));
        entry.chosen = chosen;
        Object.assign(entry.stored, { fileCount: chosen.fileCount, bytes: chosen.bytes });
        entry.stored.files = chosen.files.map((file) => {
          const before = known.get(file.path);
          const isSame = before?.size === file.size && before.modified === file.modified;
          return isSame ? before : file;
        });
        update(entry, { fileCount: chosen.fileCount, bytes: chosen.bytes });
      }
      if (entry.chosen || entry.stored.hasArrived) run(entry);
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
      if (!isFree) return update(entry, { phase: "running elsewhere" });
      entries.delete(recordId);
      notify();
    },

    /** For an upload of another tab, which may have ended. */
    async refresh(recordId: string): Promise<void> {
      const entry = entries.get(recordId);
      entries.delete(recordId);
      await this.restore(recordId);
      if (entry) notify();
    },

    /** Removes an ended upload, so that another can be chosen. */
    dismiss(recordId: string): void {
      const entry = entries.get(recordId);
      if (!entry) return;
      stop(entry);
      entries.delete(recordId);
      notify();
    },
  };
}

/** Files that need not be sent if they have not changed. The correction deletes its excluded files. */
function listReusableFiles(
  versionFiles: UploadedFile[],
  recordId: string,
  { excludedPaths = [] }: Partial<Correction> = {},
): UploadedFile[] {
  const sentPaths = new Set([...excludedPaths, metadataFileName(recordId)].map(caseFold));
  return versionFiles.filter(({ path }) => !isPathOrParentIn(caseFold(path), sentPaths));
}

const ENDED_ELSEWHERE =
  "This upload has ended or was canceled in another tab. Resume it to send the model again.";

const isSignedIn = ({ stored }: Entry) => session.getAccount()?.username === stored.username;

const getFailureText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const END_TYPES: UploadEvent["type"][] = [
  "done",
  "rejected",
  "unreadable",
  "changed",
  "link expired",
  "failed",
];
const isEnd = (event: UploadEvent): event is UploadEnd => END_TYPES.includes(event.type);

export const browserUploads = createBrowserUploads(
  () => new Worker(new URL("./uploadWorker.ts", import.meta.url), { type: "module" }),
);
