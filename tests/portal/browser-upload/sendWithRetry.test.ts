import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runUpload } from "../../../src/portal/browser-upload/worker/runUpload.ts";
import { sendWithRetry } from "../../../src/portal/browser-upload/worker/sendWithRetry.ts";
import type { UploadEvent } from "../../../src/portal/browser-upload/worker/uploadTask.ts";

const STORE_URL = "https://store.example.com/ms2/a.zip?sig=a";
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Starts a request and records its reasons for waiting. */
function send(answer: () => Promise<Response>, isPortalReachable?: () => Promise<boolean>) {
  const fetchMock = vi.fn(answer);
  vi.stubGlobal("fetch", fetchMock);
  const reasons = new Set<string | undefined>();
  const onWaiting = (reason: string | undefined) => void reasons.add(reason);
  const response = sendWithRetry(
    { onWaiting, ...(isPortalReachable && { isPortalReachable }) },
    STORE_URL,
    {},
  );
  return { fetchMock, reasons, response };
}

const fail = () => Promise.reject(new TypeError("Failed to fetch"));
const answer = (status: number, headers = {}) => new Response("", { status, headers });

it("names the host that the browser cannot reach while the portal answers", async () => {
  const { reasons } = send(fail, async () => true);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([...reasons].at(-1)).toBe(
    "The storage cannot be reached from this browser. Ask your IT department to allow store.example.com, or use the upload script.",
  );
});

it("waits for the connection if the portal does not answer either", async () => {
  const { reasons } = send(fail, async () => false);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([...reasons]).toEqual([expect.stringContaining("No connection")]);
});

it("continues by itself after hours without a connection", async () => {
  let isOnline = false;
  const { response } = send(
    async () => (isOnline ? answer(201) : fail()),
    async () => false,
  );
  await vi.advanceTimersByTimeAsync(180 * MINUTE);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect((await response).status).toBe(201);
});

it("repeats a request that hangs, as after the computer slept", async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(timeout.signal);
  const hang = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  const fetchMock = vi
    .fn(async () => answer(201))
    .mockImplementationOnce((...[, init]: Parameters<typeof fetch> | []) => hang(init!.signal!));
  vi.stubGlobal("fetch", fetchMock);
  const response = sendWithRetry({ onWaiting: () => undefined }, STORE_URL, {});
  timeout.abort(new DOMException("", "TimeoutError"));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect((await response).status).toBe(201);
});

it("waits for a busy server for an hour", async () => {
  let isRestarting = true;
  const { response, fetchMock } = send(async () => answer(isRestarting ? 503 : 201));
  await vi.advanceTimersByTimeAsync(50 * MINUTE);
  expect(fetchMock.mock.calls.length).toBeGreaterThan(50);
  isRestarting = false;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect((await response).status).toBe(201);
});

it("gives up on a server that is busy for more than an hour", async () => {
  const { response } = send(async () => answer(503));
  await vi.advanceTimersByTimeAsync(62 * MINUTE);
  expect((await response).status).toBe(503);
});

it("gives up after eight errors of the server", async () => {
  const { response, fetchMock } = send(async () => answer(500));
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect((await response).status).toBe(500);
  expect(fetchMock).toHaveBeenCalledTimes(8);
});

it("waits as long as a busy server asks", async () => {
  const { fetchMock } = send(async () => answer(429, { "retry-after": "120" }));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

it("fails, and sends nothing, when the record takes no uploads at the precheck", async () => {
  vi.useRealTimers();
  const message = "The record of this upload was deleted.";
  const fetchMock = vi.fn(async (url: string) =>
    url.startsWith("https://portal.example.com/check")
      ? Response.json({ message }, { status: 409 })
      : Response.json({ state: "expected" }),
  );
  vi.stubGlobal("fetch", fetchMock);
  const events: UploadEvent[] = [];
  const task = {
    ...{ members: [], zip: new Blob(["a zip"]), fileName: "a.zip", blobUrl: STORE_URL, uploadToken: "token" },
    ...{ checkUrl: "https://portal.example.com/check", completeUrl: "https://portal.example.com/complete" },
  };
  await runUpload(task, (event) => events.push(event));
  expect(events.at(-1)).toEqual({ type: "failed", message });
  expect(fetchMock.mock.calls.map(([url]) => url)).not.toContainEqual(expect.stringContaining("store"));
});
