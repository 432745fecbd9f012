import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  fetchInWorker,
  type SentRequest,
  type SentResponse,
} from "../../../src/portal/browser-upload/worker/fetchInWorker.ts";
import { sendWithRetry } from "../../../src/portal/browser-upload/worker/sendWithRetry.ts";

const URL_OF_BLOCK = "https://store.example.com/ms2/a.zip?comp=block&blockid=1";
const ARRIVED: SentResponse = { status: 201, headers: [["x-ms-request-id", "7"]], body: "" };

/** Answers as the next function decides; by default never. */
class SendingWorker extends EventTarget {
  static started: SendingWorker[] = [];
  static answers: ((worker: SendingWorker, request: SentRequest) => void)[] = [];
  isTerminated = false;
  readonly requests: SentRequest[] = [];

  constructor() {
    super();
    SendingWorker.started.push(this);
  }

  postMessage(request: SentRequest) {
    this.requests.push(structuredClone(request));
    SendingWorker.answers.shift()?.(this, request);
  }

  terminate() {
    this.isTerminated = true;
  }
}

const answer = (response: SentResponse) => (worker: SendingWorker) =>
  void worker.dispatchEvent(new MessageEvent("message", { data: response }));
const fail = (type: "error" | "messageerror") => (worker: SendingWorker) =>
  void worker.dispatchEvent(new Event(type));

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  [SendingWorker.started, SendingWorker.answers] = [[], []];
  fetchMock.mockReset();
  vi.stubGlobal("Worker", SendingWorker);
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const areAllTerminated = () => SendingWorker.started.every(({ isTerminated }) => isTerminated);

describe("fetchInWorker", () => {
  it("returns status, headers and text of the worker's response", async () => {
    SendingWorker.answers = [
      answer({ status: 400, headers: [["X-Ms-Error-Code", "Md5Mismatch"]], body: "<x/>" }),
    ];
    const response = await fetchInWorker(URL_OF_BLOCK, {});
    expect(response.status).toBe(400);
    expect(response.headers.get("x-ms-error-code")).toBe("Md5Mismatch");
    expect(await response.text()).toBe("<x/>");
  });

  it("returns a response without a body", async () => {
    SendingWorker.answers = [answer({ status: 204, headers: [], body: "" })];
    expect((await fetchInWorker(URL_OF_BLOCK, {})).status).toBe(204);
  });

  it("sends each request from a new worker, which ends with it", async () => {
    for (const body of ["1", "2"]) {
      SendingWorker.answers = [answer(ARRIVED)];
      await fetchInWorker(URL_OF_BLOCK, { method: "PUT", body });
      expect(areAllTerminated()).toBe(true);
    }
    expect(SendingWorker.started.map(({ requests }) => requests)).toEqual(
      ["1", "2"].map((body) => [{ url: URL_OF_BLOCK, init: { method: "PUT", body } }]),
    );
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it("keeps the sent bytes for a repetition", async () => {
    SendingWorker.answers = [answer(ARRIVED)];
    const bytes = new Uint8Array([1, 2]);
    await fetchInWorker(URL_OF_BLOCK, { method: "PUT", body: bytes });
    expect([...bytes]).toEqual([1, 2]);
  });

  it("rejects and ends the worker when the signal aborts", async () => {
    const controller = new AbortController();
    const response = fetchInWorker(URL_OF_BLOCK, { signal: controller.signal });
    controller.abort(new Error("paused"));
    await expect(response).rejects.toThrow("paused");
    expect(areAllTerminated()).toBe(true);
  });

  it("starts no worker after the signal", async () => {
    const signal = AbortSignal.abort(new Error("paused"));
    await expect(fetchInWorker(URL_OF_BLOCK, { signal })).rejects.toThrow("paused");
    expect(SendingWorker.started).toEqual([]);
  });

  it("rejects as fetch does when no response arrived", async () => {
    SendingWorker.answers = [answer({ failure: "TypeError: Failed to fetch" })];
    await expect(fetchInWorker(URL_OF_BLOCK, {})).rejects.toThrow(TypeError);
    expect(areAllTerminated()).toBe(true);
  });

  it.each(["error", "messageerror"] as const)("sends by itself after the worker's event %s", async (type) => {
    SendingWorker.answers = [fail(type)];
    fetchMock.mockResolvedValue(new Response("", { status: 201 }));
    const init = { method: "PUT", body: "a block" };
    expect((await fetchInWorker(URL_OF_BLOCK, init)).status).toBe(201);
    expect(fetchMock).toHaveBeenCalledWith(URL_OF_BLOCK, init);
    expect(areAllTerminated()).toBe(true);
  });

  it("sends by itself in a browser whose workers start no workers", async () => {
    vi.stubGlobal("Worker", undefined);
    fetchMock.mockResolvedValue(new Response("", { status: 201 }));
    expect((await fetchInWorker(URL_OF_BLOCK, {})).status).toBe(201);
  });
});

it("sendWithRetry repeats a request that failed in the worker", async () => {
  vi.useFakeTimers();
  SendingWorker.answers = [answer({ failure: "TypeError: Failed to fetch" }), answer(ARRIVED)];
  const response = sendWithRetry({ onWaiting: () => undefined, fetch: fetchInWorker }, URL_OF_BLOCK, {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await response).status).toBe(201);
  expect(SendingWorker.started).toHaveLength(2);
  expect(fetchMock).not.toHaveBeenCalled();
});
