import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ListingMessage } from "../../../src/portal/model-report/listing/listHandles.ts";
import { listLocalItems } from "../../../src/portal/model-report/localItems.ts";
import { BlockedWorker } from "../../support/blockedWorker.ts";

class ListingWorker extends EventTarget {
  static started: ListingWorker[] = [];
  readonly postMessage = vi.fn();
  readonly terminate = vi.fn();

  constructor() {
    super();
    ListingWorker.started.push(this);
  }

  post(data: ListingMessage) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const anItem = (path: string) => ({ path, isEmptyFolder: true as const });
const HANDLES = [{ kind: "directory", name: "model" } as FileSystemHandle];

beforeEach(() => {
  ListingWorker.started = [];
  vi.stubGlobal("Worker", ListingWorker);
});
afterEach(() => vi.unstubAllGlobals());

it("ends the worker that lists a folder, which frees the folder's handles", async () => {
  const listing = listLocalItems({ handles: HANDLES });
  const [worker] = ListingWorker.started;
  expect(worker!.postMessage).toHaveBeenCalledWith(HANDLES);
  worker!.post([anItem("model/b")]);
  worker!.post([anItem("model/a")]);
  expect(worker!.terminate).not.toHaveBeenCalled();
  worker!.post("end");
  expect(await listing).toEqual({ items: [anItem("model/a"), anItem("model/b")], hasEmptyFolders: true });
  expect(worker!.terminate).toHaveBeenCalledOnce();
});

it("lists each folder in a worker of its own, so that none waits for another", async () => {
  void listLocalItems({ handles: HANDLES });
  const second = listLocalItems({ handles: HANDLES });
  ListingWorker.started[1]!.post("end");
  expect((await second).items).toEqual([]);
});

const FILE = new File(["text"], "a.txt");
const READABLE = [
  { kind: "file", name: FILE.name, getFile: async () => FILE } as unknown as FileSystemHandle,
];

it.each(["error", "messageerror"])("lists the folder by itself after the worker's event %s", async (type) => {
  const listing = listLocalItems({ handles: READABLE });
  const [worker] = ListingWorker.started;
  worker!.post([anItem("model/a")]);
  worker!.dispatchEvent(new Event(type));
  expect((await listing).items).toEqual([{ path: FILE.name, file: FILE }]);
  expect(worker!.terminate).toHaveBeenCalledOnce();
});

it("lists the folder by itself if a policy allows no workers", async () => {
  vi.stubGlobal("Worker", BlockedWorker);
  expect((await listLocalItems({ handles: READABLE })).items).toEqual([{ path: FILE.name, file: FILE }]);
});
