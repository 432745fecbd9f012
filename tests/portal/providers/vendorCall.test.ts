import { afterEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
import { earlyCalls } from "../../../src/portal/providers/earlyCalls.ts";
import { createVendorCall } from "../../../src/portal/providers/vendorCall.ts";

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
  await expect(call(endpoints.listAgencies)).resolves.toMatchObject({ rows: [] });
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

it("carries what the services said of a refusal", async () => {
  const faults = [{ path: ["county"], rule: "minItems", message: "Required" }];
  answer(JSON.stringify({ message: "Please fix 1 error(s).", faults }), { status: 400 });
  await expect(call(endpoints.addRecord, { body: {} })).rejects.toMatchObject({
    status: 400,
    message: "Please fix 1 error(s).",
    body: { faults },
  });
});

it("says that the portal could not be reached when no answer comes", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(call(endpoints.listAgencies)).rejects.toMatchObject({
    status: 0,
    message: /could not be reached/,
  });
});

it("gives the same answer for the same version, without reading it again", async () => {
  let etag = '"1"';
  const readings: MockInstance[] = [];
  vi.stubGlobal("fetch", async () => {
    const response = new Response('[{"id":1}]', { headers: { etag } });
    readings.push(vi.spyOn(response, "text"));
    return response;
  });
  const first = await call(endpoints.listAgencies);
  const second = await call(endpoints.listAgencies);
  expect(second).toBe(first);
  expect(readings[0]).toHaveBeenCalled();
  expect(readings[1]).not.toHaveBeenCalled();
  etag = '"2"';
  const third = await call(endpoints.listAgencies);
  expect(third).not.toBe(first);
  expect(third).toEqual({ rows: [{ id: 1 }], etag: '"2"' });
  expect(await call(endpoints.listSoftware)).not.toBe(third);
});

it("reads again what has no version", async () => {
  answer('[{"id":1}]');
  expect(await call(endpoints.listAgencies)).not.toBe(await call(endpoints.listAgencies));
});

describe("a reading begun early", () => {
  afterEach(() => earlyCalls.forget());

  it("answers the first who asks for it, once", async () => {
    const fetching = vi.fn<typeof fetch>(async () => Response.json([{ id: 1 }]));
    vi.stubGlobal("fetch", fetching);
    earlyCalls.begin("/base/metadata/agencies/get-agencies", "token-7");
    earlyCalls.begin("/base/metadata/agencies/get-agencies", "token-7");
    expect(fetching).toHaveBeenCalledOnce();
    await expect(call(endpoints.listAgencies)).resolves.toMatchObject({ rows: [{ id: 1 }] });
    expect(fetching).toHaveBeenCalledOnce();
    await call(endpoints.listAgencies);
    expect(fetching).toHaveBeenCalledTimes(2);
  });

  it("is of no use to another user, and none after ten seconds", async () => {
    const fetching = answer("[]");
    earlyCalls.begin("/base/metadata/agencies/get-agencies", "token-of-another");
    await call(endpoints.listAgencies);
    expect(fetching).toHaveBeenCalledTimes(2);
    earlyCalls.begin("/base/metadata/get-software-list", "token-7");
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_001);
    await call(endpoints.listSoftware);
    expect(fetching).toHaveBeenCalledTimes(4);
    now.mockRestore();
  });

  it("that failed is a failure of the call, and of nothing when nobody asks", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
    earlyCalls.begin("/base/metadata/agencies/get-agencies", "token-7");
    await expect(call(endpoints.listAgencies)).rejects.toMatchObject({ status: 0 });
    earlyCalls.begin("/base/metadata/get-software-list", "token-7");
    await new Promise((resolve) => setTimeout(resolve));
  });
});
