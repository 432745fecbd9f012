import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { signedIn } from "../../support/apiClient.ts";
import { startServer } from "../../support/startServer.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as unknown;

it.each([
  ["an object where text belongs", { counties: { a: 1 } }],
  ["lists in lists", { counties: [["x"]] }],
  ["a boolean where text belongs", { software_abbreviation: true }],
  ["periods that are no pairs", { time_periods: "[1,2" }],
  ["values nested a thousand deep", { zz: nested(1000) }],
])("answers 400 to a save with %s, and makes no record of it", async (_, body) => {
  const vendor = await signedIn(server, "vendor1");
  const { status } = await vendor(endpoints.addRecord, { body });
  expect(status).toBe(400);
});
