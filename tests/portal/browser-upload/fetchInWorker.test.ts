import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  fetchInWorker,
  type SentRequest,
  type SentResponse,
} from "../../../src/portal/browser-upload/worker/fetchInWorker.ts";
import { runUpload } from "../../../src/portal/browser-upload/worker/runUpload.ts";
import type { UploadEvent } from "../../../src/portal/browser-upload/worker/uploadTask.ts";
import { BlockedWorker } from "../../support/blockedWorker.ts";

const URL_OF_BLOCK = "https://store.example.com/ms2/a.zip?comp=block&blockid=1";
const MIB = 1024 * 1024;
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
afterEach(() => void vi.unstubAllGlobals());

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

  it.each([
    ["a browser whose workers start no workers", undefined],
    ["a worker whose policy allows no workers", BlockedWorker],
  ])("sends by itself in %s", async (_, constructor) => {
    vi.stubGlobal("Worker", constructor);
    fetchMock.mockResolvedValue(new Response("", { status: 201 }));
    expect((await fetchInWorker(URL_OF_BLOCK, {})).status).toBe(201);
  });
});

describe("an upload that sends its blocks from workers", () => {
  const BLOCK_COUNT = 3;
  const STORED_BLOCK = /blockid=([^&]*)/;

  /** Answers all requests that no worker sends. The store lists the blocks that have arrived. */
  function answerOtherRequests() {
    const storedIds: string[] = [];
    fetchMock.mockImplementation(async (input, init) => {
      const url = String(input);
      if (url.startsWith("https://portal.example.com/check"))
        return Response.json({ faults: [], warnings: [] });
      if (url.startsWith("https://portal.example.com/complete"))
        return Response.json({ state: commits().length > 0 ? "processed" : "expected" });
      if (init?.method === "PUT") return new Response("", { status: 201 });
      return new Response(storedIds.map((id) => `<Name>${id}</Name><Size>${MIB}</Size>`).join(""));
    });
    const arrive = (worker: SendingWorker, { url }: SentRequest) => {
      storedIds.push(decodeURIComponent(STORED_BLOCK.exec(url)![1]!));
      answer(ARRIVED)(worker);
    };
    return arrive;
  }

  const commits = () => fetchMock.mock.calls.filter(([, init]) => init?.method === "PUT");
  const sentBlocks = () =>
    SendingWorker.started.flatMap(({ requests }) =>
      requests.map(({ url }) => [new URL(url).searchParams.get("sig"), STORED_BLOCK.exec(url)![1]!]),
    );

  async function run(link: string, signal?: AbortSignal) {
    const events: UploadEvent[] = [];
    const zip = new Blob([...Array(BLOCK_COUNT).keys()].map((byte) => new Uint8Array(MIB).fill(byte)));
    const task = {
      ...{ members: [], zip, fileName: "a.zip", uploadToken: "token" },
      blobUrl: `https://store.example.com/ms2/a.zip?sig=${link}`,
      checkUrl: "https://portal.example.com/check",
      completeUrl: "https://portal.example.com/complete",
    };
    const options = { blockMiB: 1, retryWaitMs: 5, pollIntervalMs: 5, ...(signal && { signal }) };
    await runUpload(task, (event) => events.push(event), options);
    return events;
  }

  it("sends each block once, and only the blocks", async () => {
    const arrive = answerOtherRequests();
    SendingWorker.answers = Array(BLOCK_COUNT).fill(arrive);
    expect((await run("first")).at(-1)).toMatchObject({ type: "done" });
    expect(new Set(sentBlocks().map(([, id]) => id)).size).toBe(BLOCK_COUNT);
    expect(sentBlocks()).toHaveLength(BLOCK_COUNT);
    expect(commits()).toHaveLength(1);
  });

  it("ends when the store refuses its link, and sends the other blocks with the next link", async () => {
    const arrive = answerOtherRequests();
    const refuse = answer({ status: 403, headers: [["x-ms-error-code", "AuthenticationFailed"]], body: "" });
    SendingWorker.answers = [arrive, refuse, arrive];
    expect((await run("first")).at(-1)).toMatchObject({ type: "link expired" });
    expect(commits()).toEqual([]);
    SendingWorker.answers = [arrive];
    expect((await run("second")).at(-1)).toMatchObject({ type: "done" });
    expect(sentBlocks().map(([link]) => link)).toEqual(["first", "first", "first", "second"]);
    expect(sentBlocks()[3]![1]).toBe(sentBlocks()[1]![1]);
  });

  it("aborts the blocks that are on their way when it is stopped", async () => {
    answerOtherRequests();
    const controller = new AbortController();
    const events = run("first", controller.signal);
    await vi.waitFor(() => expect(SendingWorker.started).toHaveLength(BLOCK_COUNT));
    controller.abort(new Error("canceled"));
    await events;
    expect(areAllTerminated()).toBe(true);
    expect(SendingWorker.started).toHaveLength(BLOCK_COUNT);
    expect(commits()).toEqual([]);
  });

  it("waits while there is no connection, sends the block again and continues", async () => {
    const arrive = answerOtherRequests();
    const fail = answer({ failure: "TypeError: Failed to fetch" });
    SendingWorker.answers = [fail, arrive, arrive, fail, arrive];
    const events = await run("first");
    const reasons = events.flatMap((event) => (event.type === "waiting" ? [event.reason] : []));
    expect(reasons).toContainEqual(expect.stringContaining("No connection"));
    expect(reasons.at(-1)).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ type: "done" });
    expect(sentBlocks()).toHaveLength(BLOCK_COUNT + 2);
    expect(areAllTerminated()).toBe(true);
  });
});
