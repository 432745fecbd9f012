import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { anonymous, signedIn, type Api } from "../../support/apiClient.ts";
import { startServer } from "../../support/startServer.ts";

const LIMIT = 5;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ requestsPerMinute: LIMIT });
});
afterAll(() => server.close());

async function callUntilLimited(call: Api, endpoint = endpoints.listAgencies) {
  const statuses: number[] = [];
  for (let count = 0; count < LIMIT; count += 1) statuses.push((await call(endpoint)).status);
  return { statuses: [...new Set(statuses)], limited: await call(endpoint) };
}

it("responds with 429 and Retry-After to a user with too many requests, not to others at the address", async () => {
  const [vendor1, vendor2] = [await signedIn(server, "vendor1"), await signedIn(server, "vendor2")];
  const { statuses, limited } = await callUntilLimited(vendor1);
  expect(statuses).toEqual([200]);
  expect(limited.status).toBe(429);
  expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
  expect(limited.message).toMatch(/^Too many requests\. Wait \d+ seconds? and try again\.$/);
  expect((await vendor2(endpoints.listAgencies)).status).toBe(200);
});

it("counts requests without a valid session by address", async () => {
  const call: Api = (endpoint, options = {}) =>
    anonymous(server)(endpoint, { ...options, headers: { "x-access-token": "forged" } });
  let status = 401;
  for (let count = 0; count <= LIMIT && status === 401; count += 1)
    status = (await call(endpoints.listAgencies)).status;
  expect(status).toBe(429);
});

it("does not limit the health checks", async () => {
  const { statuses, limited } = await callUntilLimited(anonymous(server), endpoints.healthLive);
  expect([...statuses, limited.status]).toEqual([200, 200]);
});
