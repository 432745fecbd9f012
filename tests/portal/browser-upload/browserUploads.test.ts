import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import { messages } from "../../../src/contract/messages.ts";
import { createBrowserUploads } from "../../../src/portal/browser-upload/runs/browserUploads.ts";
import { runningUploads } from "../../../src/portal/browser-upload/runs/runningUploads.ts";
import type { NewUpload } from "../../../src/portal/browser-upload/runs/uploadEntry.ts";
import {
  discardUploadsOnSignOut,
  uploadStorage,
  type StoredUpload,
} from "../../../src/portal/browser-upload/runs/uploadStorage.ts";
import { leaveOutFiles } from "../../../src/portal/browser-upload/worker/leaveOutFiles.ts";
import type { RunMessage, WorkerRequest } from "../../../src/portal/browser-upload/worker/workerMessages.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { anAccount } from "../../support/anAccount.ts";

/** What the tabs of one browser share: its storage, its locks and the server. */
let stored: Map<string, StoredUpload>;
let cancelUpload: ReturnType<typeof vi.fn<(token: string) => Promise<void>>>;
let requestUpload: ReturnType<typeof vi.fn<() => Promise<UploadTicket>>>;

const aTicket = (name: string, expires = "2999-01-01T00:00:00Z") => ({
  ...{ prefix: "https://store.example.com/ms2/a", query: "sig=a", blobName: "a.zip", folder: "a", expires },
  ...{ uploadBatchId: `upload-${name}`, uploadToken: `token-${name}` },
  ...{ completeAddress: "https://portal.example.com", azcopyAddresses: {} },
});

beforeEach(() => {
  session.start(anAccount());
  stored = new Map();
  let count = 0;
  requestUpload = vi.fn(async () => aTicket(String((count += 1))));
  cancelUpload = vi.fn(async () => undefined);
  vi.spyOn(uploadStorage, "save").mockImplementation(async (upload) => {
    stored.set(upload.recordId, structuredClone(upload));
    return true;
  });
  vi.spyOn(uploadStorage, "load").mockImplementation(async ({ recordId }) =>
    structuredClone(stored.get(recordId)),
  );
  vi.spyOn(uploadStorage, "remove").mockImplementation(async ({ recordId }) => stored.delete(recordId));
  vi.spyOn(uploadStorage, "list").mockImplementation(async () => [...stored.values()]);
  vi.stubGlobal("navigator", { locks: createLocks() });
});
afterEach(() => {
  // Stops all uploads: running ones would make later tests in this window ask before it is unloaded.
  session.end(messages.loggedOut);
  expect(leavePage()).toBe(true);
  vi.unstubAllGlobals();
});

/** Returns false if the browser would ask first. */
const leavePage = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** jsdom has no locks. */
function createLocks() {
  const held = new Map<string, Promise<unknown>>();
  return {
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
    async request(name: string, { ifAvailable }: LockOptions, callback: (lock: object | null) => unknown) {
      if (ifAvailable && held.has(name)) return callback(null);
      while (held.has(name)) await held.get(name);
      const end = Promise.resolve(callback({ name })).finally(() => held.delete(name));
      held.set(
        name,
        end.catch(() => undefined),
      );
      return end;
    },
  };
}

/** The uploads of one tab, whose worker reports what the test sends. */
function openTab() {
  const requests: WorkerRequest[] = [];
  class FakeWorker extends EventTarget {
    isTerminated = false;
    postMessage(request: WorkerRequest) {
      requests.push(request);
      if (request.type === "stop") this.emit({ type: "stopped" });
    }
    terminate = () => void (this.isTerminated = true);
    emit = (data: RunMessage | { type: "stopped" }) =>
      this.dispatchEvent(new MessageEvent("message", { data }));
  }
  const worker = new FakeWorker();
  const asWorker = () => worker as unknown as Worker;
  const uploads = createBrowserUploads(asWorker);
  uploads.setServices({ dataProvider: { requestUpload, cancelUpload }, middlewareBaseUrl: "/api" });
  const model = { kind: "folder" as const, filesJson: "[]", fileCount: 1, bytes: 1 };
  return {
    worker,
    uploads,
    start: (overrides: Partial<NewUpload> = {}) =>
      uploads.start({
        ...{ recordId: "7", title: "Denton Creek", model: { ...model, worker: asWorker() } },
        ...overrides,
      }),
    getPhase: () => uploads.get("7")?.phase,
    /** The task of the newest run. */
    async waitForTask(count = 1) {
      const listTasks = () => requests.flatMap((one) => (one.type === "start" ? [one.task] : []));
      await vi.waitFor(() => expect(listTasks()).toHaveLength(count));
      return listTasks().at(-1)!;
    },
    emit: worker.emit,
  };
}

it("sends an unchanged file again that the correction deletes", async () => {
  const { start, waitForTask } = openTab();
  const aFile = (path: string) => ({ path, size: 1, sha256: "0" });
  start({
    correction: { uploadBatchId: "v1", excludedPaths: ["Model_Files/Old", "Supporting/a.txt"] },
    versionFiles: ["model_files/old/x.txt", "Supporting/a.txt", "Supporting/ab.txt", "metadata_7.yml"].map(
      aFile,
    ),
  });
  expect((await waitForTask()).versionFiles).toEqual([aFile("Supporting/ab.txt")]);
});

it("keeps the folder of a file that is left out, in the order of the zip", () => {
  const paths = ["model/GIS/a.txt", "model/GIS/b.txt", "model/Supporting/a.txt", "model/a.txt"];
  const members = paths.map((path) => ({ path, size: 1, modified: 0, content: new Blob(["a"]) }));
  const sent = leaveOutFiles(members, ["model/GIS/a.txt", "model/Supporting/a.txt"]);
  expect(sent.map(({ path }) => path)).toEqual(["model/GIS/b.txt", "model/Supporting/", "model/a.txt"]);
});

it("stores the checksums of the files for a later visit", async () => {
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  const filesJson = JSON.stringify([{ path: "model/a.txt", size: 1, modified: 0, crc32: 1 }]);
  tab.emit({ type: "files", filesJson });
  expect(stored.get("7")!.filesJson).toBe(filesJson);
});

it("sends one upload at a time: another tab's starts once the first has arrived", async () => {
  const [first, second] = [openTab(), openTab()];
  first.start();
  await first.waitForTask();
  second.start({ recordId: "8" });
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(3));
  await new Promise((resolve) => setTimeout(resolve));
  expect(second.uploads.get("8")!.phase).toBe("queued");
  expect(requestUpload).toHaveBeenCalledTimes(1);
  first.emit({ type: "arrived" });
  await second.waitForTask();
  expect(second.uploads.get("8")!.phase).toBe("preparing");
});

it("does not show that it waits for other uploads if there are none", async () => {
  const tab = openTab();
  const phases = new Set<string | undefined>();
  tab.uploads.subscribe(() => phases.add(tab.getPhase()));
  tab.start();
  await tab.waitForTask();
  expect([...phases]).toEqual(["preparing"]);
});

it("asks before the page is left while an upload runs, not while it is paused", async () => {
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  expect(leavePage()).toBe(false);
  tab.uploads.pause("7");
  expect(leavePage()).toBe(true);
});

it("ends the worker after a logout", async () => {
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  session.end(messages.loggedOut);
  await vi.waitFor(() => expect(tab.worker.isTerminated).toBe(true));
});

it("asks for the files again after its worker has failed", async () => {
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  tab.worker.dispatchEvent(new Event("error"));
  await vi.waitFor(() => expect(tab.getPhase()).toBe("failed"));
  tab.uploads.resume("7");
  expect(tab.getPhase()).toBe("interrupted");
});

it("does not cancel an upload that another tab runs", async () => {
  const [first, second] = [openTab(), openTab()];
  first.start();
  await first.waitForTask();
  first.uploads.pause("7");
  await second.uploads.restore("7");
  first.uploads.resume("7");
  await first.waitForTask(2);
  await second.uploads.cancel("7");
  expect(second.getPhase()).toBe("running elsewhere");
  expect(cancelUpload).not.toHaveBeenCalled();
});

it("shows an upload that another tab runs as that tab leaves it", async () => {
  const [first, second] = [openTab(), openTab()];
  first.start();
  await first.waitForTask();
  const open = async () => {
    await second.uploads.restore("7");
    expect(second.getPhase()).toBe("running elsewhere");
    return second.uploads.refreshAfterOtherTab("7", new AbortController().signal);
  };
  const pausedElsewhere = open();
  first.uploads.pause("7");
  await pausedElsewhere;
  expect(second.getPhase()).toBe("interrupted");

  second.uploads.dismiss("7");
  first.uploads.resume("7");
  await first.waitForTask(2);
  const doneElsewhere = open();
  first.emit({ type: "done", messages: [] });
  await doneElsewhere;
  expect(second.getPhase()).toBeUndefined();
});

it("requests no new link for an upload that was canceled elsewhere", async () => {
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  stored.clear();
  tab.emit({ type: "link expired", message: "The storage refused the upload (403)." });
  await vi.waitFor(() => expect(tab.getPhase()).toBe("failed"));
  expect(tab.uploads.get("7")!.texts).toEqual([expect.stringContaining("canceled in another tab")]);
  expect(requestUpload).toHaveBeenCalledTimes(1);
});

it("resumes with the link that another tab has renewed", async () => {
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  tab.uploads.pause("7");
  const renewed = { ...aTicket("1"), uploadToken: "renewed" };
  stored.set("7", { ...stored.get("7")!, ticket: renewed });
  tab.uploads.resume("7");
  expect((await tab.waitForTask(2)).uploadToken).toBe("renewed");
  expect(stored.get("7")!.ticket).toEqual(renewed);
});

it("offers to resume the upload of another tab instead of starting a second one", async () => {
  const [first, second] = [openTab(), openTab()];
  first.start();
  await first.waitForTask();
  first.uploads.pause("7");
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
  second.start({ title: "Started later" });
  await vi.waitFor(() => expect(second.getPhase()).toBe("interrupted"));
  expect(stored.get("7")).toMatchObject({ title: "Denton Creek" });
  expect(requestUpload).toHaveBeenCalledTimes(1);
});

it("waits for a sign-in when the session expires before the upload has a link", async () => {
  requestUpload.mockRejectedValueOnce(new ApiError("Session expired", 401));
  const tab = openTab();
  tab.start();
  await vi.waitFor(() => expect(tab.getPhase()).toBe("signed out"));
  session.start(anAccount({ accessToken: "new" }));
  expect((await tab.waitForTask()).uploadToken).toBe("token-1");
});

it("lists an upload that runs, is paused or needs the vendor in the side menu", async () => {
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  expect(runningUploads.get()).toMatchObject([{ recordId: "7", state: "running" }]);
  tab.uploads.pause("7");
  expect(runningUploads.get()).toMatchObject([{ recordId: "7", state: "paused" }]);
  tab.uploads.resume("7");
  await tab.waitForTask(2);
  tab.emit({ type: "unreadable", paths: ["a.txt"] });
  await vi.waitFor(() => expect(runningUploads.get()).toMatchObject([{ recordId: "7", state: "stopped" }]));
});

it("deletes a user's stored uploads after a chosen logout only", async () => {
  const stop = discardUploadsOnSignOut();
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  stored.set("8", { ...stored.get("7")!, recordId: "8", username: "vendor2" });
  session.end(messages.sessionExpired);
  session.start(anAccount());
  expect([...stored.keys()]).toEqual(["7", "8"]);
  session.end(messages.loggedOut);
  await vi.waitFor(() => expect([...stored.keys()]).toEqual(["8"]));
  stop();
});

it("deletes stored uploads whose links cannot be renewed", async () => {
  const tab = openTab();
  tab.start();
  await tab.waitForTask();
  stored.set("8", { ...stored.get("7")!, recordId: "8", ticket: aTicket("8", "2020-01-01T00:00:00Z") });
  await uploadStorage.removeExpired();
  expect([...stored.keys()]).toEqual(["7"]);
});
