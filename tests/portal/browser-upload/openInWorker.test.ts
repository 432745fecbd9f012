import { expect, it, vi } from "vitest";
import { reopenModel } from "../../../src/portal/browser-upload/openInWorker.ts";

it("reopenModel starts no worker if the choice was canceled before", async () => {
  const startWorker = vi.fn();
  vi.stubGlobal("Worker", function Worker() {
    startWorker();
    return { addEventListener: () => undefined, postMessage: () => undefined, terminate: () => undefined };
  });
  const canceled = AbortSignal.abort(new Error("canceled"));
  const chosen = { items: [], hasEmptyFolders: false };
  await expect(reopenModel(chosen, {} as never, canceled)).rejects.toThrow("canceled");
  expect(startWorker).not.toHaveBeenCalled();
});
