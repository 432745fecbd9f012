import { afterEach, describe, expect, it, vi } from "vitest";
import { messages } from "../../../src/contract/messages.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { startupNotice } from "../../../src/portal/providers/calls/fetchWithRetry.ts";
import { createVendorCall } from "../../../src/portal/providers/calls/vendorCall.ts";

const call = createVendorCall({ authBaseUrl: "/auth-base", middlewareBaseUrl: "/base" }, () => "token-7");

const answer = (body: BodyInit | null, init?: ResponseInit) => {
  const fetching = vi.fn<typeof fetch>(async () => new Response(body, init));
  vi.stubGlobal("fetch", fetching);
  return fetching;
};

afterEach(() => vi.unstubAllGlobals());

it("sends the token, and the body as JSON, to the base of the call", async () => {
  const fetching = answer("[]");
  await call(endpoints.sendMessage, { body: { a: 1 } });
  expect(fetching).toHaveBeenCalledWith("/base/metadata/send-message", {
    method: "POST",
    headers: { "content-type": "application/json", "x-access-token": "token-7" },
    body: '{"a":1}',
  });
  await call(endpoints.signIn, { body: {} });
  expect(fetching.mock.lastCall![0]).toBe("/auth-base/auth/signin");
});

it.each([200, 204, 299])("counts %i as success", async (status) => {
  answer(status === 204 ? null : "[]", { status });
  await expect(call(endpoints.sendMessage, { body: {} })).resolves.toMatchObject({ rows: [] });
});

it.each([300, 404, 500])(
  "counts %i as failure, with the portal's words when there are no others",
  async (status) => {
    answer("<html>", { status });
    await expect(call(endpoints.listAgencies)).rejects.toMatchObject({
      status,
      message: "An error occurred. Please try again later.",
    });
  },
);

it("has words of its own for a refusal whose words are no text", async () => {
  answer(JSON.stringify({ message: { code: 1 } }), { status: 500 });
  await expect(call(endpoints.listAgencies)).rejects.toMatchObject({ message: messages.generic });
});

it("carries what the services said of a refusal", async () => {
  const faults = [{ path: ["county"], rule: "minItems", message: "Required" }];
  answer(JSON.stringify({ message: "Please fix 1 error(s).", faults }), { status: 400 });
  await expect(call(endpoints.addRecord, { body: {} })).rejects.toMatchObject({
    status: 400,
    message: "Please fix 1 error(s).",
    body: { faults },
  });
});

it("takes the 401 of a session that another has followed since for no answer", async () => {
  let token = "old";
  const renewing = createVendorCall({ authBaseUrl: "/a", middlewareBaseUrl: "/b" }, () => token);
  answer("{}", { status: 401 });
  const late = renewing(endpoints.listAgencies);
  token = "new";
  await expect(late).rejects.toMatchObject({ status: 0 });
  await expect(renewing(endpoints.listAgencies)).rejects.toMatchObject({ status: 401 });
});

it("says that the portal could not be reached when no answer comes", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(call(endpoints.listAgencies)).rejects.toMatchObject({
    status: 0,
    message: /could not be reached/,
  });
});

describe("an answer that cannot be read", () => {
  const unreadable = { name: "VendorError", message: /could not be read/ };

  it.each(["<html>Sign in to the guest network</html>", '{"features":[', ""])(
    "to a reading is an error: %s",
    async (body) => {
      answer(body);
      await expect(call(endpoints.listRecords, { params: { username: "v" } })).rejects.toMatchObject(
        unreadable,
      );
      await expect(call(endpoints.listAgencies)).rejects.toMatchObject(unreadable);
    },
  );

  it.each(["{}", '{"features":null}', "7", "null"])("to a list is one without rows: %s", async (body) => {
    answer(body);
    await expect(call(endpoints.listConflicts, { params: { username: "v" } })).rejects.toMatchObject(
      unreadable,
    );
    await expect(call(endpoints.listMessages, { params: { recordId: "1" } })).rejects.toMatchObject(
      unreadable,
    );
  });

  it.each(["<html></html>", '{"saved":'])("to a change is an error: %s", async (body) => {
    answer(body);
    await expect(call(endpoints.deleteRecord, { body: {} })).rejects.toMatchObject(unreadable);
  });

  it("is not an empty one to a change", async () => {
    answer("");
    await expect(call(endpoints.deleteRecord, { body: {} })).resolves.toMatchObject({ rows: [] });
  });
});

it("outlives the page only where the call is told to", async () => {
  const fetching = vi.fn<typeof fetch>(async () => Response.json([]));
  vi.stubGlobal("fetch", fetching);
  await call(endpoints.deleteRecord, { body: {}, keepalive: true });
  await call(endpoints.addRecord, { body: {} });
  expect(fetching.mock.calls.map(([, init]) => init?.keepalive ?? false)).toEqual([true, false]);
});

describe("services that are starting", () => {
  const wait = { status: 503, headers: { "retry-after": "0" } };
  const starting = () => Response.json({ message: messages.starting }, wait);

  it.each([
    ["their own words", starting, messages.starting],
    [
      "words of another trouble",
      () => Response.json({ message: messages.unavailable }, wait),
      messages.awaited,
    ],
    ["a proxy's page", () => new Response("<html></html>", wait), messages.awaited],
    ["nothing", () => new Response("null", wait), messages.awaited],
  ])("are asked again until they answer, and said to start where %s say so", async (_, busy, words) => {
    const said: unknown[] = [];
    const end = startupNotice.subscribe(() => said.push(startupNotice.getMessage()));
    const answers = [busy(), busy(), Response.json([{ id: 1 }])];
    vi.stubGlobal("fetch", async () => answers.shift());
    await expect(call(endpoints.listAgencies)).resolves.toMatchObject({ rows: [{ id: 1 }] });
    expect(said).toEqual([words, undefined]);
    end();
  });

  it("are no longer said to start once the line is down", async () => {
    const answers = [starting()];
    vi.stubGlobal("fetch", async () => answers.shift() ?? Promise.reject(new TypeError("Failed to fetch")));
    await expect(call(endpoints.listAgencies)).rejects.toMatchObject({ status: 0 });
    expect(startupNotice.getMessage()).toBeUndefined();
  });

  it("are not sent a change twice", async () => {
    const fetching = vi.fn(async () => starting());
    vi.stubGlobal("fetch", fetching);
    await expect(call(endpoints.addRecord, { body: {} })).rejects.toMatchObject({ status: 503 });
    expect(fetching).toHaveBeenCalledOnce();
  });

  it("that name no time to wait have failed", async () => {
    answer(JSON.stringify({ message: "The store is being cleaned." }), { status: 503 });
    await expect(call(endpoints.listAgencies)).rejects.toThrow("The store is being cleaned.");
  });
});
