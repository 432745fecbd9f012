import type { createSHA256 } from "hash-wasm";
import { afterEach, expect, it, vi } from "vitest";
import { compareWithVersion } from "../../../src/portal/browser-upload/compareWithVersion.ts";
import { createRequestHandler } from "../../../src/portal/browser-upload/worker/requestHandler.ts";

vi.mock("hash-wasm", async (load) => ({
  ...(await load<object>()),
  createSHA256: vi.fn<typeof createSHA256>(() => Promise.reject(new Error("WebAssembly is blocked"))),
}));

/** A worker in the page: jsdom has none. */
class WorkerInPage extends EventTarget {
  postMessage = createRequestHandler((data) => this.dispatchEvent(new MessageEvent("message", { data })));
  terminate = () => undefined;
}

afterEach(() => vi.unstubAllGlobals());

it("rejects if the worker cannot compute checksums", async () => {
  vi.stubGlobal("Worker", WorkerInPage);
  const comparing = compareWithVersion([], [], new AbortController().signal);
  await expect(comparing).rejects.toThrow("The files could not be compared.");
});
