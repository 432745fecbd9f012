import { afterEach, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
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
