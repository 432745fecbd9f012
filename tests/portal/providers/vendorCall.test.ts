import { afterEach, describe, expect, it, vi } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { keepEarlyCall } from "../../../src/portal/providers/calls/earlyCalls.ts";
import { retryNotice } from "../../../src/portal/providers/calls/fetchWithRetry.ts";
import { createVendorCall } from "../../../src/portal/providers/calls/vendorCall.ts";

const call = createVendorCall({ authBaseUrl: "/auth-base", middlewareBaseUrl: "/base" }, () => "token-7");

const respondWith = (body: BodyInit | null, init?: ResponseInit) => {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(body, init));
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
};

afterEach(() => vi.unstubAllGlobals());

it("vendorCall sends the token and a JSON body to the endpoint's base URL", async () => {
  const fetchMock = respondWith("[]");
  await call(endpoints.sendMessage, { body: { a: 1 } });
  expect(fetchMock).toHaveBeenCalledWith("/base/metadata/send-message", {
    method: "POST",
    headers: { "content-type": "application/json", "x-access-token": "token-7" },
    body: '{"a":1}',
  });
  await call(endpoints.signIn, { body: {} });
  expect(fetchMock.mock.lastCall![0]).toBe("/auth-base/auth/signin");
});

it("vendorCall makes no request for reads that the services do not offer", async () => {
  const fetchMock = respondWith("[]");
  const limitedCall = createVendorCall(
    {
      authBaseUrl: "/auth-base",
      middlewareBaseUrl: "/base",
      missingCalls: ["uploadProgress", "acceptRecord"],
      downloadPrefix: "https://store.example.com",
    },
    () => "token-7",
  );
  const params = { recordId: "1" };
  expect(await limitedCall(endpoints.uploadProgress, { params })).toEqual({ rows: [], etag: undefined });
  expect(await limitedCall(endpoints.downloadLink, { params })).toEqual({ rows: [], etag: undefined });
  expect(fetchMock).not.toHaveBeenCalled();
  // A change that is not sent must not count as done.
  await limitedCall(endpoints.acceptRecord, { body: {} });
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

it.each([200, 204, 299])("vendorCall treats status %i as success", async (status) => {
  respondWith(status === 204 ? null : "[]", { status });
  await expect(call(endpoints.sendMessage, { body: {} })).resolves.toMatchObject({ rows: [] });
});

it.each([300, 404, 500])(
  "vendorCall treats status %i as an error, with the generic message if the body has none",
  async (status) => {
    respondWith("<html>", { status });
    await expect(call(endpoints.listAgencies)).rejects.toMatchObject({
      status,
      message: "An error occurred. Please try again later.",
    });
  },
);

it("vendorCall uses the generic message if the body's message is not a string", async () => {
  respondWith(JSON.stringify({ message: { code: 1 } }), { status: 500 });
  await expect(call(endpoints.listAgencies)).rejects.toMatchObject({ message: messages.generic });
});

it("vendorCall keeps message and body of an error response", async () => {
  const faults = [{ path: ["county"], rule: "minItems", message: "Required" }];
  respondWith(JSON.stringify({ message: "Please fix 1 error(s).", faults }), { status: 400 });
  await expect(call(endpoints.addRecord, { body: {} })).rejects.toMatchObject({
    status: 400,
    message: "Please fix 1 error(s).",
    body: { faults },
  });
});

it("vendorCall reports a 401 for an old token as a network error", async () => {
  let token = "old";
  const renewing = createVendorCall({ authBaseUrl: "/a", middlewareBaseUrl: "/b" }, () => token);
  respondWith("{}", { status: 401 });
  const late = renewing(endpoints.listAgencies);
  token = "new";
  await expect(late).rejects.toMatchObject({ status: 0 });
  await expect(renewing(endpoints.listAgencies)).rejects.toMatchObject({ status: 401 });
});

it("vendorCall reports that the portal could not be reached if fetch fails", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(call(endpoints.listAgencies)).rejects.toMatchObject({
    status: 0,
    message: /could not be reached/,
  });
});

describe("vendorCall, unreadable response", () => {
  const unreadable = { name: "ApiError", message: /could not be read/ };

  it.each(["<html>Sign in to the guest network</html>", '{"features":[', ""])(
    "rejects an unreadable GET response: %s",
    async (body) => {
      respondWith(body);
      await expect(call(endpoints.listRecords, { params: { username: "v" } })).rejects.toMatchObject(
        unreadable,
      );
      await expect(call(endpoints.listAgencies)).rejects.toMatchObject(unreadable);
    },
  );

  it.each(["{}", '{"features":null}', "7", "null"])(
    "rejects a list response without rows: %s",
    async (body) => {
      respondWith(body);
      await expect(call(endpoints.listConflicts, { params: { username: "v" } })).rejects.toMatchObject(
        unreadable,
      );
      await expect(call(endpoints.listMessages, { params: { recordId: "1" } })).rejects.toMatchObject(
        unreadable,
      );
    },
  );

  it.each(["<html></html>", '{"saved":'])("rejects an unreadable response to a change: %s", async (body) => {
    respondWith(body);
    await expect(call(endpoints.deleteRecord, { body: {} })).rejects.toMatchObject(unreadable);
  });

  it("accepts an empty response to a change", async () => {
    respondWith("");
    await expect(call(endpoints.deleteRecord, { body: {} })).resolves.toMatchObject({ rows: [] });
  });
});

it("vendorCall sets keepalive only on request", async () => {
  const fetchMock = vi.fn<typeof fetch>(async () => Response.json([]));
  vi.stubGlobal("fetch", fetchMock);
  await call(endpoints.deleteRecord, { body: {}, keepalive: true });
  await call(endpoints.addRecord, { body: {} });
  expect(fetchMock.mock.calls.map(([, init]) => init?.keepalive ?? false)).toEqual([true, false]);
});

describe("vendorCall, services that are starting", () => {
  const wait = { status: 503, headers: { "retry-after": "0" } };
  const starting = () => Response.json({ message: messages.starting }, wait);

  it.each([
    ["the services' own message", starting, messages.starting],
    [
      "another message",
      () => Response.json({ message: messages.unavailable }, wait),
      messages.retryingAutomatically,
    ],
    ["a proxy's page", () => new Response("<html></html>", wait), messages.retryingAutomatically],
    ["an empty body", () => new Response("null", wait), messages.retryingAutomatically],
  ])("retries until they respond and shows a notice: 503 with %s", async (_, busy, message) => {
    const notices: unknown[] = [];
    const unsubscribe = retryNotice.subscribe(() => notices.push(retryNotice.getMessage()));
    const answers = [busy(), busy(), Response.json([{ id: 1 }])];
    vi.stubGlobal("fetch", async () => answers.shift());
    await expect(call(endpoints.listAgencies)).resolves.toMatchObject({ rows: [{ id: 1 }] });
    expect(notices).toEqual([message, undefined]);
    unsubscribe();
  });

  it("clears the notice if the connection fails", async () => {
    const answers = [starting()];
    vi.stubGlobal("fetch", async () => answers.shift() ?? Promise.reject(new TypeError("Failed to fetch")));
    await expect(call(endpoints.listAgencies)).rejects.toMatchObject({ status: 0 });
    expect(retryNotice.getMessage()).toBeUndefined();
  });

  it("does not retry a change", async () => {
    const fetchMock = vi.fn(async () => starting());
    vi.stubGlobal("fetch", fetchMock);
    await expect(call(endpoints.addRecord, { body: {} })).rejects.toMatchObject({ status: 503 });
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it("does not retry a 503 without Retry-After", async () => {
    respondWith(JSON.stringify({ message: "The store is being cleaned." }), { status: 503 });
    await expect(call(endpoints.listAgencies)).rejects.toThrow("The store is being cleaned.");
  });
});

it("vendorCall returns the previous response, without reading the body, while its ETag is current", async () => {
  const headers = { etag: '"1"' };
  const previous = { rows: [{ id: 1 }], etag: '"1"' };
  respondWith("not read", { headers });
  expect(await call(endpoints.listAgencies, { previous })).toBe(previous);
  respondWith("[]", { headers: { etag: '"2"' } });
  expect(await call(endpoints.listAgencies, { previous })).toEqual({ rows: [], etag: '"2"' });
  respondWith("[]");
  expect(await call(endpoints.listAgencies, { previous: { rows: [], etag: undefined } })).not.toBe(previous);
});

it("vendorCall throws for an error response with the ETag of the previous one", async () => {
  respondWith("{}", { status: 500, headers: { etag: '"1"' } });
  const previous = { rows: [], etag: '"1"' };
  await expect(call(endpoints.listAgencies, { previous })).rejects.toMatchObject({ status: 500 });
});

describe("vendorCall, after an early call", () => {
  const url = "/base/metadata/agencies/get-agencies";
  const early = { rows: [{ id: 1 }], etag: undefined };

  afterEach(() => vi.useRealTimers());

  it("returns its response once", async () => {
    const fetchMock = respondWith("[]");
    keepEarlyCall(url, "token-7", Promise.resolve(early));
    expect(await call(endpoints.listAgencies)).toBe(early);
    expect(fetchMock).not.toHaveBeenCalled();
    expect((await call(endpoints.listAgencies)).rows).toEqual([]);
  });

  it.each([
    ["another session", "token-6", 0],
    ["half a minute ago", "token-7", 30_001],
  ])("sends a new one if the early one is of %s", async (_, accessToken, age) => {
    vi.useFakeTimers();
    respondWith("[]");
    keepEarlyCall(url, accessToken, Promise.resolve(early));
    vi.advanceTimersByTime(age);
    expect((await call(endpoints.listAgencies)).rows).toEqual([]);
  });
});
